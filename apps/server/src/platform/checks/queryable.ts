import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';

/** Runs SQL statements: a node-postgres client, or a pool behind Kysely. */
export type Queryable = {
  query: <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
};

/** Runs each statement on any free connection of a pool. */
export const queryableOf = (db: QueryExecutorProvider): Queryable => ({
  query: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) => {
    const { rows } = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(statement, values) as CompiledQuery<Row>);
    return { rows };
  },
});
