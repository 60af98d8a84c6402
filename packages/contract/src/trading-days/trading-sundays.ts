import { dayAfter, dayOf, weekdays, weekdayOf } from './calendar-day.ts';
import { CHRISTMAS_EVE_SINCE, easterOf, holidaysOf } from './holidays.ts';

/** The act of 10 January 2018 on limits to trade on Sundays: before it every Sunday traded. */
const BAN_SINCE = '2018-03-01';

/** Exceptions for single years, by act. */
const byAct: Readonly<Record<number, { trades: readonly string[]; rests: readonly string[] }>> = {
  2020: { trades: ['2020-12-06'], rests: [] },
  // Christmas Eve was a Sunday.
  2023: { trades: ['2023-12-10'], rests: ['2023-12-24'] },
};

/** Returns the last `count` Sundays before a day, the latest first. */
const sundaysBefore = (day: string, count: number): string[] => {
  const back = weekdays.indexOf(weekdayOf(day)) + 1;
  return Array.from({ length: count }, (_, n) => dayAfter(day, -back - 7 * n));
};
const lastSundayOf = (year: number, month: number): string => sundaysBefore(dayOf(year, month + 1, 1), 1)[0] ?? '';
const firstSundayOf = (year: number, month: number): string => sundaysBefore(dayOf(year, month, 8), 1)[0] ?? '';

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);
const regular = (year: number): string[] => {
  if (year >= 2020) return [1, 4, 6, 8].map((month) => lastSundayOf(year, month));
  const last = MONTHS.map((month) => lastSundayOf(year, month));
  return year === 2019 ? last : [...last, ...MONTHS.map((month) => firstSundayOf(year, month))];
};

/** TRADE-01: the Sundays of a year on which shops may open, in order. One that is a holiday never is among them. */
const tradingSundays = (year: number): string[] => {
  const christmas = year >= CHRISTMAS_EVE_SINCE ? sundaysBefore(dayOf(year, 12, 24), 3) : sundaysBefore(dayOf(year, 12, 25), 2);
  const { trades, rests } = byAct[year] ?? { trades: [], rests: [] };
  const free = new Set([...holidaysOf(year).keys(), ...rests]);
  const all = new Set([...regular(year), ...sundaysBefore(easterOf(year), 1), ...christmas, ...trades]);
  return [...all].filter((day) => !free.has(day)).toSorted();
};

const cache = new Map<number, ReadonlySet<string>>();
/** Returns whether shops may open on a Sunday that is not a holiday. */
export const isTradingSunday = (day: string): boolean => {
  if (day < BAN_SINCE) return true;
  const year = Number(day.slice(0, 4));
  const found = cache.get(year) ?? new Set(tradingSundays(year));
  cache.set(year, found);
  return found.has(day);
};
