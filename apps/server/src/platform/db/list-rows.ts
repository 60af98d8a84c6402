import { type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PageWindow } from './page-window.ts';

/** An order and its reverse. */
export type Order = readonly [order: RawBuilder<unknown>, fromEnd: RawBuilder<unknown>];

/** Returns the ids of a page of the results. They are read as one value: thousands of rows would take longer to read than to find. */
export const idsOf = async <T, Tables extends keyof T>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<T, Tables, { id: string }>,
  [order, fromEnd]: Order,
  { fromEnd: isFromEnd, limit, offset }: PageWindow,
): Promise<string[]> => {
  const part = query
    .orderBy(isFromEnd ? fromEnd : order)
    .limit(limit)
    .offset(offset);
  const { rows } = await sql<{ ids: string }>`select array_to_string(array(${part}), ',') as ids`.execute(db);
  const { ids = '' } = rows[0] ?? {};
  return ids === '' ? [] : ids.split(',');
};

/** Uses one parameter for all ids, so that the statement stays the same. */
export const isOneOf = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::text[])`;
