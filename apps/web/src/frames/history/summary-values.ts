import { FILE_PREFIX, IMAGE_PREFIX } from '@endcap/contract/files';
import type { FieldSummary, ListEntry } from '@endcap/contract/history';
import { warsawMinute } from '@endcap/contract/warsaw-time';
import { dayThatEnds } from '../../lib/day-that-ends.ts';
import { endOfDayWords, type Language } from '../../lib/language.tsx';
import { historyMessages } from './history.messages.ts';
import type { Reading } from './past.ts';

type Short = FieldSummary['before'];

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const HOURS = /^\d\d:\d\d-\d\d:\d\d/;

const locales = { pl: 'pl', en: 'en-GB' } as const;
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const dayFormat = (language: Language, hasYear: boolean): Intl.DateTimeFormat => {
  const key = `${language}${hasYear}`;
  const options = { timeZone: 'UTC', day: 'numeric', month: 'short', ...(hasYear && { year: 'numeric' as const }) } as const;
  const format = dayFormats.get(key) ?? new Intl.DateTimeFormat(locales[language], options);
  dayFormats.set(key, format);
  return format;
};

/** A day `YYYY-MM-DD` with the time of day, which a day alone does not have. */
type Moment = { day: string; time: string | null };
const momentOf = (value: Short, reading: Reading, language: Language): Moment | null => {
  if (typeof value !== 'string') return null;
  if (DAY.test(value)) return { day: value, time: null };
  if (!INSTANT.test(value)) return null;
  const minute = warsawMinute(value);
  const lastDay = reading === 'end' ? dayThatEnds(minute) : null;
  if (lastDay !== null) return { day: lastDay, time: endOfDayWords[language] };
  return { day: minute.slice(0, 10), time: minute.slice(11) };
};

/** Dates as `30 lis`; with the year unless both are in the current year, and with the time unless both have the same. */
const datesOf = (sides: readonly Short[], reading: Reading, language: Language, now: Date): (string | null)[] => {
  const moments = sides.map((side) => momentOf(side, reading, language));
  const present = moments.filter((one) => one !== null);
  const thisYear = warsawMinute(now).slice(0, 4);
  const hasYear = present.some(({ day }) => !day.startsWith(thisYear));
  const [one, other] = present;
  const sameTime = present.length === 2 && one?.time === other?.time && one?.day !== other?.day;
  return moments.map((moment) => {
    if (moment === null) return null;
    const day = dayFormat(language, hasYear).format(new Date(moment.day));
    return sameTime || moment.time === null ? day : `${day}, ${moment.time}`;
  });
};

/** A value as the form shows it. */
const textOf = (value: Short, reading: Reading, language: Language): string => {
  const words = historyMessages[language];
  if (value === null || value === '') return reading === 'end' ? words.noEnd : words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const text = String(value);
  if (typeof reading === 'object') return reading[text] ?? text;
  if (typeof value === 'number') return language === 'pl' ? text.replace('.', ',') : text;
  return HOURS.test(text) ? text.replaceAll(/\b0(?=\d:)/g, '').replaceAll('-', '–') : text;
};

/** Formats a day, or the first and the last day of a range. */
const days = ({ day, until }: Record<string, unknown>, language: Language, now: Date): string =>
  datesOf(typeof until === 'string' ? [String(day), until] : [String(day)], undefined, language, now).join(' – ');

/** Returns the name of a list entry; null if it has none. */
const entryText = (entry: ListEntry, reading: Reading, language: Language, now: Date): string | null => {
  const { closedOn, tradingOn } = historyMessages[language];
  if (typeof entry === 'string') return textOf(entry, reading, language);
  const { day, hours, kind, value, name, question } = entry;
  if (typeof day === 'string') {
    const when = days(entry, language, now);
    const is =
      typeof hours === 'string' ? `${when} ${textOf(hours, reading, language)}` : kind === 'trading' ? tradingOn(when) : closedOn(when);
    const why = entry['reason'] ?? entry['note'];
    return typeof why === 'string' && why !== '' ? `${is}: ${why}` : is;
  }
  const called = [name, question, value].find(
    (one): one is string | number => typeof one === 'number' || (typeof one === 'string' && one !== ''),
  );
  return called === undefined ? null : textOf(called, undefined, language);
};

/** Returns the added, removed and changed entries by name; null if none is listed, or one of them has no name. */
const entriesText = ({ shown = [] }: FieldSummary, reading: Reading, language: Language, now: Date): string | null => {
  const { another } = historyMessages[language];
  const texts = shown.map(({ was, is }) => {
    const [before, after] = [was, is].map((entry) => (entry === null ? undefined : entryText(entry, reading, language, now)));
    if (before === null || after === null) return null;
    if (before === undefined) return `+ ${after}`;
    if (after === undefined) return `− ${before}`;
    return before === after ? `${after}: ${another}` : `${before} → ${after}`;
  });
  return texts.length === 0 || texts.includes(null) ? null : texts.join('; ');
};

const isFile = (value: Short): boolean => typeof value === 'string' && (value.startsWith(IMAGE_PREFIX) || value.startsWith(FILE_PREFIX));
const isNothing = (value: Short): boolean => value === null || value === '';

/** A change of a field in words: `30 lis → 8 gru`, `+2 −1`. For a long text or a file, only that it was added, removed or replaced (E-66). */
export const changeText = (summary: FieldSummary, reading: Reading, language: Language, now = new Date()): string => {
  const words = historyMessages[language];
  const { is, before, after, added = 0, removed = 0, altered = 0 } = summary;
  if (is === 'list') {
    const named = entriesText(summary, reading, language, now);
    if (named !== null) return named;
    const counts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`, altered > 0 && words.altered(altered)].filter(Boolean);
    return counts.length === 0 ? words.reordered.toLowerCase() : counts.join(' ');
  }
  if (is !== 'value' || isFile(before) || isFile(after))
    return isNothing(before) ? words.cameIn : isNothing(after) ? words.wentOut : words.another;
  const dates = datesOf([before, after], reading, language, now);
  const [was, becomes] = [before, after].map((value, at) => dates[at] ?? textOf(value, reading, language));
  return `${was} → ${becomes}`;
};

/** Returns the value of a created or deleted item, which has no other version. */
export const onlyText = (summary: FieldSummary, reading: Reading, language: Language, now = new Date()): string => {
  const only = isNothing(summary.after) ? summary.before : summary.after;
  if (summary.is !== 'value' || isFile(only)) return changeText(summary, reading, language, now);
  return datesOf([only], reading, language, now)[0] ?? textOf(only, reading, language);
};
