import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { STORED_IMAGE } from '@endcap/contract/files';
import pg from 'pg';
import type { FileStores } from '../../apps/server/src/features/files/index.ts';
import type { NamedFile } from './copy-database.ts';
import { type FilePiece, filePath, type Manifest } from './manifest.ts';
import { writePiece } from './pieces.ts';
import { Refusal } from './refusal.ts';

/** Number of files copied in parallel. A remote store has latency per file, but serves many at a time. */
const AT_ONCE = 8;

type CopiedFile = FilePiece | 'gone' | 'elsewhere';

const copyFile = async (stores: FileStores, { name, contentHash }: NamedFile, to: string, signal: AbortSignal): Promise<CopiedFile> => {
  const { storage, cloudinary } = stores;
  if ((await storage.size(name)) === null) return cloudinary && STORED_IMAGE.test(name) ? 'elsewhere' : 'gone';
  const path = join(to, filePath(name));
  try {
    const piece = await writePiece(path, await storage.read(name), signal);
    if (piece.sha256 === contentHash.toString('hex')) return { name, ...piece };
  } catch (error) {
    // Ignore the error if the file was removed after its size was read.
    if (signal.aborted || (await storage.size(name)) !== null) throw error;
  }
  await rm(path, { force: true });
  return 'gone';
};

/** Returns the missing files that the database still names. The others were unused and have been deleted since the snapshot. */
const stillNamed = async (url: string, names: readonly string[]): Promise<Set<string>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from stored_file where name = any($1::text[]) and not leaving', [
      names,
    ]);
    return new Set(rows.map(({ name }) => name));
  } finally {
    await client.end();
  }
};

type FilesCopy = Pick<Manifest, 'files' | 'lost' | 'swept' | 'elsewhere'>;
type Work = { url: string; stores: FileStores; named: readonly NamedFile[]; to: string; signal: AbortSignal };

/** Copies the files that the database snapshot names. Returns missing and damaged files as `lost`. */
export const copyFiles = async ({ url, stores, named, to, signal }: Work): Promise<FilesCopy> => {
  await mkdir(join(to, 'files'), { mode: 0o700 });
  const copied = new Map<string, CopiedFile>();
  const rest = named.values();
  const lane = async (): Promise<void> => {
    for (const file of rest) copied.set(file.name, await copyFile(stores, file, to, signal));
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  const gone = named.map(({ name }) => name).filter((name) => copied.get(name) === 'gone');
  const lost = gone.length > 0 ? await stillNamed(url, gone) : new Set<string>();
  if (lost.size > 0 && lost.size === named.length)
    throw new Refusal(
      `None of the ${lost.size} files that the database names lies where the settings say (ENDCAP_FILES_DIR or ENDCAP_FILES_S3_BUCKET): is it the right place?`,
    );
  const files = named.flatMap(({ name }) => {
    const file = copied.get(name);
    return typeof file === 'object' ? [file] : [];
  });
  return {
    files,
    lost: gone.filter((name) => lost.has(name)),
    swept: gone.filter((name) => !lost.has(name)),
    elsewhere: [...copied.values()].filter((file) => file === 'elsewhere').length,
  };
};
