import type { PageWindow } from '../db/page-window.ts';
import type { ListKind, ListQuery } from './list-kind.ts';
import type { Asked, Made, Memory } from './memory.ts';
import { idsOfPage, isSameWindow, idWindowOf, windowOf } from './id-window.ts';

/** Of an id in memory, beside its signs. */
const ID_BYTES = 32;

type Turn = <R>(owner: string, work: () => Promise<R>) => Promise<R>;
/** `until`: when it no longer holds though nothing was written. */
export type FoundPage = { total: number; ids: readonly string[]; version: string; at: number; until: number | null };

/** Runs an expensive query in its owner's turn, so that callers share the database fairly. */
const inTurnOf =
  (inTurn: Turn, owner: string) =>
  <V>(make: () => Promise<Made<V>>) =>
  (begin: () => void): Promise<Made<V>> =>
    inTurn(owner, () => {
      begin();
      return make();
    });

/**
 * Creates a finder for the ids of a page and the total, which are cached until the next write. Ids are read in windows of many pages,
 * each from the nearer end of the list. A search that finds less than a window needs no count; one that found more last time is counted.
 */
export const createFinder = <Q extends ListQuery>(
  kind: Omit<ListKind<Q, { _id: string }>, 'rows' | 'isSteady' | 'reply'>,
  memory: Memory,
  inTurn: Turn,
) => {
  const untils = memory.shelf<number | null>();
  const totals = memory.shelf<number>({ keepsLatest: true });
  const windows = memory.shelf<readonly string[]>();

  return async (query: Q, owner: string, date: Date): Promise<FoundPage> => {
    // Every other part of a query may select rows, so it is part of the cache key.
    const { page: _page, pageSize, sortField, ...rest } = query;
    const { number: change, incarnation, total: known } = await kind.version(query);
    const version = `${change} ${incarnation}`;
    const at = date.getTime();
    const filters = JSON.stringify(rest);
    const asked = (key: string): Asked => ({ key, version, owner, at });
    const dear = inTurnOf(inTurn, owner);

    const end = async (): Promise<Made<number | null>> => {
      const value = (await kind.until?.(query, date)) ?? null;
      return { value, bytes: 0, until: value };
    };
    const until = kind.until ? await untils(asked(filters), dear(end)) : null;
    const count = async (): Promise<Made<number>> => ({ value: await kind.count(query, date), bytes: 0, until });
    const isSearch = kind.isSearch(query);
    const idWindow = idWindowOf(query, isSearch);
    const look = (nth: number, part: PageWindow): Promise<readonly string[]> => {
      const find = async (): Promise<Made<readonly string[]>> => {
        const value = await kind.ids(query, part, date);
        return { value, bytes: value.reduce((sum, id) => sum + id.length + ID_BYTES, 0), until };
      };
      const key = JSON.stringify([filters, sortField, pageSize, nth]);
      return windows({ ...asked(key), version: `${version} ${JSON.stringify(part)}` }, dear(find));
    };
    const page = (total: number, part: PageWindow | null, found: readonly string[]): FoundPage => {
      const ids = part ? idsOfPage(found, part, query, total) : [];
      return { total, ids, version, at, until };
    };

    const latest = totals.latest(filters) ?? 0;
    if (isSearch && known === undefined && latest < idWindow.rows) {
      const front = { fromEnd: false, offset: 0, limit: idWindow.rows };
      const found = await look(0, front);
      if (found.length < idWindow.rows) return page(found.length, front, found);
    }
    // Most writes leave the total as it was, or almost: the page is looked for beside the count, and again where it has moved.
    const guessed = known === undefined ? windowOf(idWindow, latest) : null;
    const begun = guessed && look(idWindow.no, guessed);
    begun?.catch(() => {});
    const total = known ?? (await totals(asked(filters), dear(count)));
    const part = windowOf(idWindow, total);
    if (!part) return page(total, null, []);
    return page(total, part, await (begun && isSameWindow(guessed, part) ? begun : look(idWindow.no, part)));
  };
};
