import type { AudienceStore } from '@endcap/contract/audience';
import { type DayBounds, type DaySheet, isOnSheet } from '@endcap/contract/day-sheet';
import { fieldsBefore, type ItemStep } from '@endcap/contract/history';
import type { Database } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { storedAims } from '../content/index.ts';
import { stepsSince } from './day-sheet.repository.ts';

/** An item and its changes, oldest first. */
type Touched = { item: Awaited<ReturnType<typeof storedAims>>[number]; steps: readonly (ItemStep & { at: Date })[] };

/** Most changed items of a day that are cached. A larger list is read for each request, since it takes too much memory. */
const CACHED_ITEMS = 2_000;

const readTouched = async (db: Database, from: Date, until: Date): Promise<Touched[]> => {
  const steps = Map.groupBy(await stepsSince(db, from, until), ({ item }) => item);
  return (await storedAims(db, [...steps.keys()])).map((item) => ({ item, steps: steps.get(item._id) ?? [] }));
};

/** Number of cached days: today and the days that people page through. */
const CACHED_DAYS = 3;

/** Caches the changes of a day until the next write. They are the same for all stores. */
const rememberTouched = (db: Database) => {
  const cache = new Map<string, Promise<Touched[]>>();
  return async (from: Date, until: Date): Promise<Touched[]> => {
    const key = JSON.stringify([await latestChange(db), from, until]);
    const cached = cache.get(key);
    if (cached) return cached;
    const touched = readTouched(db, from, until);
    cache.set(key, touched);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_DAYS && oldest !== undefined) cache.delete(oldest);
    const forget = (): unknown => cache.get(key) === touched && cache.delete(key);
    touched.then((all) => all.length > CACHED_ITEMS && forget(), forget);
    return touched;
  };
};

const wasShown = ({ item, steps }: Touched, store: AudienceStore, { from, to }: DayBounds, until: Date): boolean =>
  steps.some(({ at }, n) => {
    if (at > until) return false;
    // Before this step the item had the old values of this and all later steps.
    const asOfThen = { ...item, ...fieldsBefore(steps.slice(n)) };
    const since = steps[n - 1]?.at ?? item.createdAt;
    return isOnSheet(asOfThen, store, { from: Math.max(from, since.getTime()), to: Math.min(to, at.getTime()) });
  });

/**
 * Returns the items that customers of a store saw on a day and that were deleted, retargeted or rescheduled between the start of the day
 * and an instant (SHEET-01). They may be visible again.
 */
export const createShownBefore = (db: Database) => {
  const touchedBetween = rememberTouched(db);
  return async (store: AudienceStore, day: DayBounds, until: Date): Promise<DaySheet['gone']> =>
    (await touchedBetween(new Date(day.from), until))
      .filter((touched) => wasShown(touched, store, day, until))
      .map(({ item: { _id, name, contentType } }) => ({ _id, name, contentType }));
};
export type ShownBefore = ReturnType<typeof createShownBefore>;
