import { StorageAway } from '../../platform/files/file-storage.ts';
import type { Database } from '../../tables.ts';
import { readUploadedBytes } from './file.repository.ts';

const CACHED_AT_MOST = 10_000;

export type SizeCheck = (name: string, size: number) => Promise<void>;

/**
 * Fails if the stored size of a file differs from its uploaded size. Reads each size once from the database, since a name always has the
 * same bytes. Files are served unchecked while the database is unavailable.
 */
export const createSizeCheck = (db: Database): SizeCheck => {
  const sizes = new Map<string, number>();
  const uploadedBytes = async (name: string): Promise<number | null> => {
    const before = sizes.get(name);
    if (before !== undefined) return before;
    const bytes = await readUploadedBytes(db, name).catch(() => null);
    if (bytes === null) return null;
    const [oldest] = sizes.keys();
    if (sizes.size >= CACHED_AT_MOST && oldest !== undefined) sizes.delete(oldest);
    sizes.set(name, bytes);
    return bytes;
  };
  return async (name, size) => {
    const uploaded = await uploadedBytes(name);
    if (uploaded === null ? size > 0 : size === uploaded) return;
    throw new StorageAway(`The file storage has ${size} of ${uploaded ?? 'some'} bytes of ${name}`, { trouble: 'incomplete' });
  };
};
