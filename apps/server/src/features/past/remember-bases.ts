import { LRUCache } from 'lru-cache';
import type { Db } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { type Base, readBase, readBaseBeside, readBeginning } from './bases.ts';
import type { Kept } from './kept-states.repository.ts';
import type { KnownItems } from './known-items.ts';

/** Characters of kept states that are remembered: some twenty of a chain with 5,000 items, one of a chain with 100,000. */
const REMEMBERED = 24e6;
/** Milliseconds for which the last base stays cached at any size, because users step from change to change. */
const LAST_MS = 60_000;

const keyOf = async (trx: Db, kept: Kept | null): Promise<string> => {
  if (kept) return kept.key;
  // The state before the history depends on current rows too, so its key changes with every write.
  const { incarnation, number } = await latestChange(trx);
  return `beginning ${incarnation}/${number}`;
};

/** Reads the bases of past states and caches them. */
export const createBases = (remembered = REMEMBERED) => {
  const bases = new LRUCache<string, Base>({ maxSize: Math.max(1, remembered), sizeCalculation: ({ size }) => Math.max(1, size) });
  let last: { key: string; base: Base } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    last = null;
  };
  const reload = async (trx: Db, kept: Kept | null): Promise<Base> => {
    if (!kept) return readBeginning(trx);
    return (last && (await readBaseBeside(trx, kept, last.base))) ?? readBase(trx, kept);
  };

  /** `kept`: the state to begin with, null where none is kept. */
  return async (trx: Db, kept: Kept | null): Promise<KnownItems> => {
    const key = await keyOf(trx, kept);
    const known = bases.get(key);
    const its = last?.key === key ? last.base : known;
    const base = its ?? (await reload(trx, kept));
    // A base that is too large would only evict the others. The beginning of the history is never cached: any save makes another one.
    if (!its && base.size <= remembered) bases.set(key, base);
    last = { key, base };
    clearTimeout(timer);
    timer = setTimeout(forget, LAST_MS).unref();
    return base.known;
  };
};
