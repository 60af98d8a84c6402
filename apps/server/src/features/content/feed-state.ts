import { keysOfCustomer, keysOfRule, type AudienceStore } from '@endcap/contract/audience';
import type { Yield } from '../../platform/in-slices.ts';
import { type FeedEntry, type FeedItem, inOrder } from './feed-item.ts';

/** The items that one key of audience rules finds, in the order of phones, and the version that it was written by last. */
export type FeedList<I extends FeedEntry> = { items: readonly I[]; version: number };
/** A customer's store as the rules use it, and the lists of items it may show. A change of the store creates a new object. */
export type StoreFeed<I extends FeedEntry> = { store: AudienceStore | null; lists: readonly FeedList<I>[] };
/** Current values of rows that were written; null for a deleted row. */
export type News<I extends FeedEntry> = { items: ReadonlyMap<string, I | null>; stores: ReadonlyMap<string, AudienceStore | null> };

type Replaced<V> = ReadonlyMap<string, V | null>;
const isSameStore = (one: AudienceStore, other: AudienceStore): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the changes of `news` against the current values; null for a removed value. */
const replacedBy = async <V>(
  current: ReadonlyMap<string, V>,
  news: Replaced<V>,
  { isSame: isAsBefore, yieldIfDue }: { isSame: (one: V, other: V) => boolean; yieldIfDue: Yield },
): Promise<Replaced<V>> => {
  const replaced = new Map<string, V | null>();
  for (const [id, value] of news) {
    const before = current.get(id) ?? null;
    if (before !== value && !(before && value && isAsBefore(before, value))) replaced.set(id, value);
    await yieldIfDue();
  }
  return replaced;
};

/** The lists that an item leaves or comes to, as they are without and with them. */
const writeLists = async <I extends FeedEntry>(
  { items, lists }: { items: ReadonlyMap<string, I>; lists: ReadonlyMap<string, FeedList<I>> },
  replaced: Replaced<I>,
  yieldIfDue: Yield,
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
    await yieldIfDue();
  }
  for (const [key, gained] of gains) {
    const remaining = lists.get(key)?.items.filter(({ id }) => !replaced.has(id)) ?? [];
    gains.set(key, remaining.concat(gained).sort(inOrder));
    await yieldIfDue();
  }
  return gains;
};

const replaceIn = <V>(target: Map<string, V>, replaced: Replaced<V>): void => {
  for (const [id, value] of replaced) {
    if (value === null) target.delete(id);
    else target.set(id, value);
  }
};

/**
 * Index of items by the keys of their audience rules, and of stores. The cost of a change depends only on the lists that contain it.
 * `isSame`: whether an item and its replacement look the same to every viewer.
 */
export const createFeedState = <I extends FeedEntry>(isSame: (one: I, other: I) => boolean) => {
  // Counted here, because the numbers of the database go back after a restore.
  let version = 0;
  const items = new Map<string, I>();
  const lists = new Map<string, FeedList<I>>();
  const stores = new Map<string, AudienceStore>();
  const feeds = new Map<string, StoreFeed<I>>();

  const listOf = (key: string): FeedList<I> => {
    const list = lists.get(key) ?? { items: [], version };
    lists.set(key, list);
    return list;
  };
  const createStoreFeed = (store: AudienceStore | null): StoreFeed<I> => ({ store, lists: keysOfCustomer(store).map(listOf) });
  const withoutStore = createStoreFeed(null);

  return {
    version: (): number => version,
    items: items as ReadonlyMap<string, I>,
    stores: stores as ReadonlyMap<string, AudienceStore>,
    /** Returns `withoutStore` without a store, and for an unknown one. */
    feedOf: (storeId: string | undefined): StoreFeed<I> => {
      const store = storeId === undefined ? undefined : stores.get(storeId);
      if (storeId === undefined || !store) return withoutStore;
      const feed = feeds.get(storeId) ?? createStoreFeed(store);
      feeds.set(storeId, feed);
      return feed;
    },
    /** Prepares a change in small slices. Returns a function that applies all of it at once. */
    prepare: async (news: News<I>, yieldIfDue: Yield): Promise<() => void> => {
      const otherItems = await replacedBy(items, news.items, { isSame, yieldIfDue });
      const otherStores = await replacedBy(stores, news.stores, { isSame: isSameStore, yieldIfDue });
      const otherLists = await writeLists({ items, lists }, otherItems, yieldIfDue);
      return () => {
        version += 1;
        replaceIn(items, otherItems);
        replaceIn(stores, otherStores);
        for (const id of otherStores.keys()) feeds.delete(id);
        for (const [key, its] of otherLists) Object.assign(listOf(key), { items: its, version });
      };
    },
  };
};
export type FeedState = ReturnType<typeof createFeedState<FeedItem>>;
