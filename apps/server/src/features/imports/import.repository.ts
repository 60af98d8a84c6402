import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** Lets one import at a time plan and write. */
export const lockImports = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('endcap imports'))`.execute(db);
};
