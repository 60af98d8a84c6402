import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes what a folder holds under such names and was last changed before an instant; a folder that is not there holds nothing. What cannot be removed keeps nothing else, and is thrown at the end. */
export const removeOld = async (folder: string, names: RegExp, before: Date): Promise<void> => {
  const found = (await readdir(folder).catch(() => [])).filter((name) => names.test(name));
  const failures: unknown[] = [];
  for (const name of found) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtime < before) await rm(path, { recursive: true, force: true }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} old entries of ${folder} cannot be removed`);
};
