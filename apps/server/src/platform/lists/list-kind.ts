import type { Page } from '@endcap/contract/core';
import type { PageWindow } from '../db/page-window.ts';
import type { DataVersion } from '../data-version.ts';

export type ListQuery = { page: number; pageSize: number; sortField?: string };

/** Definition of one kind of list; `Q` is its query, with the scope if it has one. */
export type ListKind<Q extends ListQuery, Row extends { _id: string }> = {
  /** The query that the web page sends first, also used to warm up. `reply` validates the response. */
  initialQuery: Q;
  reply: { parse: (page: Page<Row>) => unknown };
  /** Version of all writes that may change the rows found or their order, with the total if the database stores it. */
  version: (query: Q) => Promise<DataVersion & { total?: number }>;
  /** Returns whether the query searches for text. A search costs about the same for many rows as for few, so it reads more at once. */
  isSearch: (query: Q) => boolean;
  /** Returns when an answer expires if nothing is written, in milliseconds since 1970; null or omitted: never. */
  until?: (query: Q, at: Date) => Promise<number | null>;
  count: (query: Q, at: Date) => Promise<number>;
  /** Returns the ids in the window, read from its end of the list. */
  ids: (query: Q, window: PageWindow, at: Date) => Promise<string[]>;
  /** Returns the rows in any order, without those that no longer exist. */
  rows: (query: Q, ids: readonly string[]) => Promise<Row[]>;
  /** Returns whether the version changes with everything that a row shows. */
  versionCoversRows: (query: Q) => boolean;
};
