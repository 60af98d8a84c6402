import { FILE_PREFIX, PdfReference } from '@endcap/contract/files';
import { countPages } from './file-parser.ts';
import type { FileStores } from './file-stores.ts';
import { readStored } from './read-stored.ts';

const KNOWN_AT_MOST = 10_000;

/** How many pages a stored pdf has (LINK-01); null for other files and for a pdf that cannot be read. A name never changes its bytes, so it is counted once. */
export const createPageCount = ({ storage }: Pick<FileStores, 'storage'>) => {
  const known = new Map<string, Promise<number | null>>();
  const count = async (name: string): Promise<number | null> => {
    try {
      const counted = await countPages({ open: () => readStored(storage, name) });
      return 'pages' in counted ? counted.pages : null;
    } catch {
      // The place of files is away, and may be back.
      known.delete(name);
      return null;
    }
  };
  return (reference: string | null): Promise<number | null> => {
    if (reference === null || !PdfReference.safeParse(reference).success) return Promise.resolve(null);
    const name = reference.slice(FILE_PREFIX.length);
    const counted = known.get(name) ?? count(name);
    if (known.size >= KNOWN_AT_MOST) known.clear();
    known.set(name, counted);
    return counted;
  };
};
export type PageCount = ReturnType<typeof createPageCount>;
