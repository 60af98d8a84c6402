import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/config.ts';
import type { FileStores } from '../../apps/server/src/features/files/index.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { throwAwayWorld } from '../test/throw-away-world.ts';
import { filePath, type Manifest } from './manifest.ts';
import { pieceOf } from './pieces.ts';
import { Refusal } from './refusal.ts';
import { restoreBackup } from './restore-backup.ts';
import { sendOneTest } from './send-one-test.ts';
import { type DataLocation, takeBackup } from './take-backup.ts';

export type Drilled = { folder: string | null; manifest: Manifest; open: number; seconds: Record<string, number> };

const filesMustAgree = async ({ storage }: FileStores, { files, lost }: Manifest, signal: AbortSignal): Promise<void> => {
  const differ = [...lost];
  for (const { name, sha256 } of files)
    if ((await storage.size(name)) === null || (await pieceOf(await storage.read(name), signal)).sha256 !== sha256) differ.push(name);
  if (differ.length > 0)
    throw new Refusal(`Of the files that the database names these are missing or differ: ${differ.map(filePath).join(', ')}`);
};

const sendsMustWait = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query<{ id: string }>(
      `select notification_id as id from fan_out
       where state in ('expanding', 'sending') and pause_reason is null and incarnation = incarnation()
         and notification_id not in (select id from notification where is_test)`,
    )
    .finally(() => client.end());
  if (rows.length > 0)
    throw new Refusal(`What was being sent goes on by itself on the restored copy: ${rows.map(({ id }) => id).join(', ')}`);
};

/**
 * Tests a backup: the one in a folder, or a new one of a database and its files. Restores it into a separate database, which compares
 * every table. Then compares every file, starts the processes on it and sends one test. Throws a `Refusal` that names the differences (OPS-04).
 */
export const runDrill = async (of: { folder: string } | { location: DataLocation }, signal: AbortSignal): Promise<Drilled> => {
  const seconds: Record<string, number> = {};
  const timed = async <T>(step: string, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await work;
    seconds[step] = Number(((performance.now() - startedAt) / 1000).toFixed(1));
    return result;
  };
  const world = await timed('prepare', throwAwayWorld({ name: 'drill', durable: false, isQuiet: true }));
  try {
    const folder = 'folder' in of ? of.folder : join(world.folder, 'backup');
    if ('location' in of) await timed('backup', takeBackup(of.location, folder, signal));
    const url = world.settings['DATABASE_URL'] ?? '';
    const stores = openFiles({ config: readConfig(world.settings), now: () => new Date() });
    const { manifest, open } = await timed('restore', restoreBackup({ url, stores }, folder, signal));
    await timed('files', filesMustAgree(stores, manifest, signal));
    await timed('test', sendOneTest(world, signal));
    await sendsMustWait(url);
    return { folder: 'folder' in of ? folder : null, manifest, open, seconds };
  } finally {
    await world.close();
  }
};
