import { folded } from '@endcap/contract/core';
import { dayAfter, dayOf, daysBetween, weekdayOf, weekdays } from '@endcap/contract/trading-days';
import { instantOfWallClock, typedDay } from '@endcap/contract/warsaw-time';

/** Days with a well-known name. */
export const namedDays = ['lastFriday', 'tomorrow', 'blackFriday', 'christmasEve'] as const;
export type NamedDay = (typeof namedDays)[number];

/** The preview's default time of day. */
export const MIDDLE_OF_DAY = '12:00';

const names = {
  polish: ['poniedzialek', 'wtorek', 'srod[ae]', 'czwartek', 'piatek', 'sobot[ae]', 'niedziel[ae]'],
  english: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
};
const LAST = /^(w )?(ostatni|miniony|zeszly|ostatnia|miniona|zeszla|last) /;
const NEXT = /^(w )?(nastepny|przyszly|najblizszy|nastepna|przyszla|najblizsza|next) /;

/** The Friday after the fourth Thursday of November. */
const blackFridayOf = (year: number): string => {
  const first = dayOf(year, 11, 1);
  const toThursday = (weekdays.indexOf('thursday') - weekdays.indexOf(weekdayOf(first)) + 7) % 7;
  return dayAfter(first, toThursday + 22);
};
const christmasEveOf = (year: number): string => dayOf(year, 12, 24);

/** The nearest such day that is not over. */
const coming = (ofYear: (year: number) => string, today: string): string => {
  const year = Number(today.slice(0, 4));
  return ofYear(year) >= today ? ofYear(year) : ofYear(year + 1);
};

/** The nearest day of the week before or after today. */
const weekdayBeside = (weekday: number, today: string, side: -1 | 1): string => {
  const ahead = (weekday - weekdays.indexOf(weekdayOf(today)) + 7) % 7;
  return dayAfter(today, side === 1 ? ahead || 7 : ahead - 7);
};

/** A named day as `YYYY-MM-DD`, seen from today. */
export const dayOfName = (name: NamedDay, today: string): string =>
  ({
    lastFriday: weekdayBeside(weekdays.indexOf('friday'), today, -1),
    tomorrow: dayAfter(today, 1),
    blackFriday: coming(blackFridayOf, today),
    christmasEve: coming(christmasEveOf, today),
  })[name];

const words: readonly [RegExp, (today: string) => string][] = [
  [/^(dzis|dzisiaj|today)$/, (today) => today],
  [/^(jutro|tomorrow)$/, (today) => dayAfter(today, 1)],
  [/^(wczoraj|yesterday)$/, (today) => dayAfter(today, -1)],
  [/^(w )?(black friday|czarny piatek)$/, (today) => coming(blackFridayOf, today)],
  [/^(w )?(wigili[ae]|christmas eve)$/, (today) => coming(christmasEveOf, today)],
];

const spokenDay = (text: string, today: string): string | null => {
  const named = words.find(([spelling]) => spelling.test(text));
  if (named) return named[1](today);
  const side = LAST.test(text) ? -1 : NEXT.test(text) ? 1 : null;
  if (side === null) return null;
  const rest = text.replace(side === -1 ? LAST : NEXT, '');
  const weekday = [names.polish, names.english].map((all) => all.findIndex((name) => new RegExp(`^${name}$`).test(rest)));
  const found = Math.max(...weekday);
  return found < 0 ? null : weekdayBeside(found, today, side);
};

/** The middle of a named day, as an instant. */
export const middleOf = (day: string): string => instantOfWallClock(`${day}T${MIDDLE_OF_DAY}`) ?? '';

const WEEKDAYS: readonly RegExp[] = [
  /^(pon(iedzialek)?|mon(day)?)$/,
  /^(wt(orek)?|tue(sday)?)$/,
  /^(sr(od[ae])?|wed(nesday)?)$/,
  /^(czw(artek)?|thu(rsday)?)$/,
  /^(pt|piatek|fri(day)?)$/,
  /^(sob(ot[ae])?|sat(urday)?)$/,
  /^(nd|niedz(iel[ae])?|sun(day)?)$/,
];
const DAY_AND_MONTH = /^(\d{1,2}[.\-/]\d{1,2}|\d{1,2}\.? \p{L}+)\.?$/u;
const CLOCK = /^(?:(?<day>.+?),? )??(?:(?:o|at|godz\.?) )?(?<hours>[01]?\d|2[0-3])(?:[:.](?<minutes>[0-5]\d))?$/;

/** Which day is meant by one that fits many years or weeks: the next one, the last one, or the nearest to today. */
export type DaySide = 'coming' | 'past' | 'nearest';

const suits: Record<DaySide, (day: string, today: string) => boolean> = {
  coming: (day, today) => day >= today,
  past: (day, today) => day <= today,
  nearest: () => true,
};

/** A day and a month without a year: the nearest such day of the side, today included. */
const dayWithoutYear = (text: string, today: string, side: DaySide): string | null => {
  if (!DAY_AND_MONTH.test(text)) return null;
  const year = Number(today.slice(0, 4));
  const [between, bare] = [/\p{L}/u.test(text) ? ' ' : '.', text.replace(/\.$/, '')];
  const apart = (day: string): number => Math.abs(daysBetween(today, day));
  const days = [year - 1, year, year + 1].flatMap((one) => typedDay(`${bare}${between}${one}`) ?? []);
  return days.filter((day) => suits[side](day, today)).toSorted((one, other) => apart(one) - apart(other))[0] ?? null;
};

const dayIn = (text: string, today: string, side: DaySide): string | null => {
  const plain = folded(text).replace(/\.$/, '');
  const weekday = WEEKDAYS.findIndex((spelling) => spelling.test(plain.replace(/^(w|we|on) /, '')));
  if (weekday >= 0) return weekdayBeside(weekday, today, side === 'past' ? -1 : 1);
  return typedDay(text) ?? spokenDay(plain, today) ?? dayWithoutYear(text, today, side);
};

/**
 * Parses a day, a time or both, as people type them: `9:00`, `pon 9:00`, `jutro 10`, `30.11 9:00`, `last Friday`. A weekday alone is never
 * today: it is the last one for `past`, else the next one. `time` is `HH:mm`. `day` and `time` are null if they were not typed. Returns
 * null for any other text (E-63).
 */
export const dateParts = (typed: string, today: string, side: DaySide): { day: string | null; time: string | null } | null => {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const alone = dayIn(text, today, side);
  if (alone !== null) return { day: alone, time: null };
  const { day, hours, minutes } = CLOCK.exec(text)?.groups ?? {};
  // An hour alone is a number, which may become a day.
  if (hours === undefined || (day === undefined && minutes === undefined)) return null;
  const time = `${hours.padStart(2, '0')}:${minutes ?? '00'}`;
  if (day === undefined) return { day: null, time };
  const found = dayIn(day, today, side);
  return found === null ? null : { day: found, time };
};
