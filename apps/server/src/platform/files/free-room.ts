import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

type Room = { bavail: number; blocks: number; bsize: number };

/** Room of a folder's disk; of the nearest folder above one that does not exist yet. */
export const roomOf = async (folder: string): Promise<Room> => {
  const path = resolve(folder);
  return statfs(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(path) !== path) return roomOf(dirname(path));
    throw error;
  });
};

/** Share of a folder's disk that is free for this account, from 0 to 1. */
export const freeShareOf = async (folder: string): Promise<number> => {
  const { bavail, blocks } = await roomOf(folder);
  return blocks === 0 ? 1 : bavail / blocks;
};
