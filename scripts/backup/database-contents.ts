import pg from 'pg';
import { ownTables } from '../../apps/server/src/platform/db/schema-fit.ts';

const id = pg.escapeIdentifier;

export type TableFacts = { name: string; columns: string[] };
export type Measure = { rows: number; checksum: string };

/** Returns every table with the columns that COPY writes. Generated columns are left out. */
const everyTable = async (client: pg.ClientBase): Promise<TableFacts[]> => {
  const { rows } = await client.query<TableFacts>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and c.relname not like 'kysely\\_migration%'
    group by c.relname order by c.relname`);
  return rows;
};

/** Returns the tables of Endcap, and the names of all other tables in the schema. */
export const tablesIn = async (client: pg.ClientBase): Promise<{ tables: TableFacts[]; others: string[] }> => {
  const known = await ownTables();
  const all = await everyTable(client);
  return {
    tables: all.filter(({ name }) => known.has(name)),
    others: all.filter(({ name }) => !known.has(name)).map(({ name }) => name),
  };
};

/** Returns the months, such as 202611, for which receipts and chunks have partitions. */
export const monthsIn = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ month: string }>(`
    select distinct right(part.relname, 6) as month from pg_inherits join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent
    where whole.relnamespace = current_schema()::regnamespace and whole.relkind = 'p' and part.relname ~ '_[0-9]{6}$' order by 1`);
  return rows.map(({ month }) => month);
};

/** Returns whether a database contains any tables. */
export const hasTables = async (client: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' limit 1`,
  );
  return rowCount !== 0;
};

/** Returns the row count of a table and the sum of its row hashes. The sum does not depend on the order of the rows. */
export const measure = async (client: pg.ClientBase, name: string): Promise<Measure> => {
  const { rows } = await client.query<Measure>(
    `select count(*)::float8 as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as checksum from ${id(name)} t`,
  );
  return rows[0] ?? { rows: 0, checksum: '0' };
};

export type SequenceFacts = { name: string; value: string; isCalled: boolean };

/** Returns the values of the sequences. They only grow, so they are at or beyond any snapshot. */
export const sequencesOf = async (client: pg.ClientBase, tables: readonly string[]): Promise<SequenceFacts[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
     where s.relkind = 'S' and d.refobjid = any($1::text[]::regclass[]) order by 1`,
    [tables.map(id)],
  );
  const found: SequenceFacts[] = [];
  for (const { name } of rows) {
    const { rows: at } = await client.query<SequenceFacts>(
      `select $1::text as name, last_value::text as value, is_called as "isCalled" from ${id(name)}`,
      [name],
    );
    found.push(...at);
  }
  return found;
};
