import { folded } from '@endcap/contract/core';
import { dayAfter, dayOf, weekdayOf, weekdays } from '@endcap/contract/trading-days';

/** A time expression as written in a text, and the last day on which it is true, `YYYY-MM-DD`. */
export type TimeWord = { word: string; lastDay: string };
type Shown = { firstDay: string; lastDay: string };

const MONTHS = [
  'stycznia|january|jan',
  'lutego|february|feb',
  'marca|march|mar',
  'kwietnia|april|apr',
  'maja|may',
  'czerwca|june|jun',
  'lipca|july|jul',
  'sierpnia|august|aug',
  'wrzesnia|september|sep',
  'pazdziernika|october|oct',
  'listopada|november|nov',
  'grudnia|december|dec',
];
const WEEKDAYS = [
  'poniedzialek|poniedzialku|monday',
  'wtorek|wtorku|tuesday',
  'sroda|srode|srody|wednesday',
  'czwartek|czwartku|thursday',
  'piatek|piatku|friday',
  'sobota|sobote|soboty|saturday',
  'niedziela|niedziele|niedzieli|sunday',
];
const indexIn = (list: readonly string[], word: string): number => list.findIndex((one) => one.split('|').includes(word));

/** Returns the first date with a weekday (0 is Monday) on or after a day. */
const onOrAfter = (day: string, weekday: number): string => dayAfter(day, (weekday - weekdays.indexOf(weekdayOf(day)) + 7) % 7);

/** Returns the date nearest to a day for a month and day without a year: in December, January is that of the next year. */
const nearest = (day: string, month: number, date: number): string | null => {
  const year = Number(day.slice(0, 4));
  const years = [year - 1, year, year + 1].map((one) => dayOf(one, month, date)).filter((one) => Number(one.slice(8)) === date);
  const distance = (one: string): number => Math.abs(Date.parse(one) - Date.parse(day));
  return years.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
};

type Reading = { pattern: RegExp; dayOf: (match: RegExpExecArray, firstDay: string) => string | null };
// The text has no diacritics here, since it is folded first.
const any = (list: readonly string[]): string => list.join('|');
const readings: readonly Reading[] = [
  { pattern: /\b(dzis|dzisiaj|today|tonight)\b/g, dayOf: (_, firstDay) => firstDay },
  { pattern: /\b(jutro|jutra|tomorrow)\b/g, dayOf: (_, firstDay) => dayAfter(firstDay, 1) },
  { pattern: /\b(weekend|weekendu|weekendzie)\b/g, dayOf: (_, firstDay) => onOrAfter(firstDay, 6) },
  {
    pattern: new RegExp(String.raw`\b(${any(WEEKDAYS)})\b`, 'g'),
    dayOf: ([, word = ''], firstDay) => onOrAfter(firstDay, indexIn(WEEKDAYS, word)),
  },
  {
    pattern: new RegExp(String.raw`\b(\d{1,2})\.? (${any(MONTHS)})\b`, 'g'),
    dayOf: ([, date, month = ''], firstDay) => nearest(firstDay, indexIn(MONTHS, month) + 1, Number(date)),
  },
  {
    pattern: new RegExp(String.raw`\b(${any(MONTHS)}) (\d{1,2})\b`, 'g'),
    dayOf: ([, month = '', date], firstDay) => nearest(firstDay, indexIn(MONTHS, month) + 1, Number(date)),
  },
  // A price also has two digits after its point, but a currency or a unit follows.
  {
    pattern: /(?<![\d.,])(0?[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])(?:\.20\d\d)?(?![\d.,]*\d)(?! ?(?:zl|pln|eur|kg|g|l|ml|%|\/))/g,
    dayOf: ([, date, month], firstDay) => nearest(firstDay, Number(month), Number(date)),
  },
];
/** Matches "from a day on", which stays true indefinitely. */
const FROM = /\b(od|from|since) (?:najblizszego |najblizszej )?$/;

/** Folds letter by letter, so that indexes stay those of the original text. */
const foldedByLetter = (text: string): string =>
  [...text].map((letter) => (folded(letter).length === letter.length ? folded(letter) : letter)).join('');

/**
 * Returns time expressions in a message that contradict its validity: it ends before the named day, or is still shown after the last one.
 * Expressions such as "od soboty" stay true indefinitely. `firstDay` is the Warsaw day of the send (E-6C).
 */
export const contradictedTimes = (text: string, { firstDay, lastDay }: Shown): TimeWord[] => {
  const written = text.normalize('NFC');
  const plain = foldedByLetter(written);
  const times = readings
    .flatMap(({ pattern, dayOf: meant }) =>
      [...plain.matchAll(pattern)].map((match) => ({
        word: written.slice(match.index, match.index + match[0].length),
        day: meant(match, firstDay) ?? lastDay,
        isStart: FROM.test(plain.slice(0, match.index)),
      })),
    )
    .toSorted((one, other) => one.day.localeCompare(other.day));
  const tooLate = times.filter(({ day }) => day > lastDay);
  const last = times.at(-1);
  const isOutlived = last !== undefined && last.day < lastDay && times.every(({ isStart }) => !isStart);
  return (isOutlived ? [last] : tooLate).map(({ word, day }) => ({ word, lastDay: day }));
};
