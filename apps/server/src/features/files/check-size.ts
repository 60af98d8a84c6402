import { StorageAway } from '../../platform/files/file-storage.ts';
import type { Database } from '../../tables.ts';
import { readUploadedBytes } from './file.repository.ts';

const KNOWN_AT_MOST = 10_000;

export type SizeCheck = (name: string, size: number) => Promise<void>;

/**
 * Fails when the storage has another number of bytes of a file than were uploaded. The database is asked once for each name, which never changes its
 * bytes. Files are served unchecked while it is away.
 */
export const createSizeCheck = (db: Database): SizeCheck => {
  const known = new Map<string, number>();
  const uploadedBytes = async (name: string): Promise<number | null> => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const bytes = await readUploadedBytes(db, name).catch(() => null);
    if (bytes === null) return null;
    const [oldest] = known.keys();
    if (known.size >= KNOWN_AT_MOST && oldest !== undefined) known.delete(oldest);
    known.set(name, bytes);
    return bytes;
  };
  return async (name, size) => {
    const uploaded = await uploadedBytes(name);
    if (uploaded === null ? size > 0 : size === uploaded) return;
    throw new StorageAway(`The file storage has ${size} of ${uploaded ?? 'some'} bytes of ${name}`, { trouble: 'incomplete' });
  };
};
