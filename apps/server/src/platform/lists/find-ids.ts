import type { PageWindow } from '../db/page-window.ts';
import type { ListKind, ListQuery } from './list-kind.ts';
import type { CacheKey, Computed, Memory } from './memory.ts';
import { idsOfPage, isSameWindow, idWindowOf, windowOf } from './id-window.ts';

/** Overhead of an id in memory, in bytes. */
const ID_BYTES = 32;

type Enqueue = <R>(owner: string, work: () => Promise<R>) => Promise<R>;
/** `until`: time at which the result expires if nothing is written. */
export type IdPage = { total: number; ids: readonly string[]; version: string; at: number; until: number | null };

/** Runs an expensive query in its owner's queue, so that callers share the database fairly. */
const queued =
  (enqueue: Enqueue, owner: string) =>
  <V>(make: () => Promise<Computed<V>>) =>
  (begin: () => void): Promise<Computed<V>> =>
    enqueue(owner, () => {
      begin();
      return make();
    });

/**
 * Creates a finder for the ids of a page and the total, which are cached until the next write. Ids are read in windows of many pages,
 * each from the nearer end of the list. A search that finds less than a window needs no count; one that found more last time is counted.
 */
export const createFinder = <Q extends ListQuery>(
  kind: Omit<ListKind<Q, { _id: string }>, 'rows' | 'versionCoversRows' | 'reply'>,
  memory: Memory,
  enqueue: Enqueue,
) => {
  const untils = memory.cache<number | null>();
  const totals = memory.cache<number>({ retainsLatest: true });
  const windows = memory.cache<readonly string[]>();

  return async (query: Q, owner: string, date: Date): Promise<IdPage> => {
    // Every other part of a query may select rows, so it is part of the cache key.
    const { page: _page, pageSize, sortField, ...rest } = query;
    const { number: change, incarnation, total: storedTotal } = await kind.version(query);
    const version = `${change} ${incarnation}`;
    const at = date.getTime();
    const filters = JSON.stringify(rest);
    const keyOf = (key: string): CacheKey => ({ key, version, owner, at });
    const inQueue = queued(enqueue, owner);

    const end = async (): Promise<Computed<number | null>> => {
      const value = (await kind.until?.(query, date)) ?? null;
      return { value, bytes: 0, until: value };
    };
    const until = kind.until ? await untils(keyOf(filters), inQueue(end)) : null;
    const count = async (): Promise<Computed<number>> => ({ value: await kind.count(query, date), bytes: 0, until });
    const isSearch = kind.isSearch(query);
    const idWindow = idWindowOf(query, isSearch);
    const readWindow = (nth: number, part: PageWindow): Promise<readonly string[]> => {
      const find = async (): Promise<Computed<readonly string[]>> => {
        const value = await kind.ids(query, part, date);
        return { value, bytes: value.reduce((sum, id) => sum + id.length + ID_BYTES, 0), until };
      };
      const key = JSON.stringify([filters, sortField, pageSize, nth]);
      return windows({ ...keyOf(key), version: `${version} ${JSON.stringify(part)}` }, inQueue(find));
    };
    const page = (total: number, part: PageWindow | null, windowIds: readonly string[]): IdPage => {
      const ids = part ? idsOfPage(windowIds, part, query, total) : [];
      return { total, ids, version, at, until };
    };

    const latest = totals.latest(filters) ?? 0;
    if (isSearch && storedTotal === undefined && latest < idWindow.rows) {
      const front = { fromEnd: false, offset: 0, limit: idWindow.rows };
      const matches = await readWindow(0, front);
      if (matches.length < idWindow.rows) return page(matches.length, front, matches);
    }
    // Most writes hardly change the total. So the page is read concurrently with the count, and again if it has moved.
    const guessed = storedTotal === undefined ? windowOf(idWindow, latest) : null;
    const begun = guessed && readWindow(idWindow.no, guessed);
    begun?.catch(() => {});
    const total = storedTotal ?? (await totals(keyOf(filters), inQueue(count)));
    const part = windowOf(idWindow, total);
    if (!part) return page(total, null, []);
    return page(total, part, await (begun && isSameWindow(guessed, part) ? begun : readWindow(idWindow.no, part)));
  };
};
