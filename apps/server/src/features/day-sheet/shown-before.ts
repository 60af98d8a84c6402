import type { Aimed, PlacedStore } from '@endcap/contract/audience';
import { type DayBounds, type DaySheet, isOnSheet } from '@endcap/contract/day-sheet';
import { foundBy, type ItemStep } from '@endcap/contract/history';
import type { DbOf } from '../../tables.ts';
import { storedAims } from '../content/index.ts';
import { stepsSince } from './day-sheet.repository.ts';

/**
 * SHEET-01: what customers of a store saw on a day as it stood then, of what was deleted, aimed elsewhere or given another publication between the
 * day's beginning and an instant. It may be there again.
 */
export const shownBefore = async (
  db: DbOf<'history' | 'content'>,
  store: PlacedStore,
  { from, to }: DayBounds,
  until: Date,
): Promise<DaySheet['gone']> => {
  const steps = Map.groupBy(await stepsSince(db, new Date(from), until), ({ item }) => item);
  const items = await storedAims(db, [...steps.keys()]);
  const wasShown = (item: Aimed & { createdAt: Date }, its: readonly (ItemStep & { at: Date })[]): boolean =>
    its.some(({ at }, n) => {
      if (at > until) return false;
      // Until this step it stood as this one and all later ones found it.
      const stood = { ...item, ...foundBy(its.slice(n)) };
      const since = its[n - 1]?.at ?? item.createdAt;
      return isOnSheet(stood, store, { from: Math.max(from, since.getTime()), to: Math.min(to, at.getTime()) });
    });
  return items
    .filter((item) => wasShown(item, steps.get(item._id) ?? []))
    .map(({ _id, name, contentType }) => ({ _id, name, contentType }));
};
