import { keysOfCustomer, keysOfRule, type PlacedStore } from '@endcap/contract/audience';
import type { Turn } from '../../platform/in-slices.ts';
import { type FeedEntry, type FeedItem, inOrder } from './feed-item.ts';

/** The items that one key of audience rules finds, in the order of phones, and the version that it was written by last. */
export type FeedList<I extends FeedEntry> = { items: readonly I[]; version: number };
/** Where a customer stands: the store as rules see it, and the lists of what it may see. Another one as soon as the store is another. */
export type FeedPlace<I extends FeedEntry> = { store: PlacedStore | null; lists: readonly FeedList<I>[] };
/** What is there now of rows that were written; null where there is nothing any more. */
export type News<I extends FeedEntry> = { items: ReadonlyMap<string, I | null>; stores: ReadonlyMap<string, PlacedStore | null> };

type Replaced<V> = ReadonlyMap<string, V | null>;
const isSamePlace = (one: PlacedStore, other: PlacedStore): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What of the news is another than what is known; null for what is gone. */
const replacedBy = async <V>(
  known: ReadonlyMap<string, V>,
  news: Replaced<V>,
  { isSame: isAsBefore, turn }: { isSame: (one: V, other: V) => boolean; turn: Turn },
): Promise<Replaced<V>> => {
  const replaced = new Map<string, V | null>();
  for (const [id, value] of news) {
    const before = known.get(id) ?? null;
    if (before !== value && !(before && value && isAsBefore(before, value))) replaced.set(id, value);
    await turn();
  }
  return replaced;
};

/** The lists that an item leaves or comes to, as they are without and with them. */
const writeLists = async <I extends FeedEntry>(
  { items, lists }: { items: ReadonlyMap<string, I>; lists: ReadonlyMap<string, FeedList<I>> },
  replaced: Replaced<I>,
  turn: Turn,
): Promise<Map<string, I[]>> => {
  const gains = new Map<string, I[]>();
  const gainsOf = (key: string): I[] => {
    const its = gains.get(key) ?? [];
    gains.set(key, its);
    return its;
  };
  for (const [id, item] of replaced) {
    const before = items.get(id);
    if (before) keysOfRule(before.facts).forEach(gainsOf);
    if (item) for (const key of keysOfRule(item.facts)) gainsOf(key).push(item);
    await turn();
  }
  for (const [key, gained] of gains) {
    const kept = lists.get(key)?.items.filter(({ id }) => !replaced.has(id)) ?? [];
    gains.set(key, kept.concat(gained).sort(inOrder));
    await turn();
  }
  return gains;
};

const replaceIn = <V>(held: Map<string, V>, replaced: Replaced<V>): void => {
  for (const [id, value] of replaced) {
    if (value === null) held.delete(id);
    else held.set(id, value);
  }
};

/**
 * Items by the keys of their audience rules, and stores. A change costs what the lists cost that it is in. `isSame`: whether nobody could
 * tell an item from the one that it replaces.
 */
export const createFeedState = <I extends FeedEntry>(isSame: (one: I, other: I) => boolean) => {
  // Counted here: the database's own numbers go back when a copy is restored.
  let version = 0;
  const items = new Map<string, I>();
  const lists = new Map<string, FeedList<I>>();
  const stores = new Map<string, PlacedStore>();
  const places = new Map<string, FeedPlace<I>>();

  const listOf = (key: string): FeedList<I> => {
    const list = lists.get(key) ?? { items: [], version };
    lists.set(key, list);
    return list;
  };
  const placeOf = (store: PlacedStore | null): FeedPlace<I> => ({ store, lists: keysOfCustomer(store).map(listOf) });
  const nowhere = placeOf(null);

  return {
    version: (): number => version,
    items: items as ReadonlyMap<string, I>,
    stores: stores as ReadonlyMap<string, PlacedStore>,
    /** A store that nobody ever had is none. */
    place: (storeId: string | undefined): FeedPlace<I> => {
      const store = storeId === undefined ? undefined : stores.get(storeId);
      if (storeId === undefined || !store) return nowhere;
      const place = places.get(storeId) ?? placeOf(store);
      places.set(storeId, place);
      return place;
    },
    /** Gets ready what a change brings, a little at a time; what it returns puts all of it in place at once. */
    prepare: async (news: News<I>, turn: Turn): Promise<() => void> => {
      const otherItems = await replacedBy(items, news.items, { isSame, turn });
      const otherStores = await replacedBy(stores, news.stores, { isSame: isSamePlace, turn });
      const otherLists = await writeLists({ items, lists }, otherItems, turn);
      return () => {
        version += 1;
        replaceIn(items, otherItems);
        replaceIn(stores, otherStores);
        for (const id of otherStores.keys()) places.delete(id);
        for (const [key, its] of otherLists) Object.assign(listOf(key), { items: its, version });
      };
    },
  };
};
export type FeedState = ReturnType<typeof createFeedState<FeedItem>>;
