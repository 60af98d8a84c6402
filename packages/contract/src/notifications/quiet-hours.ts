import { dayAfter } from '../trading-days/index.ts';
import { clockOn, warsawDay } from '../warsaw-time/index.ts';

/** Hours in which no send starts, `HH:mm` in Warsaw. The end may be on the next day (CARE-03). */
export type QuietHours = { from: string; until: string };

/** Returns the configured quiet hours; null unless both ends are set. */
export const quietHoursOf = ({ quietFrom, quietUntil }: { quietFrom: string | null; quietUntil: string | null }): QuietHours | null =>
  quietFrom !== null && quietUntil !== null ? { from: quietFrom, until: quietUntil } : null;

/**
 * Returns the end of the quiet hours that begin on a day, if they include an instant. If clocks show a time twice, they begin at the first
 * and end at the last of them.
 */
const endOf = (at: string, day: string, { from, until }: QuietHours): string | null => {
  const begin = clockOn(day, from).first;
  const end = clockOn(from < until ? day : dayAfter(day, 1), until).last;
  return begin <= at && at < end ? end : null;
};

/** Returns the end of the quiet hours that include an instant, to the minute; null outside of them or without quiet hours. */
export const afterQuiet = (instant: string | Date, hours: QuietHours | null): string | null => {
  if (hours === null) return null;
  const at = new Date(instant).toISOString();
  const day = warsawDay(at);
  const end = endOf(at, day, hours) ?? endOf(at, dayAfter(day, -1), hours);
  // If the clocks skip an hour, the next quiet hours may begin as these end.
  return end && (afterQuiet(end, hours) ?? end);
};
