import { folded } from '@endcap/contract/core';
import { dayAfter, dayOf, weekdayOf, weekdays } from '@endcap/contract/trading-days';

/** A word of time in a text, as it is written there, and the last day on which it is true, `YYYY-MM-DD`. */
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
const placeOf = (list: readonly string[], word: string): number => list.findIndex((one) => one.split('|').includes(word));

/** The weekday of that number (0 is Monday) on a day or after it. */
const onOrAfter = (day: string, weekday: number): string => dayAfter(day, (weekday - weekdays.indexOf(weekdayOf(day)) + 7) % 7);

/** The date without a year that is nearest to a day: a send of December speaks of January, one of January may still speak of December. */
const nearest = (day: string, month: number, date: number): string | null => {
  const year = Number(day.slice(0, 4));
  const years = [year - 1, year, year + 1].map((one) => dayOf(one, month, date)).filter((one) => Number(one.slice(8)) === date);
  const distance = (one: string): number => Math.abs(Date.parse(one) - Date.parse(day));
  return years.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
};

type Reading = { pattern: RegExp; dayOf: (match: RegExpExecArray, firstDay: string) => string | null };
// Letters of Polish are folded to those of English before.
const any = (list: readonly string[]): string => list.join('|');
const readings: readonly Reading[] = [
  { pattern: /\b(dzis|dzisiaj|today|tonight)\b/g, dayOf: (_, firstDay) => firstDay },
  { pattern: /\b(jutro|jutra|tomorrow)\b/g, dayOf: (_, firstDay) => dayAfter(firstDay, 1) },
  { pattern: /\b(weekend|weekendu|weekendzie)\b/g, dayOf: (_, firstDay) => onOrAfter(firstDay, 6) },
  {
    pattern: new RegExp(String.raw`\b(${any(WEEKDAYS)})\b`, 'g'),
    dayOf: ([, word = ''], firstDay) => onOrAfter(firstDay, placeOf(WEEKDAYS, word)),
  },
  {
    pattern: new RegExp(String.raw`\b(\d{1,2})\.? (${any(MONTHS)})\b`, 'g'),
    dayOf: ([, date, month = ''], firstDay) => nearest(firstDay, placeOf(MONTHS, month) + 1, Number(date)),
  },
  {
    pattern: new RegExp(String.raw`\b(${any(MONTHS)}) (\d{1,2})\b`, 'g'),
    dayOf: ([, month = '', date], firstDay) => nearest(firstDay, placeOf(MONTHS, month) + 1, Number(date)),
  },
  // A price has two digits behind its point as well, and a currency or a unit behind them.
  {
    pattern: /(?<![\d.,])(0?[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])(?:\.20\d\d)?(?![\d.,]*\d)(?! ?(?:zl|pln|eur|kg|g|l|ml|%|\/))/g,
    dayOf: ([, date, month], firstDay) => nearest(firstDay, Number(month), Number(date)),
  },
];
/** From a day on: it stays true for as long as one likes. */
const FROM = /\b(od|from|since) (?:najblizszego |najblizszej )?$/;

/** Folded letter by letter, so that places in it are places in the text. */
const foldedInPlace = (text: string): string =>
  [...text].map((letter) => (folded(letter).length === letter.length ? folded(letter) : letter)).join('');

/**
 * Words of time in a message that its validity contradicts (E-6C): it ends before the day that they name, or is still shown after the last of
 * them. Words such as "od soboty" stay true as long as one likes. `firstDay` is the day in Warsaw on which it is sent.
 */
export const contradictedTimes = (text: string, { firstDay, lastDay }: Shown): TimeWord[] => {
  const written = text.normalize('NFC');
  const plain = foldedInPlace(written);
  const found = readings
    .flatMap(({ pattern, dayOf: meant }) =>
      [...plain.matchAll(pattern)].map((match) => ({
        word: written.slice(match.index, match.index + match[0].length),
        day: meant(match, firstDay) ?? lastDay,
        isStart: FROM.test(plain.slice(0, match.index)),
      })),
    )
    .toSorted((one, other) => one.day.localeCompare(other.day));
  const tooLate = found.filter(({ day }) => day > lastDay);
  const last = found.at(-1);
  const isOutlived = last !== undefined && last.day < lastDay && found.every(({ isStart }) => !isStart);
  return (isOutlived ? [last] : tooLate).map(({ word, day }) => ({ word, lastDay: day }));
};
