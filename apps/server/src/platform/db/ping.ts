import { type QueryExecutorProvider, sql } from 'kysely';

/** Throws when the database does not answer. */
export const ping = async (db: QueryExecutorProvider): Promise<void> => void (await sql`select 1`.execute(db));
