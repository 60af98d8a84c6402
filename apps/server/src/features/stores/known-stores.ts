import type { KnownStore } from '@endcap/contract/stores';
import type { StoreHours } from '@endcap/contract/trading-days';
import { isAfter, isSame, type Stand } from '../../platform/stand.ts';
import { type KnownPlace, type PlacedDb, placedNews, seenChange } from './placed-stores.repository.ts';

/** All stores as they are at a change, in the order of their numbers; `living` are those that can be chosen. */
type Known = { stand: Stand; all: readonly KnownPlace[]; living: readonly KnownPlace[] };

/**
 * The only copy of a process, whoever asks: it says of which state of which database it is, and is given to those alone who see that state.
 */
let kept: Known | null = null;
const underWay = new Map<string, Promise<Known>>();

/** Stores without a number last. */
const byNumber = (one: KnownPlace, other: KnownPlace): number =>
  (one.storeNo ?? Number.POSITIVE_INFINITY) - (other.storeNo ?? Number.POSITIVE_INFINITY) || (one.id < other.id ? -1 : 1);

const placed = (known: readonly KnownPlace[], written: readonly string[], stores: readonly KnownPlace[]): Omit<Known, 'stand'> => {
  const isWritten = new Set(written);
  const all = [...known.filter(({ id }) => !isWritten.has(id)), ...stores].toSorted(byNumber);
  return { all, living: all.filter(({ deleted }) => !deleted) };
};

/** What a save of a store or a group changed is read, and no more. */
const read = async (db: PlacedDb, seen: Stand): Promise<Known> => {
  const before = kept && isAfter(seen, kept.stand) ? kept : null;
  const { stand, isOwn, written, stores } = await placedNews(db, before?.stand.number ?? null);
  // Another connection may lead to another life of the database.
  if (before && !isAfter(stand, before.stand)) return read(db, stand);
  const known = before && written.length === 0 ? { ...before, stand } : { stand, ...placed(before?.all ?? [], written, stores) };
  if (!isOwn) kept = known;
  return known;
};

const readForAll = (db: PlacedDb, seen: Stand, key: string): Promise<Known> => {
  const reading = read(db, seen);
  underWay.set(key, reading);
  const end = (): void => void (underWay.get(key) === reading && underWay.delete(key));
  reading.then(end, end);
  return reading;
};

/**
 * As a connection or a transaction sees them now: what was committed before the question is in the answer, and of what a transaction sees
 * nothing is missing and nothing is too much. All who see the same share one reading, which one of them makes on its own connection: whoever
 * holds one and waited for another would stop everybody once all of them did.
 */
const seenBy = async (db: PlacedDb): Promise<Known> => {
  const { isOwn, ...seen } = await seenChange(db);
  if (isOwn) return read(db, seen);
  if (kept && isSame(kept.stand, seen)) return kept;
  const key = `${seen.incarnation} ${seen.number}`;
  // Somebody else's connection may fail, and somebody who sees more and more may read what was written meanwhile.
  const others = await underWay.get(key)?.catch(() => null);
  return others && isSame(others.stand, seen) ? others : readForAll(db, seen, key);
};

/** Every store that there ever was, with its type and its groups, as audiences are decided by, in the order of their numbers. */
export const placedStores = async (db: PlacedDb): Promise<readonly KnownStore[]> => (await seenBy(db)).all;

/** Those of them that can be chosen and counted. */
export const knownStores = async (db: PlacedDb): Promise<readonly KnownStore[]> => (await seenBy(db)).living;

/** When they are open, with what audience rules know of them. */
export const storesWithHours = async (db: PlacedDb): Promise<readonly (KnownStore & StoreHours)[]> => (await seenBy(db)).living;
