import type { PlacedStore } from '@endcap/contract/audience';
import { type AppPlace, type UnmarkedContent } from '@endcap/contract/content';
import { inPortions, type Portion } from '../../platform/in-portions.ts';
import type { Yield } from '../../platform/in-slices.ts';
import type { Share } from '../../platform/intern.ts';
import type { Db } from '../../tables.ts';
import { storePlaces } from '../stores/index.ts';
import { feedItems } from './content-feed.repository.ts';
import { type FeedItem, feedItemOf } from './feed-item.ts';
import type { FeedState, News } from './feed-state.ts';

export type Written = readonly string[] | 'all';
type How = { app: AppPlace; endedBefore: Date; share: Share; turn: Yield };

/** Reads the current rows; null for a missing one. For `all`, this includes known rows that may have been deleted. */
const read = async <R extends { id: string }, V>(
  rows: Written,
  known: Iterable<string>,
  { find, keep, turn }: { find: (portion: Portion) => Promise<R[]>; keep: (row: R) => V; turn: Yield },
): Promise<Map<string, V | null>> => {
  const found = new Map<string, V | null>([...(rows === 'all' ? known : rows)].map((id) => [id, null]));
  for await (const portion of inPortions(rows, find)) {
    for (const row of portion) {
      found.set(row.id, keep(row));
      await turn();
    }
  }
  return found;
};

/** Reads items and stores that were written. */
export const readNews = async (
  db: Db,
  state: FeedState,
  { items, stores }: { items: Written; stores: Written },
  { app, endedBefore, share, turn }: How,
): Promise<News<FeedItem>> => {
  const findItems = async (portion: Portion): Promise<(UnmarkedContent & { id: string })[]> =>
    (await feedItems(db, endedBefore, portion)).map((item) => Object.assign(item, { id: item._id }));
  const placed = (store: PlacedStore): PlacedStore => ({ ...store, groups: share(store.groups), formerGroups: share(store.formerGroups) });
  return {
    items: await read(items, state.items.keys(), { find: findItems, keep: (item) => feedItemOf(item, app, share), turn }),
    stores: await read(stores, state.stores.keys(), { find: (portion) => storePlaces(db, portion), keep: placed, turn }),
  };
};
