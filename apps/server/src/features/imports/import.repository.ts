import { type QueryExecutorProvider, sql } from 'kysely';

/** Lets one import at a time plan and write. */
export const lockImports = async (db: QueryExecutorProvider): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('endcap imports'))`.execute(db);
};
