import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { FileStores } from '../../apps/server/src/features/files/index.ts';
import { build, versionText } from '../../apps/server/src/platform/build.ts';
import { copyDatabase } from './copy-database.ts';
import { copyFiles } from './copy-files.ts';
import { type Manifest, manifestFiles } from './manifest.ts';
import { isMissing, Refusal, throwNoRoom } from './refusal.ts';

/** A database and its file store. */
export type DataLocation = { url: string; stores: FileStores };
export type Taken = Omit<Manifest, 'format'> & { folder: string; others: string[] };

/** Returns the absolute path of the folder for a new backup. It must be missing or empty, and its parent must exist. */
const freeFolder = async (target: string): Promise<string> => {
  const folder = resolve(target);
  const parent = await stat(dirname(folder)).catch(() => null);
  if (!parent?.isDirectory()) throw new Refusal(`There is no folder ${dirname(folder)}`);
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return [];
    throw new Refusal(`${folder} cannot be used (${error.code})`);
  });
  if (found.length > 0) throw new Refusal(`${folder} is not empty: name a folder that is new`);
  return folder;
};

const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};

/** Host and database, without user and password. */
const withoutSecrets = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/**
 * Copies a snapshot of database and files into a folder, while others go on writing. The folder gets its name once everything is flushed to
 * disk. A failed backup leaves nothing (OPS-04).
 */
export const takeBackup = async ({ url, stores }: DataLocation, target: string, signal: AbortSignal): Promise<Taken> => {
  const folder = await freeFolder(target);
  const to = join(dirname(folder), `.${basename(folder)}.${randomBytes(4).toString('hex')}.part`);
  try {
    await mkdir(to, { mode: 0o700 });
    const { named, others, ...database } = await copyDatabase({ url, to, signal });
    const files = await copyFiles({ url, stores, named, to, signal });
    const manifest = { version: versionText(build), ...database, ...files, from: withoutSecrets(url) };
    for (const [name, text] of Object.entries(manifestFiles(manifest)))
      await writeFile(join(to, name), text, { mode: 0o600, flag: 'wx', flush: true });
    for (const part of [join(to, 'database'), join(to, 'files'), to]) await flushFolder(part);
    await rename(to, folder);
    await flushFolder(dirname(folder));
    return { ...manifest, folder, others };
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    return throwNoRoom(error, dirname(folder));
  }
};
