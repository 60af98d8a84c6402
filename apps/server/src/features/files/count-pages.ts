import { FILE_PREFIX, PdfReference } from '@endcap/contract/files';
import { countPages, TRY_AGAIN_MS } from './file-parser.ts';
import type { FileStores } from './file-stores.ts';
import { readStored } from './read-stored.ts';

const CACHED_AT_MOST = 10_000;

/** `until`: when the pages are counted again, by the clock of the process. */
type CachedCount = { pages: Promise<number | null>; until: number };

/**
 * Counts the pages of stored pdf files (LINK-01); null for other files and for a pdf that cannot be read. A name always has the same bytes,
 * so each file is counted once. One that exceeded the time or memory limit is counted again after a while.
 */
export const createPageCount = ({ storage }: Pick<FileStores, 'storage'>) => {
  const cache = new Map<string, CachedCount>();
  const count = async (name: string, entry: CachedCount): Promise<number | null> => {
    try {
      const counted = await countPages({ open: () => readStored(storage, name) });
      if ('pages' in counted) return counted.pages;
      if (counted.problem === 'tooSlow' || counted.problem === 'tooComplex') entry.until = performance.now() + TRY_AGAIN_MS;
    } catch {
      // The file storage is unavailable and may recover.
      entry.until = 0;
    }
    return null;
  };
  return (reference: string | null): Promise<number | null> => {
    if (reference === null || !PdfReference.safeParse(reference).success) return Promise.resolve(null);
    const name = reference.slice(FILE_PREFIX.length);
    const last = cache.get(name);
    if (last && performance.now() < last.until) return last.pages;
    if (cache.size >= CACHED_AT_MOST) cache.clear();
    const entry: CachedCount = { pages: Promise.resolve(null), until: Number.POSITIVE_INFINITY };
    entry.pages = count(name, entry);
    cache.set(name, entry);
    return entry.pages;
  };
};
export type PageCount = ReturnType<typeof createPageCount>;
