import { describe, expect, test } from 'vitest';
import { dayAfter, dayOf, easterOf, holidaysOf, type TradingDay, tradingCalendar, weekdayOf } from './index.ts';

/** Easter Sundays as the Polish Bishops' Conference announces them. */
const EASTERS =
  '2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25'.split(
    ' ',
  );
/** Pentecost and Corpus Christi of the same years, from printed calendars. */
const PENTECOSTS = '05-31 05-23 06-05 05-28 05-19 06-08 05-24 05-16 06-04 05-20 06-09 06-01 05-16 06-05 05-28 05-13'.split(' ');
const CORPUS_CHRISTI = '06-11 06-03 06-16 06-08 05-30 06-19 06-04 05-27 06-15 05-31 06-20 06-12 05-27 06-16 06-08 05-24'.split(' ');
/** Trading Sundays as the National Labour Inspectorate (pip.gov.pl) published them for each year. */
const TRADING: Readonly<Record<number, string>> = {
  2018: '03-04 03-25 04-29 05-06 05-27 06-03 06-24 07-01 07-29 08-05 08-26 09-02 09-30 10-07 10-28 11-04 11-25 12-02 12-16 12-23 12-30',
  2019: '01-27 02-24 03-31 04-14 04-28 05-26 06-30 07-28 08-25 09-29 10-27 11-24 12-15 12-22 12-29',
  2020: '01-26 04-05 04-26 06-28 08-30 12-06 12-13 12-20',
  2021: '01-31 03-28 04-25 06-27 08-29 12-12 12-19',
  2022: '01-30 04-10 04-24 06-26 08-28 12-11 12-18',
  2023: '01-29 04-02 04-30 06-25 08-27 12-10 12-17',
  2024: '01-28 03-24 04-28 06-30 08-25 12-15 12-22',
  2025: '01-26 04-13 04-27 06-29 08-31 12-07 12-14 12-21',
  2026: '01-25 03-29 04-26 06-28 08-30 12-06 12-13 12-20',
  2027: '01-31 03-21 04-25 06-27 08-29 12-05 12-12 12-19',
};

const daysOf = (year: number): string[] => {
  const days: string[] = [];
  for (let day = dayOf(year, 1, 1); day.startsWith(String(year)); day = dayAfter(day, 1)) days.push(day);
  return days;
};
const years = Array.from({ length: 16 }, (_, n) => 2020 + n);
const law = tradingCalendar([]);

describe('holidays', { tags: ['TRADE-01'] }, () => {
  test('Easter and the holidays that depend on it, 2020 to 2035', () => {
    expect(years.map(easterOf)).toEqual(EASTERS);
    const dayIn = (year: number, holiday: string): string => [...holidaysOf(year)].find(([, name]) => name === holiday)?.[0].slice(5) ?? '';
    expect(years.map((year) => dayIn(year, 'pentecost'))).toEqual(PENTECOSTS);
    expect(years.map((year) => dayIn(year, 'corpusChristi'))).toEqual(CORPUS_CHRISTI);
  });
  test('fixed holidays, with Christmas Eve since 2025', () => {
    const fixed = '01-01 01-06 05-01 05-03 08-15 11-01 11-11 12-25 12-26'.split(' ');
    for (const year of years) {
      const movable = new Set([0, 1, 49, 60].map((days) => dayAfter(easterOf(year), days)));
      const rest = [...holidaysOf(year).keys()].filter((day) => !movable.has(day)).map((day) => day.slice(5));
      expect(rest.toSorted()).toEqual([...fixed, ...(year >= 2025 ? ['12-24'] : [])].toSorted());
    }
  });
});

describe('trading Sundays', { tags: ['TRADE-01'] }, () => {
  test.each(Object.entries(TRADING))('of %s, as they were announced', (year, expected) => {
    const since = year === '2018' ? '2018-03-01' : '';
    const found = daysOf(Number(year)).filter((day) => day >= since && law(day).kind === 'tradingSunday');
    expect(found.map((day) => day.slice(5)).join(' ')).toBe(expected);
  });
  test('2020 to 2035: seven or eight a year, none is a holiday, three before Christmas Eve since 2025', () => {
    for (const year of years) {
      const found = daysOf(year).filter((day) => law(day).kind === 'tradingSunday');
      expect(found.every((day) => weekdayOf(day) === 'sunday' && !holidaysOf(year).has(day))).toBe(true);
      expect(found.length).toBe(year >= 2025 || year === 2020 ? 8 : 7);
      if (year >= 2025) expect(found.slice(-3).map((day) => dayAfter(day, 21) > `${year}-12-23`)).toEqual([true, true, true]);
    }
    // Christmas Eve is a Sunday itself.
    expect(daysOf(2028).filter((day) => day > '2028-12-01' && law(day).trades && weekdayOf(day) === 'sunday')).toEqual([
      '2028-12-03',
      '2028-12-10',
      '2028-12-17',
    ]);
    // The last Sunday of April is Easter.
    expect(law('2038-04-25')).toMatchObject({ kind: 'holiday', trades: false });
  });
  test('closes all remaining Sundays and no other day; before the act all Sundays traded', () => {
    expect(law('2026-11-29')).toEqual({
      day: '2026-11-29',
      kind: 'closedSunday',
      trades: false,
      holiday: null,
      note: null,
      closesEarly: false,
    } satisfies TradingDay);
    expect(law('2026-11-28').kind).toBe('weekday');
    expect(law('2018-02-11').trades).toBe(true);
  });
  test('shops close at 14:00 on the Saturday before Easter, and did on Christmas Eve until it was a holiday', () => {
    const early = ['2024-03-30', '2024-12-24', '2026-04-04', '2026-12-24', '2026-12-23'];
    expect(early.map((day) => law(day).closesEarly)).toEqual([true, true, true, false, false]);
  });
});

test('exceptions of administrators override the law and include their note', { tags: ['TRADE-01'] }, () => {
  const calendar = tradingCalendar([
    { day: '2026-11-29', kind: 'trading', note: 'Jarmark' },
    { day: '2026-12-11', kind: 'closed', note: null },
  ]);
  expect(calendar('2026-11-29')).toMatchObject({ kind: 'openedDay', trades: true, note: 'Jarmark' });
  expect(calendar('2026-12-11')).toMatchObject({ kind: 'closedDay', trades: false });
  expect(calendar('2026-12-13').kind).toBe('tradingSunday');
});
