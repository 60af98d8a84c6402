import { dayAfter } from './calendar-day.ts';
import { rangesInWords } from './hours-in-words.ts';
import { readHours } from './day-hours.ts';
import { type HoursException, isClosure } from './hours-rules.ts';
import { ANNOUNCED_DAYS } from './store-hours.ts';

const dayInWords = new Intl.DateTimeFormat('pl', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const spoken = (day: string): string => dayInWords.format(new Date(day));

/** `1–14 grudnia`, `28 grudnia – 10 stycznia`. */
const daysInWords = (from: string, until: string): string => {
  if (from === until) return spoken(from);
  return from.slice(0, 7) === until.slice(0, 7) ? `${Number(from.slice(8))}–${spoken(until)}` : `${spoken(from)} – ${spoken(until)}`;
};

const lineOf = (one: HoursException): string =>
  isClosure(one)
    ? `${daysInWords(one.day, one.until)}: nieczynne${one.reason === undefined ? '' : ` (${one.reason})`}`
    : `${spoken(one.day)}: ${rangesInWords(readHours(one.hours ?? '') ?? [], 'pl')}`;

/**
 * The text about hours that customers get on a day (`YYYY-MM-DD`, in Warsaw): closures and other hours of the next two weeks, in Polish,
 * a line each, before the text that people wrote (E-67).
 */
export const hoursForCustomers = (
  { openingHours, hoursExceptions }: { openingHours: string; hoursExceptions: readonly HoursException[] },
  today: string,
): string => {
  const last = dayAfter(today, ANNOUNCED_DAYS);
  const near = hoursExceptions.filter((one) => one.day <= last && (one.until ?? one.day) >= today);
  return [...near.map(lineOf), openingHours].filter((line) => line.trim() !== '').join('\n');
};
