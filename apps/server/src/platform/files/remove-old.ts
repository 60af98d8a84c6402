import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the names of entries begin and end with. */
type Names = { prefix?: string; suffix?: string };

/**
 * Removes the entries of a folder that have such names, belong to this account and were last changed longer ago; a folder that is not there holds nothing.
 * Their times are compared with that of a file that is written now: the clock of the file system may be another than that of the process or the database.
 */
export const removeOld = async (folder: string, { prefix = '', suffix = '' }: Names, olderThanMs: number): Promise<void> => {
  const found = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(prefix) && name.endsWith(suffix));
  if (found.length === 0) return;
  // It has such a name as well, so that one that is left behind is found later.
  const written = join(folder, `${prefix}now-${randomUUID()}${suffix}`);
  await writeFile(written, '', { flag: 'wx' });
  const now = await lstat(written).finally(() => rm(written, { force: true }));
  for (const name of found) {
    const path = join(folder, name);
    const facts = await lstat(path).catch(() => null);
    const isOld = facts !== null && facts.uid === now.uid && now.mtimeMs - facts.mtimeMs > olderThanMs;
    // The next call tries again.
    if (isOld) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
};
