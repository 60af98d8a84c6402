import { type QueryExecutorProvider, sql } from 'kysely';

/** Throws when the database does not answer. */
export const ping = async (db: QueryExecutorProvider): Promise<void> => void (await sql`select 1`.execute(db));

/** Returns a query for the tables that our role may not read and write. Partitions are skipped, since their parents grant the access. */
export const closedTables = (tables: Iterable<string>): string => `
  select c.relname::text from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname = any (array[${Array.from(tables, (name) => `'${name}'`).join(', ')}]::text[])
    and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
      and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
  order by 1`;

/**
 * Throws when the database does not answer, takes no writes, or does not let our role read and write one of the tables. The server raises the error, so that the connection is
 * closed as after any statement that a read-only server refuses.
 */
export const pingWritable = async (db: QueryExecutorProvider, tables: Iterable<string> = []): Promise<void> => {
  await sql`do $$ begin
    if current_setting('transaction_read_only')::boolean then
      raise exception 'the database server is read-only' using errcode = '25006';
    end if;
    if exists (${sql.raw(closedTables(tables))}) then
      raise exception 'the role may not read and write every table' using errcode = '42501';
    end if;
  end $$`.execute(db);
};
