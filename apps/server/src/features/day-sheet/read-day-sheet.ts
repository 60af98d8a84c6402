import { reachesStore } from '@endcap/contract/audience';
import { Problem } from '@endcap/contract/core';
import { boundsOfDay, type DaySheet, isOnSheet, sheetItemOf } from '@endcap/contract/day-sheet';
import { storeDay } from '@endcap/contract/trading-days';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import type { Database } from '../../tables.ts';
import { findManyContent, publishedBetween } from '../content/index.ts';
import { readDaySheetNotes } from '../plugins/index.ts';
import { readTradingCalendar } from '../settings/index.ts';
import { reportedIn } from './code-report.repository.ts';
import { changesOf, sentBetween, storeOfSheet } from './day-sheet.repository.ts';
import type { ShownBefore } from './shown-before.ts';

/**
 * Returns what customers of a store see on a day, in any segment, decided like the feed. Other days than today are based on current data
 * (SHEET-01, SHEET-04).
 */
export const readDaySheet = async (
  { db, shownBefore }: { db: Database; shownBefore: ShownBefore },
  { storeId, day, at }: { storeId: string; day: string; at: Date },
): Promise<DaySheet> => {
  const store = await storeOfSheet(db, storeId);
  if (!store) throw new Problem('not_found');
  const bounds = boundsOfDay(day);
  const before = boundsOfDay(warsawDay(startOfDay(day, -1)));
  const [first, begins, ends] = [before.from, bounds.from, bounds.to].map((instant) => new Date(instant)) as [Date, Date, Date];

  const candidates = await publishedBetween(db, store.placed, first, ends);
  const shown = candidates.filter((item) => isOnSheet(item, store.placed, bounds)).map(({ _id }) => _id);
  const today = new Set(shown);
  const gone = candidates.filter((item) => !today.has(item._id) && isOnSheet(item, store.placed, before)).map(({ _id }) => _id);

  const [items, former, changed, reported, sent, notes, calendar] = await Promise.all([
    findManyContent(db, [...shown, ...gone]),
    shownBefore(store.placed, before, ends),
    changesOf(db, shown, first, ends),
    reportedIn(db, storeId),
    sentBetween(db, storeId, begins, ends),
    readDaySheetNotes(db, { storeId, day }),
    readTradingCalendar(db),
  ]);
  const listedIds = new Set([...shown, ...gone]);
  const byId = new Map(items.map((item) => [item._id, item]));
  // An item that was deleted between the two readings is in neither.
  const sheetItems = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []).map((item) => sheetItemOf(item, bounds));
  return {
    store: store.head,
    day,
    hours: storeDay(store.hours, day, calendar),
    at: at.toISOString(),
    ...notes,
    items: sheetItems(shown).map((item) => ({
      ...item,
      changed: changed.get(item._id) ?? null,
      reportedAt: reported.get(item._id) ?? null,
    })),
    gone: [...sheetItems(gone), ...former.filter(({ _id }) => !listedIds.has(_id))],
    pushes: sent.filter(({ storeId: ofStore, rule }) => ofStore === storeId || reachesStore(rule, store.placed)),
  };
};
