import type { Viewer } from '@endcap/contract/audience';
import { belongsTo, constantPart, isCardOf, type Tab, tabs } from '@endcap/contract/content';
import { tableOf } from '@endcap/contract/core';
import type { Preview } from '@endcap/contract/preview';
import type { Db } from '../../tables.ts';
import { seenOf, type StillItem } from '../content/index.ts';
import type { Scene } from './scene.ts';

/** `laid`: the item of an unsaved form; `most`: maximum length of each list in the response. */
export type SceneOptions = { scene: Scene; laid: StillItem | null; appScheme: string; most: number };

type Fed = Pick<Preview, 'items' | 'itemsTotal' | 'tabs' | 'cardTotals' | 'nextChangeAt'>;
type FirstOfTab = { ids: string[]; cards: number };

/** Returns the first items of a tab's feed and the number of its cards. Other items have a limit of their own, to leave room for cards. */
const firstOf = (seen: readonly StillItem[], tab: Tab, { laid, most }: Pick<SceneOptions, 'laid' | 'most'>): FirstOfTab => {
  const ids: string[] = [];
  let [cards, rest] = [0, 0];
  for (const { id, contentType, navigationTab, facts } of seen) {
    if (!belongsTo(facts, tab)) continue;
    const position = isCardOf({ contentType, navigationTab, tab: facts.tab }, tab) ? (cards += 1) : (rest += 1);
    // Always include the item of the form, even beyond the limit.
    if (position <= most || id === laid?.id) ids.push(id);
  }
  return { ids, cards };
};

/**
 * Returns what the feed shows of some candidates, filtered and sorted by its own code (PREV-02). Files are paths of this server. `fed` has
 * the first items, `seen` the ids of all.
 */
export const showFeed = async (
  db: Db,
  { scene, laid, appScheme, most, candidates }: SceneOptions & { candidates: readonly StillItem[] },
  viewer: Viewer,
): Promise<{ fed: Fed; seen: ReadonlySet<string> }> => {
  const { seen, until } = seenOf(candidates, viewer, undefined);
  const all = seen.map(({ item }) => item);
  const first = tableOf(tabs, (tab) => firstOf(all, tab, { laid, most }));
  const included = new Set([...all.slice(0, most).map(({ id }) => id), ...tabs.flatMap((tab) => first[tab].ids)]);
  const whole = await scene.whole(db, [...included]);
  const items = seen.flatMap(({ item: { id }, part }) => {
    if (!included.has(id)) return [];
    const its = whole.get(id);
    // Both are of one state of the database.
    if (!its) throw new Error(`Content ${id} is listed and cannot be read`);
    return [{ ...constantPart(its, { base: '', appScheme }), ...part }];
  });
  return {
    fed: {
      items,
      itemsTotal: seen.length,
      tabs: tableOf(tabs, (tab) => first[tab].ids),
      cardTotals: tableOf(tabs, (tab) => first[tab].cards),
      nextChangeAt: until === null ? null : new Date(until).toISOString(),
    },
    seen: new Set(all.map(({ id }) => id)),
  };
};
