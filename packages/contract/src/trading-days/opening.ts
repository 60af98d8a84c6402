import { instantOfWallClock, startOfDayAhead, warsawDay } from '../warsaw-time/index.ts';
import { dayAfter, weekdays } from './calendar-day.ts';
import { clockOf, DAY_MINUTES } from './day-hours.ts';
import { closureOn, hasHours, hoursOn, type StoreHours } from './store-hours.ts';
import type { TradingCalendar } from './trading-calendar.ts';

/** Opening state of a store, its next change, and today's hours; all null if nothing is known. */
export type Opening = {
  openNow: boolean | null;
  /** The next opening of a store that is closed, within two weeks or two weeks after the end of a closure. */
  opensAt: string | null;
  /** The end of an open store's hours; null when it does not close within two weeks. */
  closesAt: string | null;
  hoursToday: { opens: string; closes: string }[] | null;
};

const UNKNOWN: Opening = { openNow: null, opensAt: null, closesAt: null, hoursToday: null };
/** Number of days to look ahead, in addition to those of a closure. */
const AHEAD = 14;

/** Returns a cache key of all fields that define the hours. A chain of thousands has few different keys. */
const keyOf = (store: StoreHours): string =>
  JSON.stringify([...weekdays.map((weekday) => store[`${weekday}Hours`]), store.sundayRule, store.hoursExceptions]);

/**
 * Returns a function for the opening state of stores at an instant (milliseconds), by Warsaw's clocks. Stores with the same hours share one
 * result (TRADE-03).
 */
export const openingsAt = (at: number, calendar: TradingCalendar): ((store: StoreHours) => Opening) => {
  const today = warsawDay(new Date(at));
  const instants = new Map<string, number>();
  const instantOf = (day: string, minutes: number): number => {
    const key = `${day} ${minutes}`;
    const found = instants.get(key);
    if (found !== undefined) return found;
    const isNext = minutes >= DAY_MINUTES;
    const wallClock = `${isNext ? dayAfter(day, 1) : day}T${clockOf(isNext ? minutes - DAY_MINUTES : minutes)}`;
    const instant = Date.parse(instantOfWallClock(wallClock) ?? '');
    instants.set(key, instant);
    return instant;
  };
  const isoOf = (instant: number): string => new Date(instant).toISOString();

  const workOut = (store: StoreHours): Opening => {
    if (!hasHours(store)) return closureOn(store, today) ? { ...UNKNOWN, openNow: false, hoursToday: [] } : UNKNOWN;
    const hoursToday = hoursOn(store, today, calendar).map(({ opens, closes }) => ({ opens: clockOf(opens), closes: clockOf(closes) }));
    let openUntil: number | null = null;
    let last = today;
    for (let day = dayAfter(today, -1), left = AHEAD + 2; left > 0; day = dayAfter(day, 1), left -= 1) {
      day = closureOn(store, day)?.until ?? day;
      last = day;
      for (const range of hoursOn(store, day, calendar)) {
        const [start, end] = [instantOf(day, range.opens), instantOf(day, range.closes)];
        if (end <= at) continue;
        if (openUntil === null && start > at) return { openNow: false, opensAt: isoOf(start), closesAt: null, hoursToday };
        // Hours that follow each other without a gap are one.
        if (openUntil !== null && start > openUntil) return { openNow: true, opensAt: null, closesAt: isoOf(openUntil), hoursToday };
        openUntil = Math.max(openUntil ?? end, end);
      }
    }
    const ends = openUntil !== null && openUntil < instantOf(last, DAY_MINUTES);
    return { openNow: openUntil !== null, opensAt: null, closesAt: ends && openUntil !== null ? isoOf(openUntil) : null, hoursToday };
  };

  const openings = new Map<string, Opening>();
  return (store) => {
    const key = keyOf(store);
    const found = openings.get(key) ?? workOut(store);
    openings.set(key, found);
    return found;
  };
};

/**
 * Returns the instant (milliseconds) until which all openings are valid: the next time a store opens or closes, or the end of the day, on
 * which `hoursToday` and the days ahead depend.
 */
export const openingsEnd = (at: number, openings: Iterable<Opening>): number => {
  let end = Date.parse(startOfDayAhead(new Date(at), 1));
  for (const { opensAt, closesAt } of new Set(openings)) {
    const next = opensAt ?? closesAt;
    if (next !== null) end = Math.min(end, Date.parse(next));
  }
  return end;
};
