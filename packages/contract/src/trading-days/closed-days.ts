import { nameWithCity } from '../core/index.ts';
import { warsawDay } from '../warsaw-time/index.ts';
import { dayAfter } from './calendar-day.ts';
import { openingsAt } from './opening.ts';
import { isClosedOn, type StoreHours } from './store-hours.ts';
import type { TradingCalendar } from './trading-calendar.ts';
import { type AudienceOpening, CLOSED_NAMED, type DayEdge, SOON_MINUTES } from './trading-days.routes.ts';

/** Number of days searched to either side. */
const AROUND = 14;

/** A store with its hours and its name. */
export type OpeningStore = StoreHours & { id: string; name: string; city: string; storeNo: number | null };

const closedOn = (stores: readonly OpeningStore[], day: string, calendar: TradingCalendar): OpeningStore[] =>
  stores.filter((store) => isClosedOn(store, day, calendar));

/** The nearest day on which all of the stores are open; of two that are as near what ends takes the earlier and what begins the later one, never one that is over. */
const nearestOpen = (
  isOpen: (day: string) => boolean,
  { day, edge, today }: { day: string; edge: DayEdge; today: string },
): string | null => {
  for (let off = 1; off <= AROUND; off += 1) {
    const both = [dayAfter(day, off), dayAfter(day, -off)];
    const found = (edge === 'end' ? both.toReversed() : both).find((near) => near >= today && isOpen(near));
    if (found !== undefined) return found;
  }
  return null;
};

/** TRADE-04, TRADE-05: how many of some stores are closed now (milliseconds) or close soon, and which are closed on days; of what has no hours nothing is known. */
export const openingOf = (
  stores: readonly OpeningStore[],
  { at, days, calendar }: { at: number; days: readonly { day: string; edge: DayEdge }[]; calendar: TradingCalendar },
): AudienceOpening => {
  const openings = stores.map(openingsAt(at, calendar));
  const soon = at + SOON_MINUTES * 60_000;
  const today = warsawDay(new Date(at));
  return {
    stores: stores.length,
    hoursUnknown: openings.filter(({ openNow }) => openNow === null).length,
    closedNow: openings.filter(({ openNow }) => openNow === false).length,
    closingSoon: openings.filter(({ closesAt }) => closesAt !== null && Date.parse(closesAt) <= soon).length,
    days: days.map(({ day, edge }) => {
      const closed = closedOn(stores, day, calendar);
      const isOpen = (near: string): boolean => closedOn(stores, near, calendar).length === 0;
      const named = closed
        .slice(0, CLOSED_NAMED)
        .map(({ id, name, city, storeNo }) => ({ _id: id, name: nameWithCity({ name, city }), storeNo }));
      return { day, edge, closed: closed.length, named, nearest: closed.length === 0 ? null : nearestOpen(isOpen, { day, edge, today }) };
    }),
  };
};
