import { type Weekday, weekdayOf, weekdays } from './calendar-day.ts';
import { type HoursRange, readHours } from './day-hours.ts';
import { type Closure, type HoursException, isClosure, type SundayRule } from './hours-rules.ts';
import type { TradingCalendar } from './trading-calendar.ts';

/** When a store is open, as its fields say. */
export type StoreHours = { [D in Weekday as `${D}Hours`]: string | null } & {
  sundayRule: SundayRule;
  hoursExceptions: readonly HoursException[];
};

/** The time around a day for which a store is closed (E-67). */
export const closureOn = (store: Pick<StoreHours, 'hoursExceptions'>, day: string): Closure | undefined =>
  store.hoursExceptions.find((one): one is Closure => isClosure(one) && one.day <= day && day <= one.until);

/** A store has hours when its week or a single date says any; of a store that is only closed for a time nothing is known on other days. */
export const hasHours = (store: StoreHours): boolean =>
  store.hoursExceptions.some((one) => !isClosure(one)) || weekdays.some((weekday) => store[`${weekday}Hours`] !== null);

const EARLY_END = 14 * 60;
const untilEarlyEnd = (ranges: readonly HoursRange[]): HoursRange[] =>
  ranges.filter(({ opens }) => opens < EARLY_END).map(({ opens, closes }) => ({ opens, closes: Math.min(closes, EARLY_END) }));

/** The hours of a store on a day: none while it is closed for a time, else its own exception, else what its weekday, its Sunday rule and the calendar leave; empty is closed. */
export const hoursOn = (store: StoreHours, day: string, calendar: TradingCalendar): readonly HoursRange[] => {
  if (closureOn(store, day)) return [];
  const exception = store.hoursExceptions.find((one) => one.day === day && !isClosure(one));
  if (exception) return readHours(exception.hours ?? '') ?? [];
  const weekday = weekdayOf(day);
  const usual = readHours(store[`${weekday}Hours`] ?? '') ?? [];
  if (store.sundayRule === 'always') return usual;
  const { trades, closesEarly } = calendar(day);
  if (!trades || (store.sundayRule === 'never' && weekday === 'sunday')) return [];
  return closesEarly ? untilEarlyEnd(usual) : usual;
};

/** Of a day without known hours a store is only known to be closed while it is closed for a time. */
export const isClosedOn = (store: StoreHours, day: string, calendar: TradingCalendar): boolean =>
  closureOn(store, day) !== undefined || (hasHours(store) && hoursOn(store, day, calendar).length === 0);
