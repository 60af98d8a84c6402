import { type Weekday, weekdayOf, weekdays } from './calendar-day.ts';
import { type HoursRange, readHours } from './day-hours.ts';
import type { HoursException, SundayRule } from './hours-rules.ts';
import type { TradingCalendar } from './trading-calendar.ts';

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
