import type { AudienceStore } from '@endcap/contract/audience';
import { type AppPlace, type UnmarkedContent } from '@endcap/contract/content';
import { inPortions, type Portion } from '../../platform/in-portions.ts';
import type { Yield } from '../../platform/in-slices.ts';
import type { Share } from '../../platform/intern.ts';
import type { Db } from '../../tables.ts';
import { storesForRules } from '../stores/index.ts';
import { feedItems } from './content-feed.repository.ts';
import { type FeedItem, feedItemOf } from './feed-item.ts';
import type { FeedState, News } from './feed-state.ts';

export type Written = readonly string[] | 'all';
type ReadOptions = { app: AppPlace; endedBefore: Date; share: Share; yieldIfDue: Yield };

/** Reads the current rows; null for a missing one. For `all`, this includes cached rows that may have been deleted. */
const read = async <R extends { id: string }, V>(
  rows: Written,
  cachedIds: Iterable<string>,
  { find, toCached, yieldIfDue }: { find: (portion: Portion) => Promise<R[]>; toCached: (row: R) => V; yieldIfDue: Yield },
): Promise<Map<string, V | null>> => {
  const values = new Map<string, V | null>([...(rows === 'all' ? cachedIds : rows)].map((id) => [id, null]));
  for await (const portion of inPortions(rows, find)) {
    for (const row of portion) {
      values.set(row.id, toCached(row));
      await yieldIfDue();
    }
  }
  return values;
};

/** Reads items and stores that were written. */
export const readNews = async (
  db: Db,
  state: FeedState,
  { items, stores }: { items: Written; stores: Written },
  { app, endedBefore, share, yieldIfDue }: ReadOptions,
): Promise<News<FeedItem>> => {
  const findItems = async (portion: Portion): Promise<(UnmarkedContent & { id: string })[]> =>
    (await feedItems(db, endedBefore, portion)).map((item) => Object.assign(item, { id: item._id }));
  const interned = (store: AudienceStore): AudienceStore => ({
    ...store,
    groups: share(store.groups),
    formerGroups: share(store.formerGroups),
  });
  return {
    items: await read(items, state.items.keys(), { find: findItems, toCached: (item) => feedItemOf(item, app, share), yieldIfDue }),
    stores: await read(stores, state.stores.keys(), { find: (portion) => storesForRules(db, portion), toCached: interned, yieldIfDue }),
  };
};
