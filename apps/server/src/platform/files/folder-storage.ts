import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { FileStorage } from './file-storage.ts';
import { removeOld } from './remove-old.ts';

const flushed = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
};

/** Blobs as files of one folder, flushed before they get their name. */
export const folderStorage = (folder: string): FileStorage => {
  const at = (name: string): string => join(folder, name);
  /** Writes to a file of its own first, so that concurrent writes of one name do not conflict. Removes it on failure. */
  const write = async (name: string, fill: (partial: string) => Promise<void>): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const partial = at(`${name}.${randomUUID()}.part`);
    try {
      await fill(partial);
      await flushed(partial);
      await rename(partial, at(name));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  };
  return {
    put: (name, bytes) =>
      write(name, async (partial) => {
        const file = await open(partial, 'w');
        await file.writeFile(bytes).finally(() => file.close());
      }),
    take: (name, path) => write(name, (partial) => copyFile(path, partial, constants.COPYFILE_EXCL)),
    size: (name) =>
      stat(at(name)).then(
        (file) => (file.isFile() ? file.size : null),
        () => null,
      ),
    read: async (name, range) => createReadStream(at(name), range),
    check: async () => {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.R_OK | constants.W_OK);
    },
    isEmpty: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return names.length === 0;
    },
    tidy: (olderThanMs) => removeOld(folder, { suffix: '.part' }, olderThanMs),
    remove: (name) => rm(at(name), { force: true }),
  };
};
