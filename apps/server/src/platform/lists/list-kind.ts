import type { Page } from '@endcap/contract/core';
import type { PageWindow } from '../db/page-window.ts';
import type { Stand } from '../stand.ts';

export type ListQuery = { page: number; pageSize: number; sortField?: string };

/** What tells one kind of list from another; `Q` is its query, with the scope where there is one. */
export type ListKind<Q extends ListQuery, Row extends { _id: string }> = {
  /** What is asked first of all, and by what its answer is parsed on its way out. */
  usual: Q;
  reply: { parse: (page: Page<Row>) => unknown };
  /** Of every write that may change what is found or its order; with the total where the database keeps it. */
  stand: (query: Q) => Promise<Stand & { total?: number }>;
  /** What of the query says which rows are found. */
  filters: (query: Q) => Readonly<Record<string, unknown>>;
  /** Whether a text is searched for: one look then finds as much as many would. */
  isSearch: (query: Q) => boolean;
  /** Until when an answer holds if nothing is written, milliseconds since 1970; null, or left out: always. */
  until?: (query: Q, at: Date) => Promise<number | null>;
  count: (query: Q, at: Date) => Promise<number>;
  /** Ids of a part of the list, from the end that the window says. */
  ids: (query: Q, window: PageWindow, at: Date) => Promise<string[]>;
  /** In any order; what is no longer there is left out. */
  rows: (query: Q, ids: readonly string[]) => Promise<Row[]>;
  /** Whether everything that a row shows is written with the version. */
  isSteady: (query: Q) => boolean;
};
