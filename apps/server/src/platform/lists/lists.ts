import { type Page, toPage } from '@endcap/contract/core';
import { singleFlight } from '../single-flight.ts';
import { createFinder } from './find-ids.ts';
import type { ListKind, ListQuery } from './list-kind.ts';
import { createMemory } from './memory.ts';
import { queueByOwner } from '../queue-by-owner.ts';

/** Maximum bytes of all lists of a process. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Longer pages are not cached with their rows. */
const CACHED_ROWS = 100;
/** Owner of the entries that the warm-up reads. */
const NOBODY = '';
/** Uncached queries of one caller that run concurrently. */
const AT_ONCE = 2;

/**
 * Pages of lists with exact totals (decision 50). Totals and ids are expensive and therefore cached until the next write. Rows are read by
 * their ids each time, or cached where only a write changes them. Access rights are not checked here, but by the callers.
 */
export const createLists = (now: () => Date, mostBytes = MOST_BYTES) => {
  const memory = createMemory(mostBytes);
  const enqueue = queueByOwner(AT_ONCE);
  const firsts: (() => Promise<unknown>)[] = [];

  const listOf = <Q extends ListQuery, Row extends { _id: string }>(kind: ListKind<Q, Row>) => {
    const find = createFinder(kind, memory, enqueue);
    const pages = memory.cache<Page<Row>>();
    const together = singleFlight<Page<Row>>();

    const read = async (query: Q, owner: string): Promise<Page<Row>> => {
      const { total, ids, until, ...snapshot } = await find(query, owner, now());
      const readPage = async (): Promise<Page<Row>> => {
        const rows = new Map((await kind.rows(query, ids)).map((row) => [row._id, row]));
        const items = ids.flatMap((id) => rows.get(id) ?? []);
        return toPage(items, total, query);
      };
      if (ids.length === 0) return toPage([], total, query);
      if (!kind.versionCoversRows(query) || query.pageSize > CACHED_ROWS) return readPage();
      return pages({ ...snapshot, owner, key: JSON.stringify(query) }, async (begin) => {
        begin();
        const value = await readPage();
        // The cached rows, and the text that they are sent as.
        return { value, bytes: 2 * JSON.stringify(value).length, until };
      });
    };
    firsts.push(async () => kind.reply.parse(await read(kind.initialQuery, NOBODY)));
    return (query: Q, owner: string): Promise<Page<Row>> => together(JSON.stringify([owner, query]), () => read(query, owner));
  };
  return Object.assign(listOf, {
    /** Reads the first page of each list, so that the first caller does not wait for statements and schemas that were never used. */
    warm: async (): Promise<void> => {
      for (const first of firsts) await first();
    },
  });
};
export type Lists = ReturnType<typeof createLists>;
