import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { copyIn } from '../../apps/server/src/platform/db/copy-streams.ts';
import { openDatabase, openPool, UNLIMITED } from '../../apps/server/src/platform/db/connection.ts';
import { makeSchema } from '../../apps/server/src/platform/db/migrate.ts';
import { hasTables, measure, tablesIn } from './database-contents.ts';
import { type Manifest, tablePath } from './manifest.ts';
import { Refusal } from './refusal.ts';
import { withoutIndexes } from './set-aside.ts';

const id = pg.escapeIdentifier;

const mustMakeTables = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ role: string; may: boolean }>(
    `select current_user as role, has_schema_privilege('public', 'create') as may`,
  );
  for (const { role, may } of rows)
    if (!may) throw new Refusal(`${role} may make no tables in this database: restore as the role that owns it`);
};

const tablesMustFit = async (client: pg.ClientBase, { tables }: Manifest): Promise<void> => {
  const made = await tablesIn(client);
  const differs = tables.find(({ name, columns }) => made.tables.find((table) => table.name === name)?.columns.join() !== columns.join());
  if (differs) throw new Refusal(`The backup's table ${differs.name} has other columns than its version of the schema`);
};

const fill = async (client: pg.ClientBase, folder: string, { tables, sequences }: Manifest, signal: AbortSignal): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class where relkind = 'p'`);
  const inParts = new Set(rows.map(({ name }) => name));
  for (const { name, columns } of tables) {
    // FREEZE saves a later vacuum, since the table was created in this transaction. COPY rejects it for partitioned tables.
    const statement = `copy ${id(name)} (${columns.map(id).join(', ')}) from stdin${inParts.has(name) ? '' : ' with (freeze)'}`;
    await pipeline(
      createReadStream(join(folder, tablePath(name))),
      createGunzip(),
      (rows: AsyncIterable<Buffer>) => copyIn(client, statement, rows),
      { signal },
    );
  }
  for (const { name, value, isCalled } of sequences) await client.query('select setval($1::regclass, $2, $3)', [id(name), value, isCalled]);
};

/** Returns the tables whose rows differ from the backup. */
const differences = async (client: pg.ClientBase, { tables }: Manifest): Promise<string[]> => {
  const differences: string[] = [];
  for (const { name, rows, checksum } of tables) {
    const here = await measure(client, name);
    if (here.rows !== rows) differences.push(`${name} (${here.rows} rows instead of ${rows})`);
    else if (here.checksum !== checksum) differences.push(`${name} (${rows} rows, not the same)`);
  }
  return differences;
};

/** Counts the planned sends. A backup from before plans has no such table. */
const countPlans = async (client: pg.ClientBase): Promise<number> => {
  const { rows: tables } = await client.query<{ isThere: boolean }>(`select to_regclass('fan_out_plan') is not null as "isThere"`);
  if (!tables[0]?.isThere) return 0;
  const { rows } = await client.query<{ plans: number }>('select count(*)::int as plans from fan_out_plan');
  return rows[0]?.plans ?? 0;
};

/**
 * Adapts restored rows to this database: sends that were open or planned wait for a person (decision 20), and files deleted during the
 * backup are marked for deletion.
 */
const settle = async (client: pg.ClientBase, { swept }: Manifest): Promise<{ open: number }> => {
  await client.query('update stored_file set leaving = true where name = any($1::text[])', [swept]);
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from fan_out where state in ('expanding', 'sending') and incarnation <> incarnation()`,
  );
  return { open: (rows[0]?.open ?? 0) + (await countPlans(client)) };
};

type Load = { url: string; folder: string; manifest: Manifest; signal: AbortSignal; before: () => Promise<void> };

/**
 * Creates the schema of a backup in an empty database and loads its rows in one transaction. Rolls back if a table differs from the backup.
 * `before` runs just before the commit. `open` counts the notifications that were being sent, or planned, when the backup was taken.
 */
export const loadDatabase = async ({ url, folder, manifest, signal, before }: Load): Promise<{ open: number }> => {
  const pool = openPool({ url, poolSize: 1, onError: () => {}, limits: UNLIMITED });
  const connected = Promise.withResolvers<pg.ClientBase>();
  pool.on('connect', connected.resolve);
  const db = openDatabase<unknown>(pool);
  const transaction = await db.startTransaction().execute();
  // The pool has one connection, which the transaction uses.
  const client = await connected.promise;
  try {
    if (await hasTables(client)) throw new Refusal('The database is not empty: restore into a new one');
    await mustMakeTables(client);
    await makeSchema(transaction, manifest.steps);
    await tablesMustFit(client, manifest);
    for (const month of manifest.months) await client.query('select make_month($1)', [month]);
    const names = manifest.tables.map(({ name }) => name);
    await withoutIndexes(client, names, () => fill(client, folder, manifest, signal));
    await client.query('analyze');
    const differs = await differences(client, manifest);
    if (differs.length > 0) throw new Refusal(`What was restored is not what was backed up: ${differs.join(', ')}`);
    const settled = await settle(client, manifest);
    await before();
    await transaction.commit().execute();
    return settled;
  } catch (error) {
    await transaction
      .rollback()
      .execute()
      .catch(() => {});
    throw error;
  } finally {
    await db.destroy();
  }
};
