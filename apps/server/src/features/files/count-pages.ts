import { FILE_PREFIX, PdfReference } from '@endcap/contract/files';
import { countPages, TRY_AGAIN_MS } from './file-parser.ts';
import type { FileStores } from './file-stores.ts';
import { readStored } from './read-stored.ts';

const KNOWN_AT_MOST = 10_000;

/** `until`: by the clock of the process, when it is counted again. */
type Known = { pages: Promise<number | null>; until: number };

/**
 * Counts the pages of stored pdf files (LINK-01); null for other files and for a pdf that cannot be read. A name always has the same bytes,
 * so each file is counted once. One that exceeded the time or memory limit is counted again after a while.
 */
export const createPageCount = ({ storage }: Pick<FileStores, 'storage'>) => {
  const known = new Map<string, Known>();
  const count = async (name: string, entry: Known): Promise<number | null> => {
    try {
      const counted = await countPages({ open: () => readStored(storage, name) });
      if ('pages' in counted) return counted.pages;
      if (counted.problem === 'tooSlow' || counted.problem === 'tooComplex') entry.until = performance.now() + TRY_AGAIN_MS;
    } catch {
      // The place of files is away, and may be back.
      entry.until = 0;
    }
    return null;
  };
  return (reference: string | null): Promise<number | null> => {
    if (reference === null || !PdfReference.safeParse(reference).success) return Promise.resolve(null);
    const name = reference.slice(FILE_PREFIX.length);
    const last = known.get(name);
    if (last && performance.now() < last.until) return last.pages;
    if (known.size >= KNOWN_AT_MOST) known.clear();
    const entry: Known = { pages: Promise.resolve(null), until: Number.POSITIVE_INFINITY };
    entry.pages = count(name, entry);
    known.set(name, entry);
    return entry.pages;
  };
};
export type PageCount = ReturnType<typeof createPageCount>;
