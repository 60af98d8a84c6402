import type { Viewer } from '@endcap/contract/audience';
import { belongsTo, constantPart, tabs } from '@endcap/contract/content';
import { tableOf } from '@endcap/contract/core';
import type { Preview } from '@endcap/contract/preview';
import type { Db } from '../../tables.ts';
import { seenOf, type StillItem } from '../content/index.ts';
import type { Scene } from './scene.ts';

type Shown = Pick<Preview, 'items' | 'tabs' | 'nextChangeAt'>;

/** PREV-02: what the feed answers of some candidates, found, ordered and decided by its own code; files are paths of this server. */
export const showFeed = async (
  db: Db,
  { scene, candidates, appScheme }: { scene: Scene; candidates: readonly StillItem[]; appScheme: string },
  viewer: Viewer,
): Promise<Shown> => {
  const { seen, until } = seenOf(candidates, viewer, undefined);
  const whole = await scene.whole(
    db,
    seen.map(({ item }) => item.id),
  );
  const items = seen.map(({ item, part }) => {
    const its = whole.get(item.id);
    // Both are of one state of the database.
    if (!its) throw new Error(`Content ${item.id} is listed and cannot be read`);
    return { ...constantPart(its, { base: '', appScheme }), ...part };
  });
  return {
    items,
    tabs: tableOf(tabs, (tab) => seen.filter(({ item }) => belongsTo(item.facts, tab)).map(({ item }) => item.id)),
    nextChangeAt: until === null ? null : new Date(until).toISOString(),
  };
};
