import { keysOfCustomer, keysOfRule, type PlacedStore } from '@endcap/contract/audience';
import type { Turn } from '../../platform/in-slices.ts';
import { type FeedItem, inOrder, isSame } from './feed-item.ts';

/** The items that one key of audience rules finds, in the order of phones, and the version that it was written by last. */
export type FeedList = { items: readonly FeedItem[]; version: number };
/** Where a customer stands: the store as rules see it, and the lists of what it may see. Another one as soon as the store is another. */
export type FeedPlace = { store: PlacedStore | null; lists: readonly FeedList[] };
/** What is there now of rows that were written; null where there is nothing any more. */
export type News = { items: ReadonlyMap<string, FeedItem | null>; stores: ReadonlyMap<string, PlacedStore | null> };

/** Items by the keys of their audience rules, and stores. A change costs what the lists cost that it is in. */
export const createFeedState = () => {
  // Counted here: the database's own numbers go back when a copy is restored.
  let version = 0;
  const items = new Map<string, FeedItem>();
  const lists = new Map<string, FeedList>();
  const stores = new Map<string, PlacedStore>();
  const places = new Map<string, FeedPlace>();

  const listOf = (key: string): FeedList => {
    const list = lists.get(key) ?? { items: [], version };
    lists.set(key, list);
    return list;
  };
  const placeOf = (store: PlacedStore | null): FeedPlace => ({ store, lists: keysOfCustomer(store).map(listOf) });
  const nowhere = placeOf(null);

  /** Items that are others now, and what each list gains that one of them leaves or comes to. */
  const compareItems = async (news: News['items'], turn: Turn) => {
    const replaced = new Map<string, FeedItem | null>();
    const gains = new Map<string, FeedItem[]>();
    const gainsOf = (key: string): FeedItem[] => {
      const its = gains.get(key) ?? [];
      gains.set(key, its);
      return its;
    };
    for (const [id, item] of news) {
      const before = items.get(id) ?? null;
      if (before === item || (before && item && isSame(before, item))) continue;
      replaced.set(id, item);
      if (before) keysOfRule(before.facts).forEach(gainsOf);
      if (item) for (const key of keysOfRule(item.facts)) gainsOf(key).push(item);
      await turn();
    }
    return { replaced, gains };
  };
  const writeLists = async ({ replaced, gains }: Awaited<ReturnType<typeof compareItems>>, turn: Turn) => {
    const written = new Map<string, FeedItem[]>();
    for (const [key, gained] of gains) {
      const kept = lists.get(key)?.items.filter(({ id }) => !replaced.has(id)) ?? [];
      written.set(key, kept.concat(gained).sort(inOrder));
      await turn();
    }
    return written;
  };
  const compareStores = async (news: News['stores'], turn: Turn) => {
    const replaced = new Map<string, PlacedStore | null>();
    for (const [id, store] of news) {
      if (JSON.stringify(stores.get(id) ?? null) !== JSON.stringify(store)) replaced.set(id, store);
      await turn();
    }
    return replaced;
  };

  return {
    version: (): number => version,
    items: items as ReadonlyMap<string, FeedItem>,
    stores: stores as ReadonlyMap<string, PlacedStore>,
    /** A store that nobody ever had is none. */
    place: (storeId: string | undefined): FeedPlace => {
      const store = storeId === undefined ? undefined : stores.get(storeId);
      if (storeId === undefined || !store) return nowhere;
      const place = places.get(storeId) ?? placeOf(store);
      places.set(storeId, place);
      return place;
    },
    /** Gets ready what a change brings, a little at a time; what it returns puts all of it in place at once. */
    prepare: async (news: News, turn: Turn): Promise<() => void> => {
      const compared = await compareItems(news.items, turn);
      const written = await writeLists(compared, turn);
      const movedStores = await compareStores(news.stores, turn);
      return () => {
        version += 1;
        replaceIn(items, compared.replaced);
        replaceIn(stores, movedStores);
        for (const id of movedStores.keys()) places.delete(id);
        for (const [key, its] of written) Object.assign(listOf(key), { items: its, version });
      };
    },
  };
};
export type FeedState = ReturnType<typeof createFeedState>;

const replaceIn = <V>(held: Map<string, V>, replaced: ReadonlyMap<string, V | null>): void => {
  for (const [id, value] of replaced) {
    if (value === null) held.delete(id);
    else held.set(id, value);
  }
};
