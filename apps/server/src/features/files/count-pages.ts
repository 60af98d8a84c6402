import { FILE_PREFIX, PdfReference } from '@endcap/contract/files';
import { runApart } from '../../platform/run-apart.ts';
import type { FileStores } from './file-stores.ts';
import { documentTurn } from './in-turn.ts';
import { readWhole } from './read-whole.ts';

const LIMITS = { withinMs: 10_000, memoryMb: 512 };
const KNOWN_AT_MOST = 10_000;

/** How many pages a stored pdf has (LINK-01); null for anything else and for what cannot be read. A name never changes its bytes, so it is counted once. */
export const createPageCount = ({ storage }: Pick<FileStores, 'storage'>) => {
  const known = new Map<string, Promise<number | null>>();
  const count = (name: string): Promise<number | null> =>
    documentTurn(async () => {
      const pages = await runApart<number>(new URL('count-pages.worker.ts', import.meta.url), await readWhole(storage, name), LIMITS);
      return typeof pages === 'number' ? pages : null;
    }).catch(() => {
      // The place of files is away, and may be back.
      known.delete(name);
      return null;
    });
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
