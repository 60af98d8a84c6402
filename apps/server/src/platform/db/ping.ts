import { type QueryExecutorProvider, sql } from 'kysely';

/** Throws when the database does not answer. */
export const ping = async (db: QueryExecutorProvider): Promise<void> => void (await sql`select 1`.execute(db));

/**
 * Throws when the database does not answer, or takes no writes. The server raises the error, so that the connection is closed as after any
 * statement that a read-only server refuses.
 */
export const pingWritable = async (db: QueryExecutorProvider): Promise<void> => {
  await sql`do $$ begin
    if current_setting('transaction_read_only')::boolean then
      raise exception 'the database server is read-only' using errcode = '25006';
    end if;
  end $$`.execute(db);
};
