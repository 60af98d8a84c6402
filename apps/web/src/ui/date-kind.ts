import { tradingCalendar } from '@endcap/contract/trading-days';
import {
  daysLater,
  instantOfWallClock,
  readInstant,
  startOfDay,
  sundayNight,
  typedInstant,
  warsawDay,
  warsawMinute,
} from '@endcap/contract/warsaw-time';
import { dateParts, type DaySide, MIDDLE_OF_DAY } from '../lib/spoken-moment.ts';

/** A `day` is stored as `YYYY-MM-DD`, a `minute` as an instant. Invalid text is stored as typed, for the form's schema to reject. */
export type DateKind = 'day' | 'minute';
/**
 * The purpose of a date. It decides how a day without a time is read: a `start` begins with the day, an `end` lasts to its last minute, a
 * `send` keeps the hour, the `past` lasts to its last minute and not beyond now, `anytime` is the middle of the day. It also decides which
 * day a partial date means: filters look back (`past`), `anytime` is the nearest day before or after today, all others lie ahead (E-62,
 * E-63).
 */
export type DateUse = 'start' | 'end' | 'send' | 'past' | 'anytime';
/** `time`: the hour in its name. */
export type Preset = {
  name: 'now' | 'today' | 'yesterday' | 'tomorrow' | 'monday' | 'weekEarlier' | 'weekLater' | 'sunday';
  value: string;
  time?: string;
};

const sideOf = (use: DateUse): DaySide => (use === 'past' ? 'past' : use === 'anytime' ? 'nearest' : 'coming');

const WEEK = 7;
const HALF_HOURS = 48;
const LAST_MINUTE = '23:59';
/** Default hour of a send. */
const DEFAULT_HOUR = '09:00';

const clockOf = (instant: string): string => warsawMinute(instant).slice(11);
const at = (day: string, time: string): string => instantOfWallClock(`${day}T${time}`) ?? '';

/** Returns the time for a day that was typed or chosen without one. */
const timeOfDay = (use: DateUse, value: string): string => {
  if (use === 'anytime') return MIDDLE_OF_DAY;
  const current = readInstant(value);
  if (use === 'send') return current ? clockOf(current) : DEFAULT_HOUR;
  return use === 'start' ? '00:00' : LAST_MINUTE;
};

/** Returns a day as an instant, by its use. */
const atDay = (day: string, use: DateUse, { value, now }: { value: string; now: Date }): string =>
  at(day, use === 'past' && day === warsawDay(now) ? clockOf(now.toISOString()) : timeOfDay(use, value));

/** Returns the next instant with a time of day, or the last one if the use looks back. */
const atTime = (time: string, use: DateUse, now: Date): string => {
  const today = at(warsawDay(now), time);
  const isOver = Date.parse(today) <= now.getTime();
  if (use === 'anytime' || isOver === (use === 'past')) return today;
  return daysLater(today, isOver ? 1 : -1);
};

const readMinute = (typed: string, use: DateUse, value: string, now: Date): string | null => {
  const parts = dateParts(typed, warsawDay(now), sideOf(use));
  // A full date with a year, in any supported format.
  if (parts?.time !== null) {
    const whole = typedInstant(typed);
    if (whole !== null) return whole;
  }
  if (parts === null) return null;
  if (parts.time === null) return parts.day === null ? null : atDay(parts.day, use, { value, now });
  return parts.day === null ? atTime(parts.time, use, now) : at(parts.day, parts.time);
};

type Typed = { use: DateUse; value?: string; now?: Date };
/** Parses input to a value. Returns the trimmed input if it cannot be parsed. `value`: the former value of the field. */
export const valueOfTyped = (kind: DateKind, typed: string, { use, value = '', now = new Date() }: Typed): string => {
  if (kind === 'minute')
    return (typed.includes('T') ? readInstant(typed.trim()) : null) ?? readMinute(typed, use, value, now) ?? typed.trim();
  const parts = dateParts(typed, warsawDay(now), sideOf(use));
  return parts?.time === null && parts.day !== null ? parts.day : typed.trim();
};

/** Formats a value as `YYYY-MM-DD`, with `HH:mm` when the kind includes a time. */
export const shownDate = (kind: DateKind, value: string): string => {
  const instant = readInstant(value);
  return kind === 'day' || instant === null ? value : warsawMinute(instant);
};

/** Value of a chosen day. A minute keeps its time, or gets that of its use. A send today whose hour has passed gets the next half hour. */
export const withDay = (kind: DateKind, value: string, day: string, use: DateUse, now = new Date()): string => {
  if (kind === 'day') return day;
  const current = readInstant(value);
  const chosen = current ? at(day, clockOf(current)) : atDay(day, use, { value, now });
  if (use !== 'send' || day !== warsawDay(now) || Date.parse(chosen) > now.getTime()) return chosen;
  const next = halfHours.find((time) => Date.parse(at(day, time)) > now.getTime());
  return next === undefined ? chosen : at(day, next);
};

/** Every half hour of a day, `HH:mm`. */
export const halfHours: readonly string[] = Array.from(
  { length: HALF_HOURS },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
);

/** `timeOf` returns the time of a minute. `withTime` sets it, on today's date while there is no value. */
export const timeOf = (value: string): string => {
  const instant = readInstant(value);
  return instant === null ? '' : clockOf(instant);
};
export const withTime = (value: string, time: string, now = new Date()): string => at(warsawDay(readInstant(value) ?? now), time);

const law = tradingCalendar([]);
/** Returns true if the law allows trade on the day of an instant. Start times for a send exclude closed Sundays (E-63). */
const isTrading = (instant: string): boolean => law(warsawDay(instant)).trades;

/** Default start of a send: the default hour of the next trading day. */
export const defaultStart = (now: Date): string =>
  at(Array.from({ length: WEEK }, (_, n) => dayAhead(now, n + 1)).find((day) => law(day).trades) ?? dayAhead(now, 1), DEFAULT_HOUR);

const mondayAfter = (now: Date): string => warsawDay(daysLater(sundayNight(now), 1));
const dayAhead = (now: Date, days: number): string => warsawDay(daysLater(startOfDay(warsawDay(now)), days));

/** Presets of a use for `minute` fields. */
const presetsOfUse: Partial<Record<DateUse, (value: string, now: Date) => Preset[]>> = {
  start: (value, now) => [
    { name: 'now', value: at(warsawDay(now), clockOf(now.toISOString())) },
    { name: 'tomorrow', value: at(dayAhead(now, 1), '00:00'), time: '0:00' },
    { name: 'monday', value: at(mondayAfter(now), '00:00'), time: '0:00' },
    { name: 'weekLater', value: daysLater(readInstant(value) ?? at(warsawDay(now), clockOf(now.toISOString())), WEEK) },
  ],
  end: (value, now) => [
    { name: 'today', value: at(warsawDay(now), LAST_MINUTE), time: LAST_MINUTE },
    { name: 'sunday', value: sundayNight(now) },
    { name: 'weekLater', value: daysLater(readInstant(value) ?? at(warsawDay(now), LAST_MINUTE), WEEK) },
  ],
  send: (_value, now) => [
    { name: 'today', value: at(warsawDay(now), '17:00'), time: '17:00' },
    { name: 'tomorrow', value: at(dayAhead(now, 1), DEFAULT_HOUR), time: '9:00' },
    { name: 'monday', value: at(mondayAfter(now), DEFAULT_HOUR), time: '9:00' },
  ],
};

/** Returns the dates that people choose most often. For days and for uses without own presets they depend only on past or future. */
export const presetsOf = (kind: DateKind, value: string, now: Date, use: DateUse): Preset[] => {
  const ofUse = kind === 'minute' ? presetsOfUse[use]?.(value, now) : undefined;
  if (ofUse)
    return ofUse.filter(
      (preset, n) => ofUse.findIndex((one) => one.value === preset.value) === n && (use !== 'send' || isTrading(preset.value)),
    );
  const as = (instant: string): string => (kind === 'day' ? warsawDay(instant) : (typedInstant(warsawMinute(instant)) ?? ''));
  const later = (days: number, from = now.toISOString()): string => as(daysLater(from, days));
  const first: Preset = { name: 'now', value: as(now.toISOString()) };
  if (use === 'past') return [first, { name: 'yesterday', value: later(-1) }, { name: 'weekEarlier', value: later(-WEEK) }];
  return [
    first,
    { name: 'weekLater', value: later(WEEK, readInstant(value) ?? now.toISOString()) },
    { name: 'sunday', value: as(sundayNight(now)) },
  ];
};
