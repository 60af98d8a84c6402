import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Where named blobs are kept. Names are made by the caller and never contain a path. */
export type FileStorage = {
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** Moves a finished local file in. */
  take: (name: string, path: string) => Promise<void>;
  size: (name: string) => Promise<number | null>;
  read: (name: string, range?: { start: number; end: number }) => Readable;
};

const flushed = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
};

/** Blobs as files of one folder. A name exists only once its bytes are complete and flushed (F47). */
export const folderStorage = (folder: string): FileStorage => {
  const at = (name: string): string => join(folder, name);
  const partial = (name: string): string => at(`${name}.part`);
  const publish = async (name: string): Promise<void> => {
    await flushed(partial(name));
    await rename(partial(name), at(name));
  };
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const file = await open(partial(name), 'w');
      await file.writeFile(bytes).finally(() => file.close());
      await publish(name);
    },
    async take(name, path) {
      await mkdir(folder, { recursive: true });
      await copyFile(path, partial(name), constants.COPYFILE_EXCL);
      await publish(name);
      await rm(path, { force: true });
    },
    size: (name) =>
      stat(at(name)).then(
        (found) => (found.isFile() ? found.size : null),
        () => null,
      ),
    read: (name, range) => createReadStream(at(name), range),
  };
};
