import { dayAfter, weekdayOf } from './calendar-day.ts';
import { CHRISTMAS_EVE_SINCE, easterOf, type Holiday, holidaysOf } from './holidays.ts';
import type { TradingException } from './trading-exceptions.ts';
import { isTradingSunday } from './trading-sundays.ts';

/** Kind of a day, by law or by an exception of administrators. */
export const dayKinds = ['weekday', 'tradingSunday', 'closedSunday', 'holiday', 'openedDay', 'closedDay'] as const;
type DayKind = (typeof dayKinds)[number];

export type TradingDay = {
  /** `YYYY-MM-DD` */
  day: string;
  kind: DayKind;
  /** True if shops that are subject to the law may open. */
  trades: boolean;
  holiday: Holiday | null;
  /** Note of administrators on their exception. */
  note: string | null;
  /** Shops subject to the law close at 14:00: on the Saturday before Easter, and on Christmas Eve while it was no holiday. */
  closesEarly: boolean;
};
export type TradingCalendar = (day: string) => TradingDay;

const years = new Map<number, ReadonlyMap<string, Holiday>>();
const holidayOn = (day: string): Holiday | null => {
  const year = Number(day.slice(0, 4));
  const found = years.get(year) ?? holidaysOf(year);
  years.set(year, found);
  return found.get(day) ?? null;
};

const kindByLaw = (day: string): DayKind => {
  if (holidayOn(day) !== null) return 'holiday';
  if (weekdayOf(day) !== 'sunday') return 'weekday';
  return isTradingSunday(day) ? 'tradingSunday' : 'closedSunday';
};

const closesEarly = (day: string): boolean => {
  const year = Number(day.slice(0, 4));
  return day >= '2018-03-01' && (day === dayAfter(easterOf(year), -1) || (year < CHRISTMAS_EVE_SINCE && day.endsWith('-12-24')));
};

const kindsThatTrade: ReadonlySet<DayKind> = new Set(['weekday', 'tradingSunday', 'openedDay']);

/** TRADE-01: every day as the law has it, but for the exceptions. A day is worked out once. */
export const tradingCalendar = (exceptions: readonly TradingException[]): TradingCalendar => {
  const own = new Map(exceptions.map((one) => [one.day, one]));
  const cache = new Map<string, TradingDay>();
  const workOut = (day: string): TradingDay => {
    const exception = own.get(day);
    const kind = exception ? (exception.kind === 'trading' ? 'openedDay' : 'closedDay') : kindByLaw(day);
    return {
      day,
      kind,
      trades: kindsThatTrade.has(kind),
      holiday: holidayOn(day),
      note: exception?.note ?? null,
      closesEarly: !exception && closesEarly(day),
    };
  };
  return (day) => {
    const found = cache.get(day) ?? workOut(day);
    cache.set(day, found);
    return found;
  };
};
