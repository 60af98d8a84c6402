import { dayAfter, type Weekday, weekdayOf, weekdays } from './calendar-day.ts';
import { type HoursRange, readHours } from './day-hours.ts';
import { type Closure, type HoursException, isClosure, type SundayRule } from './hours-rules.ts';
import type { TradingCalendar } from './trading-calendar.ts';

/** The fields of a store that define when it is open. */
export type StoreHours = { [D in Weekday as `${D}Hours`]: string | null } & {
  sundayRule: SundayRule;
  hoursExceptions: readonly HoursException[];
};

/** Returns the temporary closure of a store that includes a day (E-67). */
export const closureOn = (store: Pick<StoreHours, 'hoursExceptions'>, day: string): Closure | undefined =>
  store.hoursExceptions.find((one): one is Closure => isClosure(one) && one.day <= day && day <= one.until);

/** Number of days by which closures are announced ahead, to customers and in the list of stores. */
export const ANNOUNCED_DAYS = 14;

/** The first closed day or time of a store that begins within two weeks or lasts on a day (`YYYY-MM-DD`, in Warsaw). */
export const nextClosure = (hoursExceptions: readonly HoursException[], today: string): Closure | undefined =>
  hoursExceptions
    .filter(({ hours }) => hours === null)
    .map((one): Closure => ({ ...one, until: one.until ?? one.day }))
    .filter(({ day, until }) => until >= today && day <= dayAfter(today, ANNOUNCED_DAYS))
    .toSorted((one, other) => one.day.localeCompare(other.day))[0];

/** Returns whether a store has hours for its week or a single date. A store with closures only is unknown on other days. */
export const hasHours = (store: StoreHours): boolean =>
  store.hoursExceptions.some((one) => !isClosure(one)) || weekdays.some((weekday) => store[`${weekday}Hours`] !== null);

const EARLY_END = 14 * 60;
const untilEarlyEnd = (ranges: readonly HoursRange[]): HoursRange[] =>
  ranges.filter(({ opens }) => opens < EARLY_END).map(({ opens, closes }) => ({ opens, closes: Math.min(closes, EARLY_END) }));

/**
 * Returns the hours of a store on a day; empty is closed. A temporary closure comes first, then an exception for the date, then the hours
 * of the weekday, limited by the Sunday rule and the calendar.
 */
export const hoursOn = (store: StoreHours, day: string, calendar: TradingCalendar): readonly HoursRange[] => {
  if (closureOn(store, day)) return [];
  const exception = store.hoursExceptions.find((one) => one.day === day && !isClosure(one));
  if (exception) return readHours(exception.hours ?? '') ?? [];
  const weekday = weekdayOf(day);
  const regular = readHours(store[`${weekday}Hours`] ?? '') ?? [];
  if (store.sundayRule === 'always') return regular;
  const { trades, closesEarly } = calendar(day);
  if (!trades || (store.sundayRule === 'never' && weekday === 'sunday')) return [];
  return closesEarly ? untilEarlyEnd(regular) : regular;
};

/** Returns whether a store is known to be closed on a day. Without hours only a temporary closure counts. */
export const isClosedOn = (store: StoreHours, day: string, calendar: TradingCalendar): boolean =>
  closureOn(store, day) !== undefined || (hasHours(store) && hoursOn(store, day, calendar).length === 0);
