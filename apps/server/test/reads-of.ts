import { sql } from 'kysely';
import type { Database, Db } from '../src/tables.ts';

type Reads = { rows: number; entries: number };

/** Returns the number of rows and index entries that a query reads from a table. */
export const readsOf = (db: Database, table: string, ask: (db: Db) => Promise<unknown>): Promise<Reads> =>
  db.transaction().execute(async (trx) => {
    const soFar = async (): Promise<Reads> => {
      const { rows } = await sql<Reads>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows,
          (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)::int from pg_index where indrelid = relid) as entries
        from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
      return rows[0] ?? { rows: 0, entries: 0 };
    };
    const before = await soFar();
    await ask(trx);
    const after = await soFar();
    return { rows: after.rows - before.rows, entries: after.entries - before.entries };
  });
