import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';

/** Whatever runs a statement: a connection of node-postgres, or a pool behind Kysely. */
export type Queryable = {
  query: <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
};

/** Runs each statement on whichever connection of a pool is free. */
export const queryableOf = (db: QueryExecutorProvider): Queryable => ({
  query: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) => {
    const { rows } = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(statement, values) as CompiledQuery<Row>);
    return { rows };
  },
});
