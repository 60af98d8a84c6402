import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Prefix and suffix of file names. */
type Names = { prefix?: string; suffix?: string };

/** Returns the time and owner that the file system gives to a new file. Its clock may differ from that of the process and the database. */
const writeNow = async (folder: string, { prefix = '', suffix = '' }: Names): Promise<{ mtimeMs: number; uid: number }> => {
  // Its name matches as well, so that a later call removes it if it is left behind.
  const written = join(folder, `${prefix}now-${randomUUID()}${suffix}`);
  await writeFile(written, '', { flag: 'wx' });
  return lstat(written).finally(() => rm(written, { force: true }));
};

/**
 * Removes the entries of a folder that have such names, belong to this account and are older than `olderThanMs` by the clock of the file
 * system. A missing folder counts as empty. If an entry cannot be removed, throws the first error after trying all others.
 */
export const removeOld = async (folder: string, names: Names, olderThanMs: number): Promise<void> => {
  const { prefix = '', suffix = '' } = names;
  const matches = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(prefix) && name.endsWith(suffix));
  if (matches.length === 0) return;
  const entries = await Promise.all(
    matches.map(async (name) => ({ path: join(folder, name), facts: await lstat(join(folder, name)).catch(() => null) })),
  );
  // No file can be written to a full disk. The time of the newest entry is then used as the present.
  const newest = Math.max(...entries.map(({ facts }) => facts?.mtimeMs ?? 0));
  const now = await writeNow(folder, names).catch(() => ({ mtimeMs: newest, uid: process.getuid?.() }));
  const isOld = ({ facts }: (typeof entries)[number]): boolean =>
    facts !== null && facts.uid === now.uid && now.mtimeMs - facts.mtimeMs > olderThanMs;
  const removed = await Promise.allSettled(entries.filter(isOld).map(({ path }) => rm(path, { recursive: true, force: true })));
  for (const one of removed) if (one.status === 'rejected') throw one.reason;
};
