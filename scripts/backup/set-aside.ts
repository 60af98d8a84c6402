import pg from 'pg';

const id = pg.escapeIdentifier;

/** Foreign keys and indexes of tables that are to be filled: made again at the end they are made once for all rows. */
const definitions = async (client: pg.ClientBase, tables: readonly string[]): Promise<{ drop: string[]; make: string[] }> => {
  const { rows: keys } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::text[]::regclass[]) order by conrelid, conname`,
    [tables.map(id)],
  );
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as make
     from pg_index where indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`,
    [tables.map(id)],
  );
  // They go with the index of the whole, which finds them when it is made again.
  const { rows: ofParts } = await client.query<{ make: string }>(
    `select pg_get_indexdef(i.indexrelid) as make from pg_index i join pg_inherits t on t.inhrelid = i.indrelid
     where t.inhparent = any($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid) order by i.indexrelid`,
    [tables.map(id)],
  );
  return {
    drop: [...keys, ...indexes].map(({ drop }) => drop),
    make: [...ofParts, ...indexes, ...keys].map(({ make }) => make),
  };
};

/** Empties tables and fills them without keys, indexes and triggers, all of which are there again afterwards. In a transaction, on tables that this role owns. */
export const withoutIndexes = async (client: pg.ClientBase, tables: readonly string[], fill: () => Promise<void>): Promise<void> => {
  const all = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await client.query(statement);
  };
  const { drop, make } = await definitions(client, tables);
  await client.query(`set local maintenance_work_mem = '256MB'`);
  await all(drop);
  await all(tables.map((name) => `alter table ${id(name)} disable trigger user`));
  await client.query(`truncate ${tables.map(id).join(', ')}`);
  await fill();
  await all(make);
  await all(tables.map((name) => `alter table ${id(name)} enable trigger user`));
};
