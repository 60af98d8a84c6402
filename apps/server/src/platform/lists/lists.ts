import { type Page, toPage } from '@endcap/contract/core';
import { type PageWindow, pageWindow } from '../db/page-window.ts';
import { askTogether } from './ask-together.ts';
import { createMemory } from './memory.ts';
import { turnsByOwner } from './turns.ts';

type Query = { page: number; pageSize: number; sortField?: string };
type Counted = { total: number /** Until when it holds if nothing is written. */; until: number | null };

/** What tells one kind of list from another; `Q` is its query, with the scope where there is one. */
export type ListKind<Q extends Query, Row extends { _id: string }> = {
  /** A number that changes with every write that may change what is found or its order; the total where the database keeps it. */
  stand: (query: Q) => Promise<{ version: number; total?: number }>;
  /** What of the query says which rows are found. */
  filters: (query: Q) => Readonly<Record<string, unknown>>;
  /** Whether a text is searched for: one look then finds as much as many would. */
  isSearch: (query: Q) => boolean;
  count: (query: Q, at: Date) => Promise<Counted>;
  /** Ids of a part of the list, from the end that the window says. */
  ids: (query: Q, window: PageWindow, at: Date) => Promise<string[]>;
  /** In any order; what is no longer there is left out. */
  rows: (query: Q, ids: readonly string[]) => Promise<Row[]>;
  /** Whether everything that a row shows is written with the version. */
  isSteady: (query: Q) => boolean;
};

/** Altogether, for every list of a process. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Ids that are looked up at once. */
const STRETCH = 2_000;
const STRETCH_OF_SEARCH = 20_000;
/** Of an id in memory, beside its signs. */
const ID_BYTES = 32;
/** Longer pages are not kept as they are. */
const KEPT_ROWS = 100;
/** Looks for what nobody has asked before that one caller gets side by side. */
const AT_ONCE = 2;

/**
 * Pages of lists, with exact totals. What is dear, how many there are and which, is remembered until something is written: whole stretches of
 * ids, found from the nearer end, so that a page far inside costs what the first one does. Rows are read anew, or kept where only a write
 * changes them. Nothing here decides who may see a list: it is asked by those who may.
 */
export const createLists = (now: () => Date, mostBytes = MOST_BYTES) => {
  const memory = createMemory(mostBytes);
  const inTurn = turnsByOwner(AT_ONCE);

  return <Q extends Query, Row extends { _id: string }>(kind: ListKind<Q, Row>) => {
    const totals = memory.shelf<Counted>();
    const stretches = memory.shelf<readonly string[]>();
    const pages = memory.shelf<Page<Row>>();
    const together = askTogether<Page<Row>>();

    const read = async (query: Q, owner: string): Promise<Page<Row>> => {
      const at = now();
      const { version, total: known } = await kind.stand(query);
      const { page, pageSize, sortField } = query;
      const asked = { version, owner, at: at.getTime() };
      const filters = JSON.stringify(kind.filters(query));

      const count = (begin: () => void) =>
        inTurn(owner, async () => {
          begin();
          const value = await kind.count(query, at);
          return { value, bytes: 0, until: value.until };
        });
      const { total, until } = known === undefined ? await totals({ ...asked, key: filters }, count) : { total: known, until: null };

      const window = pageWindow(query, total);
      if (!window) return toPage([], total, query);
      const pagesEach = Math.max(1, Math.floor((kind.isSearch(query) ? STRETCH_OF_SEARCH : STRETCH) / pageSize));
      const stretch = Math.floor((page - 1) / pagesEach);
      const find = (begin: () => void) =>
        inTurn(owner, async () => {
          begin();
          const part = pageWindow({ page: stretch + 1, pageSize: pagesEach * pageSize }, total);
          const found = part ? await kind.ids(query, part, at) : [];
          const value = part?.fromEnd ? found.toReversed() : found;
          return { value, bytes: value.reduce((sum, id) => sum + id.length + ID_BYTES, 0), until };
        });
      const key = JSON.stringify([filters, sortField, pageSize, stretch]);
      const ids = await stretches({ ...asked, key }, find);

      const from = ((page - 1) % pagesEach) * pageSize;
      const shown = ids.slice(from, from + pageSize);
      const show = async (): Promise<Page<Row>> => {
        const rows = new Map((await kind.rows(query, shown)).map((row) => [row._id, row]));
        const items = shown.flatMap((id) => rows.get(id) ?? []);
        return toPage(items, total, query);
      };
      if (!kind.isSteady(query) || pageSize > KEPT_ROWS) return show();
      return pages({ ...asked, key: JSON.stringify(query) }, async (begin) => {
        begin();
        const value = await show();
        // Beside the rows stands the text that they are sent as.
        return { value, bytes: 2 * JSON.stringify(value).length, until };
      });
    };
    return (query: Q, owner: string): Promise<Page<Row>> => together(JSON.stringify([owner, query]), () => read(query, owner));
  };
};
export type Lists = ReturnType<typeof createLists>;
