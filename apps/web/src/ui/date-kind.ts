import { daysLater, readInstant, sundayNight, typedDay, typedInstant, warsawDay, warsawMinute } from '@endcap/contract/warsaw-time';

/** A day is held as `YYYY-MM-DD`, a minute as an instant; whatever is neither is held as it was typed and left to the form's rules. */
export type DateKind = 'day' | 'minute';
export type Preset = { name: 'now' | 'weekLater' | 'sunday'; value: string };

const WEEK = 7;

/** The value that a text stands for: the text itself, when it is not understood. */
export const valueOfTyped = (kind: DateKind, typed: string): string =>
  (kind === 'day' ? typedDay(typed) : typedInstant(typed)) ?? typed.trim();

/** How a value is written: `YYYY-MM-DD`, with `HH:mm` where time matters. */
export const shownDate = (kind: DateKind, value: string): string => {
  const instant = readInstant(value);
  return kind === 'day' || instant === null ? value : warsawMinute(instant);
};

/** A day of the calendar; a minute keeps its time, or begins with the day. */
export const withDay = (kind: DateKind, value: string, day: string): string => {
  const instant = readInstant(value);
  const time = kind === 'minute' && instant ? warsawMinute(instant).slice(11) : '';
  return valueOfTyped(kind, `${day} ${time}`);
};

/** What is chosen most often: now, a week later than what stands there, the end of the week. */
export const presetsOf = (kind: DateKind, value: string, now: Date): Preset[] => {
  const as = (instant: string): string => (kind === 'day' ? warsawDay(instant) : (typedInstant(warsawMinute(instant)) ?? ''));
  return [
    { name: 'now', value: as(now.toISOString()) },
    { name: 'weekLater', value: as(daysLater(readInstant(value) ?? now.toISOString(), WEEK)) },
    { name: 'sunday', value: as(sundayNight(now)) },
  ];
};
