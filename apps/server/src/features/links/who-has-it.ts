import { matchesVersion } from '@endcap/contract/app-version';
import { type Aimed, askedOften, decide, type PlacedStore } from '@endcap/contract/audience';
import { type LinkSource, reachesAt } from '@endcap/contract/links';
import type { Profile } from '../delivery/index.ts';

/** Whether a phone asks for content as a customer of a store, and which. */
export type PlaceOf = (storeId: string | null) => PlacedStore | null;

/** Whether phones of a kind have what is shown in view. */
export const hasInView = (source: LinkSource, placeOf: PlaceOf) => {
  const asked = askedOften(source);
  return ({ mainStoreId, appVersion, inSource }: Profile): boolean =>
    reachesAt(asked, placeOf(mainStoreId)) &&
    (source.segments.length === 0 || inSource) &&
    (source.version.trim() === '' || matchesVersion(source.version, appVersion));
};

/** How many phones have a link, how many of them cannot open the item while it is published, and by which rules. */
export const missedBy = (item: Aimed, having: readonly Profile[], placeOf: PlaceOf) => {
  const told = { devices: 0, unable: 0, withoutStore: false, bySegments: false, versions: new Set<string>(), stores: new Set<string>() };
  const published = askedOften({ ...item, publicationStart: null, publicationEnd: null });
  for (const { mainStoreId, appVersion, inItem, devices } of having) {
    // The app asks for its customer's main store.
    const store = placeOf(mainStoreId);
    const segments = inItem ? item.segments : [];
    const { visible, reasons } = decide(published, { store, segments, appVersion, at: 0 });
    told.devices += devices;
    if (visible) continue;
    told.unable += devices;
    for (const { rule, hides } of reasons) {
      if (hides && rule === 'segments') told.bySegments = true;
      if (hides && rule === 'version') told.versions.add(appVersion);
      if (!hides || rule !== 'store') continue;
      if (store === null) told.withoutStore = true;
      else told.stores.add(store.id);
    }
  }
  return told;
};
