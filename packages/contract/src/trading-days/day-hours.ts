import { z } from 'zod';
import { code, withoutInvisible } from '../core/index.ts';

/** Minutes since the start of a day; a `closes` above 1440 is on the next day. */
export type HoursRange = { opens: number; closes: number };
export const DAY_MINUTES = 1_440;

const MOST_RANGES = 4;
const RANGE = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:[-–—]|do|to)\s*(\d{1,2})(?:[:.](\d{2}))?$/;
const CLOSED = new Set(['', '-', '–', 'nieczynne', 'zamknięte', 'closed']);
const ALL_DAY = new Set(['24h', '24 h', 'całą dobę', 'cała doba', 'all day']);

const minutesOf = (hours: string, minutes: string | undefined): number => Number(hours) * 60 + Number(minutes ?? 0);

const rangeIn = (text: string): HoursRange | null => {
  if (ALL_DAY.has(text)) return { opens: 0, closes: DAY_MINUTES };
  const [, from, fromMinutes, to, toMinutes] = RANGE.exec(text) ?? [];
  if (from === undefined || to === undefined || Number(fromMinutes ?? 0) > 59 || Number(toMinutes ?? 0) > 59) return null;
  const [opens, closes] = [minutesOf(from, fromMinutes), minutesOf(to, toMinutes)];
  if (opens >= DAY_MINUTES || closes > DAY_MINUTES || opens === closes) return null;
  return { opens, closes: closes < opens ? closes + DAY_MINUTES : closes };
};

/** Parses typed hours, e.g. `6-22` or `8:00–12:00, 13:00–18:00`; empty is closed. Null if they are invalid. */
const read = (text: string): HoursRange[] | null => {
  const clean = withoutInvisible(text).trim().toLowerCase();
  if (CLOSED.has(clean)) return [];
  const ranges = clean.split(/[,;]/).map((part) => rangeIn(part.trim()));
  if (ranges.length > MOST_RANGES) return null;
  const found = ranges.filter((range) => range !== null);
  const inOrder = found.every(({ opens }, at) => opens >= (found[at - 1]?.closes ?? 0));
  return found.length === ranges.length && inOrder ? found : null;
};

// Caches parsed hours: a chain has few different ones, and every lookup of a day reads those of each store.
const cache = new Map<string, HoursRange[] | null>();
const CACHE_LIMIT = 1_000;
export const readHours = (text: string): HoursRange[] | null => {
  const found = cache.get(text);
  if (found !== undefined) return found;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const hours = read(text);
  cache.set(text, hours);
  return hours;
};

/** `06:00`, and `24:00` for the end of a day. */
export const clockOf = (minutes: number): string => {
  const within = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes;
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
};

/** Returns hours as they are stored: `06:00-22:00`; null is closed. */
const stored = (ranges: readonly HoursRange[]): string | null =>
  ranges.length === 0 ? null : ranges.map(({ opens, closes }) => `${clockOf(opens)}-${clockOf(closes)}`).join(', ');

/** TRADE-02: the hours of one day, stored in one spelling. */
export const DayHours = z
  .string(code('notHours'))
  .max(100, code('tooLong'))
  .nullable()
  .refine((text) => readHours(text ?? '') !== null, code('notHours'))
  .transform((text) => stored(readHours(text ?? '') ?? []));
