import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the names of entries begin and end with. */
type Names = { prefix?: string; suffix?: string };

/** What the file system says of a file that is written now; its clock may be another than that of the process or the database. */
const writeNow = async (folder: string, { prefix = '', suffix = '' }: Names): Promise<{ mtimeMs: number; uid: number }> => {
  // It has such a name as well, so that one that is left behind is found later.
  const written = join(folder, `${prefix}now-${randomUUID()}${suffix}`);
  await writeFile(written, '', { flag: 'wx' });
  return lstat(written).finally(() => rm(written, { force: true }));
};

/**
 * Removes the entries of a folder that have such names, belong to this account and were last changed longer ago by the clock of the file system; a
 * folder that is not there holds nothing. Throws the first failure to remove one, after all others were tried.
 */
export const removeOld = async (folder: string, names: Names, olderThanMs: number): Promise<void> => {
  const { prefix = '', suffix = '' } = names;
  const found = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(prefix) && name.endsWith(suffix));
  if (found.length === 0) return;
  const entries = await Promise.all(
    found.map(async (name) => ({ path: join(folder, name), facts: await lstat(join(folder, name)).catch(() => null) })),
  );
  // A full disk takes no file: at least it is as late as the newest entry says.
  const newest = Math.max(...entries.map(({ facts }) => facts?.mtimeMs ?? 0));
  const now = await writeNow(folder, names).catch(() => ({ mtimeMs: newest, uid: process.getuid?.() }));
  const isOld = ({ facts }: (typeof entries)[number]): boolean =>
    facts !== null && facts.uid === now.uid && now.mtimeMs - facts.mtimeMs > olderThanMs;
  const removed = await Promise.allSettled(entries.filter(isOld).map(({ path }) => rm(path, { recursive: true, force: true })));
  for (const one of removed) if (one.status === 'rejected') throw one.reason;
};
