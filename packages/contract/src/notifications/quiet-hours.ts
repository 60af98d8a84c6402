import { dayAfter } from '../trading-days/index.ts';
import { clockOn, warsawDay } from '../warsaw-time/index.ts';

/** CARE-03: from when until when no send starts, `HH:mm` on Warsaw's clocks; the end may come the day after. */
export type QuietHours = { from: string; until: string };

/** The hours as they are set; null unless both ends are. */
export const quietHoursOf = ({ quietFrom, quietUntil }: { quietFrom: string | null; quietUntil: string | null }): QuietHours | null =>
  quietFrom !== null && quietUntil !== null ? { from: quietFrom, until: quietUntil } : null;

/** The end of the quiet hours that began on a day, where they hold an instant. Of a time that comes twice they begin with the first and end with the last. */
const endOf = (at: string, day: string, { from, until }: QuietHours): string | null => {
  const begin = clockOn(day, from).first;
  const end = clockOn(from < until ? day : dayAfter(day, 1), until).last;
  return begin <= at && at < end ? end : null;
};

/** The first instant after the quiet hours that an instant lies in, to the minute; null outside of them, and where there are none. */
export const afterQuiet = (instant: string | Date, hours: QuietHours | null): string | null => {
  if (hours === null) return null;
  const at = new Date(instant).toISOString();
  const day = warsawDay(at);
  const end = endOf(at, day, hours) ?? endOf(at, dayAfter(day, -1), hours);
  // Where an hour is skipped, the next ones may begin as these end.
  return end && (afterQuiet(end, hours) ?? end);
};
