import type { KnownStore } from '@endcap/contract/stores';
import type { StoreHours } from '@endcap/contract/trading-days';
import { isAfter, isSame, type DataVersion } from '../../platform/data-version.ts';
import { type KnownPlace, type PlacedDb, placedNews, seenChange } from './placed-stores.repository.ts';

/** All stores as of a change, in the order of their numbers; `living` are those that can be selected. */
type Known = { version: DataVersion; all: readonly KnownPlace[]; living: readonly KnownPlace[] };

/** The shared cache of the process. It is returned only to callers that see the same state of the same database as `version`. */
let kept: Known | null = null;
const underWay = new Map<string, Promise<Known>>();

/** Stores without a number last. */
const byNumber = (one: KnownPlace, other: KnownPlace): number =>
  (one.storeNo ?? Number.POSITIVE_INFINITY) - (other.storeNo ?? Number.POSITIVE_INFINITY) || (one.id < other.id ? -1 : 1);

const placed = (known: readonly KnownPlace[], written: readonly string[], stores: readonly KnownPlace[]): Omit<Known, 'version'> => {
  const isWritten = new Set(written);
  const all = [...known.filter(({ id }) => !isWritten.has(id)), ...stores].toSorted(byNumber);
  return { all, living: all.filter(({ deleted }) => !deleted) };
};

/** Reads only the stores that were changed by saves of stores or groups since the cached version. */
const read = async (db: PlacedDb, seen: DataVersion): Promise<Known> => {
  const before = kept && isAfter(seen, kept.version) ? kept : null;
  const { version, isOwn, written, stores } = await placedNews(db, before?.version.number ?? null);
  // Another connection may lead to a restored copy of the database.
  if (before && !isAfter(version, before.version)) return read(db, version);
  const known = before && written.length === 0 ? { ...before, version } : { version, ...placed(before?.all ?? [], written, stores) };
  if (!isOwn) kept = known;
  return known;
};

const readForAll = (db: PlacedDb, seen: DataVersion, key: string): Promise<Known> => {
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
const seenBy = async (db: PlacedDb): Promise<Known> => {
  const { isOwn, ...seen } = await seenChange(db);
  if (isOwn) return read(db, seen);
  if (kept && isSame(kept.version, seen)) return kept;
  const key = `${seen.incarnation} ${seen.number}`;
  // The connection of another caller may fail, and outside a snapshot it may read what was committed meanwhile.
  const others = await underWay.get(key)?.catch(() => null);
  return others && isSame(others.version, seen) ? others : readForAll(db, seen, key);
};

/** Returns every store, also deleted ones, with the type and groups that audience rules use, in the order of their numbers. */
export const placedStores = async (db: PlacedDb): Promise<readonly KnownStore[]> => (await seenBy(db)).all;

/** Returns the stores that are not deleted. */
export const knownStores = async (db: PlacedDb): Promise<readonly KnownStore[]> => (await seenBy(db)).living;

/** Returns the stores that are not deleted, with their opening hours. */
export const storesWithHours = async (db: PlacedDb): Promise<readonly (KnownStore & StoreHours)[]> => (await seenBy(db)).living;
