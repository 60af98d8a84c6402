import { z } from 'zod';
import { code } from '../core/index.ts';
import { Day, typedDay } from '../warsaw-time/index.ts';
import { type Weekday, weekdayOf, weekdays } from './calendar-day.ts';
import { DayHours, type HoursRange, readHours } from './day-hours.ts';
import { oncePerDay } from './once-per-day.ts';
import type { TradingCalendar } from './trading-calendar.ts';

/** Open on Sundays that trade; as the hours say, whatever day it is; never on a Sunday. */
export const sundayRules = ['tradingSundays', 'always', 'never'] as const;
export type SundayRule = (typeof sundayRules)[number];
/** TRADE-02 */
export const DEFAULT_SUNDAY_RULE: SundayRule = 'tradingSundays';

const MOST_EXCEPTIONS = 100;
const SentException = z.object({ day: Day, hours: DayHours.default(null) });
/** Hours of one date in place of its weekday's; null is closed. */
export const HoursException = z.object({ day: z.iso.date(), hours: z.string().nullable() });
export type HoursException = z.infer<typeof HoursException>;

/** `2026-12-24 8-14; 2026-12-26` of a spreadsheet's cell, a date without hours closed, as the list that it means. */
const listIn = (sent: unknown): unknown =>
  typeof sent !== 'string'
    ? (sent ?? [])
    : sent
        .split(/[;\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => {
          const [, day = '', hours = ''] = /^(\S+)\s*(.*)$/.exec(part) ?? [];
          return { day: typedDay(day) ?? day, hours };
        });

/** TRADE-02: exceptions by date, each date once; a list, or as text. */
export const HoursExceptions = z.preprocess(
  listIn,
  z
    .array(SentException, code('invalid'))
    .max(MOST_EXCEPTIONS, code('tooMany'))
    .check(oncePerDay)
    .transform((list) => list.toSorted((one, other) => one.day.localeCompare(other.day))),
);

/** When a store is open, as its fields say. */
export type StoreHours = { [D in Weekday as `${D}Hours`]: string | null } & {
  sundayRule: SundayRule;
  hoursExceptions: readonly HoursException[];
};

/** Whether anything is known of when a store is open. */
export const hasHours = (store: StoreHours): boolean =>
  store.hoursExceptions.length > 0 || weekdays.some((weekday) => store[`${weekday}Hours`] !== null);

const EARLY_END = 14 * 60;
const untilEarlyEnd = (ranges: readonly HoursRange[]): HoursRange[] =>
  ranges.filter(({ opens }) => opens < EARLY_END).map(({ opens, closes }) => ({ opens, closes: Math.min(closes, EARLY_END) }));

/** The hours of a store on a day: its own exception, else what its weekday, its Sunday rule and the calendar leave; empty is closed. */
export const hoursOn = (store: StoreHours, day: string, calendar: TradingCalendar): readonly HoursRange[] => {
  const exception = store.hoursExceptions.find((one) => one.day === day);
  if (exception) return readHours(exception.hours ?? '') ?? [];
  const weekday = weekdayOf(day);
  const usual = readHours(store[`${weekday}Hours`] ?? '') ?? [];
  if (store.sundayRule === 'always') return usual;
  const { trades, closesEarly } = calendar(day);
  if (!trades || (store.sundayRule === 'never' && weekday === 'sunday')) return [];
  return closesEarly ? untilEarlyEnd(usual) : usual;
};
