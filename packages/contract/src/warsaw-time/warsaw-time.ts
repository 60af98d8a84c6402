import { Temporal } from 'temporal-polyfill';

/** the zone of every date that people read or type. */
const ZONE = 'Europe/Warsaw';

const at = (instant: string | Date): Temporal.ZonedDateTime =>
  Temporal.Instant.from(typeof instant === 'string' ? instant : instant.toISOString()).toZonedDateTimeISO(ZONE);

const toIso = (time: Temporal.ZonedDateTime): string => new Date(time.epochMilliseconds).toISOString();

/** Calendar day of an instant in Warsaw, `YYYY-MM-DD`. */
export const warsawDay = (instant: string | Date): string => at(instant).toPlainDate().toString();

/** Returns the last day in Warsaw of a period that ends at an instant; for an end at midnight, the day before (E-61). */
export const lastDayOf = (instant: string): string => warsawDay(new Date(Date.parse(instant) - 1));

/** `YYYY-MM-DD HH:mm` in Warsaw. */
export const warsawMinute = (instant: string | Date): string =>
  `${warsawDay(instant)} ${at(instant).toPlainTime().toString({ smallestUnit: 'minute' })}`;

/** Returns the start of a day in Warsaw, or of the day `days` calendar days later, also across clock changes. */
export const startOfDay = (day: string, days = 0): string => toIso(Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(ZONE));

/** The same for the day of an instant. */
export const startOfDayAhead = (instant: string | Date, days: number): string => startOfDay(warsawDay(instant), days);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Accepted years of a date, in Warsaw. Others are typing errors, which PostgreSQL and phones need not support. */
const YEARS = [2000, 2100] as const;

const zonedOf = (text: string): Temporal.ZonedDateTime | null => {
  if (DAY.test(text)) return Temporal.PlainDate.from(text, { overflow: 'reject' }).toZonedDateTime(ZONE);
  return INSTANT.test(text) ? Temporal.Instant.from(text).toZonedDateTimeISO(ZONE) : null;
};

const read = (text: string): string | null => {
  try {
    const time = zonedOf(text);
    return time && time.year >= YEARS[0] && time.year <= YEARS[1] ? toIso(time) : null;
  } catch {
    return null;
  }
};

// Caches parsed dates: a form parses the same few dates many times on each keystroke.
const cache = new Map<string, string | null>();
const CACHE_LIMIT = 100;
/** Length of the longest text that can be a date. */
const LONGEST = 40;

/** Parses a date of a request: an ISO instant with zone, or a plain day as its start in Warsaw; null if it is neither. */
export const readInstant = (text: string): string | null => {
  if (text.length > LONGEST) return null;
  const found = cache.get(text);
  if (found !== undefined) return found;
  const instant = read(text);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(text, instant);
  return instant;
};

/** The wall clock of an instant in Warsaw, `YYYY-MM-DDTHH:mm`. */
export const warsawWallClock = (instant: string): string => at(instant).toPlainDateTime().toString({ smallestUnit: 'minute' });

/** Returns the instant of a wall-clock time in Warsaw. Times in the hour skipped in spring move on. Null if it is invalid. */
export const instantOfWallClock = (text: string): string | null => {
  try {
    return toIso(Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE));
  } catch {
    return null;
  }
};

const HOUR_MS = 3_600_000;

/**
 * Effect of a change of clocks on a time. `first`, `second`: the time occurs twice that day. `skipped`: the hour before it does not exist,
 * so input within that hour became this time. Null for every other time.
 */
export const clockChangeAt = (instant: string): 'first' | 'second' | 'skipped' | null => {
  const time = at(instant);
  const clock = time.toPlainDateTime();
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) => clock.toZonedDateTime(ZONE, { disambiguation }));
  if (first && second && !first.equals(second)) return first.equals(time) ? 'first' : 'second';
  const before = clock.subtract({ hours: 1 });
  return before.toZonedDateTime(ZONE).toPlainDateTime().equals(before) ? null : 'skipped';
};

/** Returns the other instant with the same wall-clock time if that occurs twice; otherwise the same instant. */
export const otherOfTwo = (instant: string): string => {
  const change = clockChangeAt(instant);
  const by = change === 'first' ? HOUR_MS : change === 'second' ? -HOUR_MS : 0;
  return new Date(Date.parse(instant) + by).toISOString();
};

/**
 * Returns the first and the last instant at which clocks show a time `HH:mm` on a day `YYYY-MM-DD`. They differ if the time occurs twice.
 * For a skipped time both are the instant at which clocks go forward.
 */
export const clockOn = (day: string, time: string): { first: string; last: string } => {
  const clock = Temporal.PlainDateTime.from(`${day}T${time}`);
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) => clock.toZonedDateTime(ZONE, { disambiguation }));
  if (!first || !last) throw new Error('No such time');
  if (last.toPlainDateTime().equals(clock)) return { first: toIso(first), last: toIso(last) };
  // It was moved on by the hour that is skipped, which begins on the hour.
  const change = toIso(last.round({ smallestUnit: 'hour', roundingMode: 'floor' }));
  return { first: change, last: change };
};

/** The same wall-clock time `days` calendar days later (CONT-PUB-14). */
export const daysLater = (instant: string, days: number): string => toIso(at(instant).add({ days }));

/** 23:59 on the Sunday that ends the week of an instant. */
export const sundayNight = (instant: string | Date): string => {
  const now = at(instant);
  return toIso(now.add({ days: 7 - now.dayOfWeek }).withPlainTime('23:59'));
};
