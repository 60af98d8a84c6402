import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { inject } from 'vitest';
import { aContent, aStore, phones } from '../../apps/server/test/builders.ts';
import type { FreshWorld } from '../../apps/server/test/fresh-world.ts';
import { noteFileUses } from '../../apps/server/src/features/files/index.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { folderStorage } from '../../apps/server/src/platform/files/folder-storage.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import type { DataLocation } from './take-backup.ts';

/** A signal that is never aborted. */
export const unstopped = new AbortController().signal;

export const query = async <T extends pg.QueryResultRow>(url: string, statement: string, values: unknown[] = []): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(statement, values).finally(() => client.end());
  return rows;
};

export const locationOf = ({ databaseUrl, world }: FreshWorld): DataLocation => ({ url: databaseUrl, stores: openFiles(world) });

/** Adds the data of a chain: a store with phones, content with a picture, history, and rows whose texts need escaping. */
export const furnish = async ({ db, world, staff, tokenOf }: FreshWorld): Promise<{ file: string }> => {
  const store = await aStore(db, { openingHours: 'pon.–sob. 6–22\n\\.\tniedz.' });
  await phones(db, { main: store, subscribed: [store], count: 40 });
  const bytes = randomBytes(3_000);
  const file = `${randomBytes(16).toString('hex')}.png`;
  await openFiles(world).storage.put(file, bytes);
  const contentHash = createHash('sha256').update(bytes).digest();
  await db
    .insertInto('storedFile')
    .values({ name: file, contentHash, bytes: bytes.length, uploadedBy: 'test', askedAt: new Date(0), leaving: false })
    .execute();
  const item = await aContent(db, { prevImage: `cloudinary:${file}` });
  await noteFileUses(db, { entity: 'content', entityId: item }, `cloudinary:${file}`, new Date());
  await staff('POST /api/v1/store-group', { token: await tokenOf('admin'), body: { name: 'Łódź \\N "x"', includeStores: [store] } });
  return { file };
};

/** Creates an empty database and an empty folder for files. */
export const createEmptyLocation = async () => {
  const name = `restored_${newId()}`;
  const server = inject('databaseUrl').replace('DATABASE', 'postgres');
  await query(server, `create database ${name}`);
  const url = inject('databaseUrl').replace('DATABASE', name);
  const files = mkdtempSync(join(inject('folder'), 'restored-'));
  return {
    url,
    files,
    stores: { storage: folderStorage(files), cloudinary: null },
    /** Returns the number of tables and the names of the files. */
    contents: async (): Promise<{ tables: number; files: string[] }> => ({
      tables: (await query(url, `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)).length,
      files: readdirSync(files),
    }),
    drop: () => query(server, `drop database ${name} with (force)`),
  };
};

/** Creates a folder that the database's account may enter. */
export const openFolder = (): string => {
  const folder = mkdtempSync(join(inject('folder'), 'open-'));
  chmodSync(folder, 0o755);
  return folder;
};

export const newFolder = (): string => join(mkdtempSync(join(inject('folder'), 'backup-')), 'taken');

/** Returns every row of every logged table as text. */
export const rowsOf = async (url: string): Promise<Record<string, string[]>> => {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    // The time at which a migration was applied differs between databases.
    const row = name === 'kysely_migration' ? 't.name' : 't::text';
    found[name] = (await query<{ row: string }>(url, `select ${row} as row from "${name}" t order by 1`)).map((one) => one.row);
  }
  return found;
};

/** Returns the definitions of a schema, without names that PostgreSQL generates with numbers. */
export const schemaOf = async (url: string): Promise<string[]> =>
  (
    await query<{ part: string }>(
      url,
      `select pg_get_indexdef(indexrelid) as part from pg_index where indrelid::regclass::text not like 'pg\\_%'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text from pg_constraint where conrelid <> 0
       union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
       order by 1`,
    )
  ).map(({ part }) => part);

type Written = {
  format: number;
  steps: string[];
  tables: { name: string; rows: number; bytes: number; sha256: string }[];
  [more: string]: unknown;
};
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Changes a manifest and updates its checksum. */
export const rewriteManifest = (folder: string, change: (manifest: Written) => void): void => {
  const manifest: Written = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  change(manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, 'manifest.json'), text);
  writeFileSync(join(folder, 'manifest.json.sha256'), `${sha256(text)}  manifest.json\n`);
};
/** Changes the rows of a table and updates the checksum of its file, so that the change does not show there. */
export const changeRows = (folder: string, table: string, change: (rows: string) => string): void => {
  const path = join(folder, 'database', `${table}.copy.gz`);
  const packed = gzipSync(change(gunzipSync(readFileSync(path)).toString()));
  writeFileSync(path, packed);
  rewriteManifest(folder, ({ tables }) =>
    Object.assign(tables.find(({ name }) => name === table) ?? {}, { bytes: packed.length, sha256: sha256(packed) }),
  );
};
