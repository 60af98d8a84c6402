import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes what a folder holds under such names and was last changed before an instant; a folder that is not there holds nothing. */
export const removeOld = async (folder: string, names: RegExp, before: Date): Promise<void> => {
  const found = (await readdir(folder).catch(() => [])).filter((name) => names.test(name));
  for (const name of found) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtime < before) await rm(path, { recursive: true, force: true });
  }
};
