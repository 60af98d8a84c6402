import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { copyOut } from '../../apps/server/src/platform/db/copy-streams.ts';
import { openPool, UNLIMITED } from '../../apps/server/src/platform/db/connection.ts';
import { ownSteps, sinceBaseline } from '../../apps/server/src/platform/db/schema-fit.ts';
import { measure, monthsIn, sequencesOf, type TableFacts, tablesIn } from './database-contents.ts';
import { type Manifest, tablePath, type TablePiece } from './manifest.ts';
import { writePiece } from './pieces.ts';
import { Refusal } from './refusal.ts';

const id = pg.escapeIdentifier;
/** The output is half as large again as at the best level, in a quarter of the time. */
const GZIP_LEVEL = 1;

/** A file that the database names, with the SHA256 of the upload. */
export type NamedFile = { name: string; contentHash: Buffer };
export type DatabaseCopy = Pick<Manifest, 'takenAt' | 'postgres' | 'steps' | 'tables' | 'months' | 'sequences'> & {
  named: NamedFile[];
  /** Tables beside ours, which are left out. */
  others: string[];
};

const stepsOf = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass('kysely_migration') is not null as "isThere"`);
  if (!found[0]?.isThere) throw new Refusal('This database holds nothing of Endcap');
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const known = new Set(await ownSteps());
  const steps = sinceBaseline(rows.map(({ name }) => name));
  const foreign = steps.find((step) => !known.has(step));
  if (foreign)
    throw new Refusal(`The database has ${foreign}, which this version does not know: back it up with the version that it belongs to`);
  return steps;
};

/** Opens a snapshot of the whole database and locks its tables. Until it ends no migration can change a table; reads and writes go on. */
const lockTables = async (client: pg.ClientBase): Promise<{ tables: TableFacts[]; others: string[] }> => {
  const seen = await tablesIn(client);
  if (seen.tables.length === 0) throw new Refusal('This database holds nothing of Endcap');
  await client.query('begin isolation level repeatable read read only');
  // LOCK TABLE takes no snapshot. The first query after it does, when the tables can no longer change.
  await client.query(`lock table ${seen.tables.map(({ name }) => id(name)).join(', ')} in access share mode`);
  return tablesIn(client);
};

const copyTable = async (client: pg.ClientBase, { name, columns }: TableFacts, to: string, signal: AbortSignal): Promise<TablePiece> => {
  const packed = createGzip({ level: GZIP_LEVEL });
  const rows = copyOut(client, `copy (select ${columns.map(id).join(', ')} from ${id(name)}) to stdout`);
  rows.on('error', (error) => packed.destroy(error));
  const piece = await writePiece(join(to, tablePath(name)), rows.pipe(packed), signal);
  return { name, columns, ...(await measure(client, name)), ...piece };
};

/** Copies the whole database as it was at one instant into a folder, while others go on writing. */
export const copyDatabase = async ({ url, to, signal }: { url: string; to: string; signal: AbortSignal }): Promise<DatabaseCopy> => {
  const pool = openPool({ url, poolSize: 1, onError: () => {}, limits: UNLIMITED });
  const client = await pool.connect();
  let isWhole = false;
  try {
    await mkdir(join(to, 'database'), { mode: 0o700 });
    const { tables, others } = await lockTables(client);
    const { rows: facts } = await client.query<{ at: Date; postgres: string }>(
      `select transaction_timestamp() as at, current_setting('server_version') as postgres`,
    );
    const steps = await stepsOf(client);
    const pieces: TablePiece[] = [];
    for (const table of tables) pieces.push(await copyTable(client, table, to, signal));
    const months = await monthsIn(client);
    const sequences = await sequencesOf(
      client,
      tables.map(({ name }) => name),
    );
    const { rows: named } = await client.query<NamedFile>(
      'select name, content_hash as "contentHash" from stored_file where not leaving order by name',
    );
    await client.query('commit');
    isWhole = true;
    return {
      takenAt: facts[0]?.at.toISOString() ?? '',
      postgres: facts[0]?.postgres ?? '',
      steps,
      tables: pieces,
      months,
      sequences,
      named,
      others,
    };
  } finally {
    client.release(!isWhole);
    await pool.end();
  }
};
