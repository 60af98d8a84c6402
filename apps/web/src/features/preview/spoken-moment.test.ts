import { expect, test } from 'vitest';
import { dayOfName, namedDays, spokenMoment } from './spoken-moment.ts';

const now = new Date('2026-11-25T09:00:00Z');

test.each([
  ['ostatni piątek 18:05', '2026-11-20T17:05:00.000Z'],
  ['w ostatni piątek o 18:05', '2026-11-20T17:05:00.000Z'],
  ['Last Friday, 18.05', '2026-11-20T17:05:00.000Z'],
  ['last friday at 8:05', '2026-11-20T07:05:00.000Z'],
  ['zeszła środa', '2026-11-18T11:00:00.000Z'],
  ['next Wednesday', '2026-12-02T11:00:00.000Z'],
  ['w następną niedzielę', '2026-11-29T11:00:00.000Z'],
  ['następna niedziela', '2026-11-29T11:00:00.000Z'],
  ['Jutro 7:00', '2026-11-26T06:00:00.000Z'],
  ['wczoraj', '2026-11-24T11:00:00.000Z'],
  ['Black Friday', '2026-11-27T11:00:00.000Z'],
  ['czarny piątek 00:01', '2026-11-26T23:01:00.000Z'],
  ['Wigilia 14:00', '2026-12-24T13:00:00.000Z'],
  ['2026-11-20 18:05', '2026-11-20T17:05:00.000Z'],
  ['20 listopada 2026', '2026-11-19T23:00:00.000Z'],
  ['piątek', null],
  ['ostatni', null],
  ['last Friday 25:00', null],
  ['', null],
])('a moment as people say it: %j is %s', { tags: ['PREV-01'] }, (typed, instant) => {
  expect(spokenMoment(typed, now)).toBe(instant);
});

test('named days are never over, except for the last Friday', { tags: ['PREV-01'] }, () => {
  const at = (today: string): string[] => namedDays.map((name) => dayOfName(name, today));
  expect(at('2026-11-27')).toEqual(['2026-11-20', '2026-11-28', '2026-11-27', '2026-12-24']);
  expect(at('2026-11-28')).toEqual(['2026-11-27', '2026-11-29', '2027-11-26', '2026-12-24']);
  expect(at('2026-12-25')).toEqual(['2026-12-18', '2026-12-26', '2027-11-26', '2027-12-24']);
  // A November that begins on a Thursday, and one that begins on a Friday.
  expect([dayOfName('blackFriday', '2029-01-01'), dayOfName('blackFriday', '2030-01-01')]).toEqual(['2029-11-23', '2030-11-29']);
});
