import { LRUCache } from 'lru-cache';
import type { Db } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { type Base, readBase, readBaseBeside, readBeginning } from './bases.ts';
import type { Snapshot } from './snapshot.repository.ts';
import type { PastItems } from './past-items.ts';

/** Size of the cache in characters: some twenty kept states of a chain with 5,000 items, one of a chain with 100,000. */
const REMEMBERED = 24e6;
/** Milliseconds for which the last base stays cached at any size, because users step from change to change. */
const LAST_MS = 60_000;

const keyOf = async (trx: Db, snapshot: Snapshot | null): Promise<string> => {
  if (snapshot) return snapshot.key;
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
  const reload = async (trx: Db, snapshot: Snapshot | null): Promise<Base> => {
    if (!snapshot) return readBeginning(trx);
    return (last && (await readBaseBeside(trx, snapshot, last.base))) ?? readBase(trx, snapshot);
  };

  /** `snapshot`: the kept state to start from; null: the state before the history. */
  return async (trx: Db, snapshot: Snapshot | null): Promise<PastItems> => {
    const key = await keyOf(trx, snapshot);
    const cached = bases.get(key);
    const its = last?.key === key ? last.base : cached;
    const base = its ?? (await reload(trx, snapshot));
    // A base that is too large would only evict the others. The beginning of the history is never cached: any save makes another one.
    if (!its && base.size <= remembered) bases.set(key, base);
    last = { key, base };
    clearTimeout(timer);
    timer = setTimeout(forget, LAST_MS).unref();
    return base.items;
  };
};
