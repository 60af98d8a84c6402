import { type Kysely, sql } from 'kysely';

/** Throws when the database does not answer. */
export const ping = async <T>(db: Kysely<T>): Promise<void> => void (await sql`select 1`.execute(db));
