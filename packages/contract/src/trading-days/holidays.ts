import { dayAfter, dayOf } from './calendar-day.ts';

/** The public holidays of Poland, as the act of 18 January 1951 on days off work names them. */
export const holidays = [
  'newYear',
  'epiphany',
  'easter',
  'easterMonday',
  'labourDay',
  'constitutionDay',
  'pentecost',
  'corpusChristi',
  'assumption',
  'allSaints',
  'independenceDay',
  'independenceCentenary',
  'christmasEve',
  'christmas',
  'secondChristmasDay',
] as const;
export type Holiday = (typeof holidays)[number];

/** Christmas Eve is one since the act of 6 December 2024. */
export const CHRISTMAS_EVE_SINCE = 2025;

/** Easter Sunday of a Gregorian year, by Meeus, Jones and Butcher. */
export const easterOf = (year: number): string => {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
};

/** The holidays of a year by their day. */
export const holidaysOf = (year: number): ReadonlyMap<string, Holiday> => {
  const easter = easterOf(year);
  const all: [string, Holiday][] = [
    [dayOf(year, 1, 1), 'newYear'],
    ...(year >= 2011 ? [[dayOf(year, 1, 6), 'epiphany'] satisfies [string, Holiday]] : []),
    [easter, 'easter'],
    [dayAfter(easter, 1), 'easterMonday'],
    [dayOf(year, 5, 1), 'labourDay'],
    [dayOf(year, 5, 3), 'constitutionDay'],
    [dayAfter(easter, 49), 'pentecost'],
    [dayAfter(easter, 60), 'corpusChristi'],
    [dayOf(year, 8, 15), 'assumption'],
    [dayOf(year, 11, 1), 'allSaints'],
    [dayOf(year, 11, 11), 'independenceDay'],
    ...(year === 2018 ? [[dayOf(year, 11, 12), 'independenceCentenary'] satisfies [string, Holiday]] : []),
    ...(year >= CHRISTMAS_EVE_SINCE ? [[dayOf(year, 12, 24), 'christmasEve'] satisfies [string, Holiday]] : []),
    [dayOf(year, 12, 25), 'christmas'],
    [dayOf(year, 12, 26), 'secondChristmasDay'],
  ];
  return new Map(all);
};
