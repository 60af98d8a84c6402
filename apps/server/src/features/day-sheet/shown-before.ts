import type { PlacedStore } from '@endcap/contract/audience';
import { type DayBounds, type DaySheet, isOnSheet } from '@endcap/contract/day-sheet';
import { foundBy, type ItemStep } from '@endcap/contract/history';
import type { Database } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { storedAims } from '../content/index.ts';
import { stepsSince } from './day-sheet.repository.ts';

/** An item, and what was done to it, the oldest first. */
type Touched = { item: Awaited<ReturnType<typeof storedAims>>[number]; steps: readonly (ItemStep & { at: Date })[] };

/** So many are kept for the stores that ask next; more take too much memory, and are read for each. */
const KEPT_ITEMS = 2_000;

const readTouched = async (db: Database, from: Date, until: Date): Promise<Touched[]> => {
  const steps = Map.groupBy(await stepsSince(db, from, until), ({ item }) => item);
  return (await storedAims(db, [...steps.keys()])).map((item) => ({ item, steps: steps.get(item._id) ?? [] }));
};

/** Today's sheets, and those of the days that somebody leafs through. */
const KEPT_DAYS = 3;

/** Caches the changes of a day until the next write. They are the same for all stores. */
const rememberTouched = (db: Database) => {
  const kept = new Map<string, Promise<Touched[]>>();
  return async (from: Date, until: Date): Promise<Touched[]> => {
    const key = JSON.stringify([await latestChange(db), from, until]);
    const known = kept.get(key);
    if (known) return known;
    const touched = readTouched(db, from, until);
    kept.set(key, touched);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_DAYS && oldest !== undefined) kept.delete(oldest);
    const forget = (): unknown => kept.get(key) === touched && kept.delete(key);
    touched.then((all) => all.length > KEPT_ITEMS && forget(), forget);
    return touched;
  };
};

const wasShown = ({ item, steps }: Touched, store: PlacedStore, { from, to }: DayBounds, until: Date): boolean =>
  steps.some(({ at }, n) => {
    if (at > until) return false;
    // Until this step it stood as this one and all later ones found it.
    const stood = { ...item, ...foundBy(steps.slice(n)) };
    const since = steps[n - 1]?.at ?? item.createdAt;
    return isOnSheet(stood, store, { from: Math.max(from, since.getTime()), to: Math.min(to, at.getTime()) });
  });

/**
 * SHEET-01: what customers of a store saw on a day as it stood then, of what was deleted, aimed elsewhere or given another publication between the
 * day's beginning and an instant. It may be there again.
 */
export const createShownBefore = (db: Database) => {
  const touchedBetween = rememberTouched(db);
  return async (store: PlacedStore, day: DayBounds, until: Date): Promise<DaySheet['gone']> =>
    (await touchedBetween(new Date(day.from), until))
      .filter((touched) => wasShown(touched, store, day, until))
      .map(({ item: { _id, name, contentType } }) => ({ _id, name, contentType }));
};
export type ShownBefore = ReturnType<typeof createShownBefore>;
