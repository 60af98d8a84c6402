import type { Viewer } from '@endcap/contract/audience';
import { belongsTo, constantPart, isCardOf, type Tab, tabs } from '@endcap/contract/content';
import { tableOf } from '@endcap/contract/core';
import type { Preview } from '@endcap/contract/preview';
import type { Db } from '../../tables.ts';
import { seenOf, type StillItem } from '../content/index.ts';
import type { Scene } from './scene.ts';

/** What is asked of a scene. `laid`: an item of a form that is not saved; `most`: how much of each list is told. */
export type SceneAsked = { scene: Scene; laid: StillItem | null; appScheme: string; most: number };

type Fed = Pick<Preview, 'items' | 'itemsTotal' | 'tabs' | 'cardTotals' | 'nextChangeAt'>;
type FirstOfTab = { ids: string[]; cards: number };

/** The first of what the feed of a tab has, and how many of all of it are cards. The rest is never a card there, and must not take their place. */
const firstOf = (seen: readonly StillItem[], tab: Tab, { laid, most }: Pick<SceneAsked, 'laid' | 'most'>): FirstOfTab => {
  const ids: string[] = [];
  let [cards, rest] = [0, 0];
  for (const { id, contentType, navigationTab, facts } of seen) {
    if (!belongsTo(facts, tab)) continue;
    const place = isCardOf({ contentType, navigationTab, tab: facts.tab }, tab) ? (cards += 1) : (rest += 1);
    // Whoever looks at a form wants to see what becomes of it.
    if (place <= most || id === laid?.id) ids.push(id);
  }
  return { ids, cards };
};

/**
 * PREV-02: what the feed answers of some candidates, found, ordered and decided by its own code; files are paths of this server. Told are
 * the first of it; `seen` are the ids of all.
 */
export const showFeed = async (
  db: Db,
  { scene, laid, appScheme, most, candidates }: SceneAsked & { candidates: readonly StillItem[] },
  viewer: Viewer,
): Promise<{ fed: Fed; seen: ReadonlySet<string> }> => {
  const { seen, until } = seenOf(candidates, viewer, undefined);
  const all = seen.map(({ item }) => item);
  const first = tableOf(tabs, (tab) => firstOf(all, tab, { laid, most }));
  const told = new Set([...all.slice(0, most).map(({ id }) => id), ...tabs.flatMap((tab) => first[tab].ids)]);
  const whole = await scene.whole(db, [...told]);
  const items = seen.flatMap(({ item: { id }, part }) => {
    if (!told.has(id)) return [];
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
