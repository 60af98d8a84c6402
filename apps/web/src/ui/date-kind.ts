import { tradingCalendar } from '@endcap/contract/trading-days';
import {
  daysLater,
  instantOfWallClock,
  readInstant,
  startOfDay,
  sundayNight,
  typedDay,
  typedInstant,
  warsawDay,
  warsawMinute,
} from '@endcap/contract/warsaw-time';
import { comingParts } from '../lib/spoken-moment.ts';

/** A day is held as `YYYY-MM-DD`, a minute as an instant; whatever is neither is held as it was typed and left to the form's rules. */
export type DateKind = 'day' | 'minute';
/**
 * What a date is for. It decides how a day without a time is read: a `start` begins with the day, an `end` lasts to its last minute, a `send` keeps the
 * hour. Without a use, as in filters, a date is read to the letter (E-62, E-63).
 */
export type DateUse = 'start' | 'end' | 'send';
/** `time`: the hour in its name. */
export type Preset = { name: 'now' | 'today' | 'tomorrow' | 'monday' | 'weekLater' | 'sunday'; value: string; time?: string };

const WEEK = 7;
const HALF_HOURS = 48;
const LAST_MINUTE = '23:59';
/** When people are sent something, unless an hour was typed. */
const USUAL_HOUR = '09:00';

const clockOf = (instant: string): string => warsawMinute(instant).slice(11);
const at = (day: string, time: string): string => instantOfWallClock(`${day}T${time}`) ?? '';

/** The time of a day that was typed or chosen without one. */
const timeOfDay = (use: DateUse | undefined, value: string): string => {
  const kept = readInstant(value);
  if (use === 'send') return kept ? clockOf(kept) : USUAL_HOUR;
  return use === 'end' ? LAST_MINUTE : '00:00';
};

const readComing = (typed: string, use: DateUse, value: string, now: Date): string | null => {
  const today = warsawDay(now);
  const parts = comingParts(typed, today);
  // Written in full, in every spelling of dates that have a year.
  if (parts?.time !== null) {
    const whole = typedInstant(typed);
    if (whole !== null) return whole;
  }
  if (parts === null) return null;
  const time = parts.time ?? timeOfDay(use, value);
  if (parts.day !== null) return at(parts.day, time);
  const sameDay = at(today, time);
  return Date.parse(sameDay) > now.getTime() ? sameDay : daysLater(sameDay, 1);
};

type Typed = { use?: DateUse | undefined; value?: string; now?: Date };
/** The value that a text stands for: the text itself, when it is not understood. `value`: what the field held before. */
export const valueOfTyped = (kind: DateKind, typed: string, { use, value = '', now = new Date() }: Typed = {}): string => {
  if (use === undefined) return (kind === 'day' ? typedDay(typed) : typedInstant(typed)) ?? typed.trim();
  if (kind === 'minute')
    return (typed.includes('T') ? readInstant(typed.trim()) : null) ?? readComing(typed, use, value, now) ?? typed.trim();
  const parts = comingParts(typed, warsawDay(now));
  return parts?.time === null && parts.day !== null ? parts.day : typed.trim();
};

/** How a value is written: `YYYY-MM-DD`, with `HH:mm` where time matters. */
export const shownDate = (kind: DateKind, value: string): string => {
  const instant = readInstant(value);
  return kind === 'day' || instant === null ? value : warsawMinute(instant);
};

/** A day of the calendar; a minute keeps its time, or gets that of its use. A send of today whose hour has passed gets the next half hour. */
export const withDay = (kind: DateKind, value: string, day: string, use?: DateUse, now = new Date()): string => {
  if (kind === 'day') return day;
  const kept = readInstant(value);
  const chosen = at(day, kept ? clockOf(kept) : timeOfDay(use, value));
  if (use !== 'send' || day !== warsawDay(now) || Date.parse(chosen) > now.getTime()) return chosen;
  const next = halfHours.find((time) => Date.parse(at(day, time)) > now.getTime());
  return next === undefined ? chosen : at(day, next);
};

/** Every half hour of a day, `HH:mm`. */
export const halfHours: readonly string[] = Array.from(
  { length: HALF_HOURS },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
);

/** The time of a minute, and the value with another one; of the day of today while there is no value. */
export const timeOf = (value: string): string => {
  const instant = readInstant(value);
  return instant === null ? '' : clockOf(instant);
};
export const withTime = (value: string, time: string, now = new Date()): string => at(warsawDay(readInstant(value) ?? now), time);

const law = tradingCalendar([]);
/** Whether shops trade on the day of an instant by the law; nobody is offered a closed Sunday for a send (E-63). */
const isTrading = (instant: string): boolean => law(warsawDay(instant)).trades;

/** The first hour that is offered for a send: the next trading day. */
export const usualStart = (now: Date): string =>
  at(Array.from({ length: WEEK }, (_, n) => dayAhead(now, n + 1)).find((day) => law(day).trades) ?? dayAhead(now, 1), USUAL_HOUR);

const mondayAfter = (now: Date): string => warsawDay(daysLater(sundayNight(now), 1));
const dayAhead = (now: Date, days: number): string => warsawDay(daysLater(startOfDay(warsawDay(now)), days));

/** The dates that are chosen most often for a use. */
const presetsOfUse: Record<DateUse, (value: string, now: Date) => Preset[]> = {
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
    { name: 'tomorrow', value: at(dayAhead(now, 1), USUAL_HOUR), time: '9:00' },
    { name: 'monday', value: at(mondayAfter(now), USUAL_HOUR), time: '9:00' },
  ],
};

/** The dates that people choose most often. Without a use: now, a week after the value, and the end of the week. */
export const presetsOf = (kind: DateKind, value: string, now: Date, use?: DateUse): Preset[] => {
  if (kind === 'minute' && use !== undefined) {
    const all = presetsOfUse[use](value, now);
    return all.filter(
      (preset, n) => all.findIndex((one) => one.value === preset.value) === n && (use !== 'send' || isTrading(preset.value)),
    );
  }
  const as = (instant: string): string => (kind === 'day' ? warsawDay(instant) : (typedInstant(warsawMinute(instant)) ?? ''));
  return [
    { name: 'now', value: as(now.toISOString()) },
    { name: 'weekLater', value: as(daysLater(readInstant(value) ?? now.toISOString(), WEEK)) },
    { name: 'sunday', value: as(sundayNight(now)) },
  ];
};
