import type { KnownStore } from '@endcap/contract/stores';
import type { StoreHours } from '@endcap/contract/trading-days';
import { isAfter, isSame, type DataVersion } from '../../platform/data-version.ts';
import { readStoreChanges, seenChange, type StoreDb, type StoreWithHours } from './placed-stores.repository.ts';

/** All stores as of a change, in the order of their numbers; `living` are those that can be selected. */
type StoreCache = { version: DataVersion; all: readonly StoreWithHours[]; living: readonly StoreWithHours[] };

/** The shared cache of the process. It is returned only to callers that see the same state of the same database as `version`. */
let cache: StoreCache | null = null;
const underWay = new Map<string, Promise<StoreCache>>();

/** Stores without a number last. */
const byNumber = (one: StoreWithHours, other: StoreWithHours): number =>
  (one.storeNo ?? Number.POSITIVE_INFINITY) - (other.storeNo ?? Number.POSITIVE_INFINITY) || (one.id < other.id ? -1 : 1);

const merged = (
  before: readonly StoreWithHours[],
  written: readonly string[],
  stores: readonly StoreWithHours[],
): Omit<StoreCache, 'version'> => {
  const isWritten = new Set(written);
  const all = [...before.filter(({ id }) => !isWritten.has(id)), ...stores].toSorted(byNumber);
  return { all, living: all.filter(({ deleted }) => !deleted) };
};

/** Reads only the stores that were changed by saves of stores or groups since the cached version. */
const read = async (db: StoreDb, seen: DataVersion): Promise<StoreCache> => {
  const before = cache && isAfter(seen, cache.version) ? cache : null;
  const { version, isOwn, written, stores } = await readStoreChanges(db, before?.version.number ?? null);
  // Another connection may lead to a restored copy of the database.
  if (before && !isAfter(version, before.version)) return read(db, version);
  const next = before && written.length === 0 ? { ...before, version } : { version, ...merged(before?.all ?? [], written, stores) };
  if (!isOwn) cache = next;
  return next;
};

const readForAll = (db: StoreDb, seen: DataVersion, key: string): Promise<StoreCache> => {
  const reading = read(db, seen);
  underWay.set(key, reading);
  const end = (): void => void (underWay.get(key) === reading && underWay.delete(key));
  reading.then(end, end);
  return reading;
};

/**
 * Returns the stores exactly as a connection or transaction sees them now, with everything that was committed before the call. Callers that
 * see the same state share one reading, which one of them makes on its own connection. A second connection per caller could exhaust the
 * pool and deadlock it.
 */
const seenBy = async (db: StoreDb): Promise<StoreCache> => {
  const { isOwn, ...seen } = await seenChange(db);
  if (isOwn) return read(db, seen);
  if (cache && isSame(cache.version, seen)) return cache;
  const key = `${seen.incarnation} ${seen.number}`;
  // The connection of another caller may fail, and outside a snapshot it may read what was committed meanwhile.
  const others = await underWay.get(key)?.catch(() => null);
  return others && isSame(others.version, seen) ? others : readForAll(db, seen, key);
};

/** Returns every store, also deleted ones, with the type and groups that audience rules use, in the order of their numbers. */
export const allStores = async (db: StoreDb): Promise<readonly KnownStore[]> => (await seenBy(db)).all;

/** Returns the stores that are not deleted. */
export const knownStores = async (db: StoreDb): Promise<readonly KnownStore[]> => (await seenBy(db)).living;

/** Returns the stores that are not deleted, with their opening hours. */
export const storesWithHours = async (db: StoreDb): Promise<readonly (KnownStore & StoreHours)[]> => (await seenBy(db)).living;
