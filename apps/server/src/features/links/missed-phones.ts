import { matchesVersion } from '@endcap/contract/app-version';
import { type Aimed, indexRule, decide, type AudienceStore } from '@endcap/contract/audience';
import { type LinkSource, reachesAt } from '@endcap/contract/links';
import type { Profile } from '../delivery/index.ts';

/** Returns the store whose content a phone of a store's customer requests, or null. */
export type StoreLookup = (storeId: string | null) => AudienceStore | null;

/** Returns a condition: phones of a profile see the item or message that contains the link. */
export const hasInView = (source: LinkSource, storeOf: StoreLookup) => {
  const rule = indexRule(source);
  return ({ mainStoreId, appVersion, inSource }: Profile): boolean =>
    reachesAt(rule, storeOf(mainStoreId)) &&
    (source.segments.length === 0 || inSource) &&
    (source.version.trim() === '' || matchesVersion(source.version, appVersion));
};

/** Counts the phones that have a link, and those that cannot open the item while it is published. Collects the rules that stop them. */
export const missedBy = (item: Aimed, having: readonly Profile[], storeOf: StoreLookup) => {
  const missed = { devices: 0, unable: 0, withoutStore: false, bySegments: false, versions: new Set<string>(), stores: new Set<string>() };
  const published = indexRule({ ...item, publicationStart: null, publicationEnd: null });
  for (const { mainStoreId, appVersion, inItem, devices } of having) {
    // The app requests content for the main store of its customer.
    const store = storeOf(mainStoreId);
    const segments = inItem ? item.segments : [];
    const { visible, reasons } = decide(published, { store, segments, appVersion, at: 0 });
    missed.devices += devices;
    if (visible) continue;
    missed.unable += devices;
    for (const { rule, hides } of reasons) {
      if (hides && rule === 'segments') missed.bySegments = true;
      if (hides && rule === 'version') missed.versions.add(appVersion);
      if (!hides || rule !== 'store') continue;
      if (store === null) missed.withoutStore = true;
      else missed.stores.add(store.id);
    }
  }
  return missed;
};
