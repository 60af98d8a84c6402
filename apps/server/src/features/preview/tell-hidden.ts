import { decide, type Viewer, whyHidden } from '@endcap/contract/audience';
import { folded } from '@endcap/contract/core';
import { HIDDEN_MOST, type HiddenItem, type Preview } from '@endcap/contract/preview';
import { createYield } from '../../platform/in-slices.ts';
import type { StillItem } from '../content/index.ts';
import { isForVersion } from '../popups/index.ts';
import type { ScenePopup } from './scene.ts';

type HiddenItems = Pick<Preview, 'hidden' | 'hiddenTotal'>;
type Hidden = { item: StillItem; rank: number; away: number };

const nameOf = ({ title, name }: Pick<StillItem, 'title' | 'name'>): string => title ?? name ?? '';

/** Returns the milliseconds until a publication starts or since it ended; 0 while it lasts. */
const awayOf = ({ start, end }: StillItem, at: number): number => (at < start ? start - at : at > end ? at - end : 0);

/** Sorts hidden items by the number of rules that hide them and by time. Items for other stores, the most frequent, come last. */
const hiddenOf = async (items: readonly StillItem[], seen: ReadonlySet<string>, viewer: Viewer): Promise<Hidden[]> => {
  const yieldIfDue = createYield();
  const hidden: Hidden[] = [];
  for (const item of items) {
    if (seen.has(item.id)) continue;
    const hiding = decide(item.facts, viewer).reasons.filter(({ hides }) => hides);
    const isElsewhere = hiding.some(({ rule }) => rule === 'store');
    hidden.push({ item, rank: hiding.length + (isElsewhere ? 2 : 0), away: awayOf(item, viewer.at) });
    await yieldIfDue();
  }
  return hidden.sort((one, other) => one.rank - other.rank || one.away - other.away || (one.item.id < other.item.id ? -1 : 1));
};

const hiddenPopup = ({ _id, name, text, version }: ScenePopup): HiddenItem => ({
  id: _id,
  kind: 'popup',
  contentType: null,
  name,
  because: text === null ? [{ because: 'noText' }] : [{ because: 'otherVersion', version }],
});

/** Returns the items that a viewer does not see, with all rules that hide them; filtered by a text in names and titles (PREV-03). */
export const tellHidden = async (
  { items, popups, seen, text }: { items: readonly StillItem[]; popups: readonly ScenePopup[]; seen: ReadonlySet<string>; text: string },
  viewer: Viewer & { appVersion: string },
): Promise<HiddenItems> => {
  const wanted = folded(text);
  const isWanted = (...names: (string | null)[]): boolean =>
    wanted === '' || names.some((name) => name !== null && folded(name).includes(wanted));
  const hiddenContent = await hiddenOf(
    items.filter(({ name, title }) => isWanted(name, title)),
    seen,
    viewer,
  );
  const silent = popups.filter((popup) => (popup.text === null || !isForVersion(popup, viewer.appVersion)) && isWanted(popup.name));
  const contentItems = hiddenContent.slice(0, HIDDEN_MOST).map(({ item }): HiddenItem => ({
    id: item.id,
    kind: 'content',
    contentType: item.contentType,
    name: nameOf(item),
    because: whyHidden(item.facts, viewer),
  }));
  return {
    hidden: [...silent.map(hiddenPopup), ...contentItems].slice(0, HIDDEN_MOST),
    hiddenTotal: hiddenContent.length + silent.length,
  };
};
