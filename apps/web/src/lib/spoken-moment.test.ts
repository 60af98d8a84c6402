import { expect, test } from 'vitest';
import { comingParts, dayOfName, namedDays, spokenMoment } from './spoken-moment.ts';

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

// A Wednesday.
const today = '2026-11-25';
test.each([
  ['9:00', null, '09:00'],
  ['o 17.30', null, '17:30'],
  ['pon 9:00', '2026-11-30', '09:00'],
  ['poniedziałek', '2026-11-30', null],
  ['śr', '2026-12-02', null],
  ['w piątek o 7:05', '2026-11-27', '07:05'],
  ['nd. 8', '2026-11-29', '08:00'],
  ['jutro 10', '2026-11-26', '10:00'],
  ['dziś 17:00', '2026-11-25', '17:00'],
  ['30.11 9:00', '2026-11-30', '09:00'],
  ['30.11.', '2026-11-30', null],
  ['25.11', '2026-11-25', null],
  ['24.11', '2027-11-24', null],
  ['3 grudnia', '2026-12-03', null],
  ['3 gru 18', '2026-12-03', '18:00'],
  ['29.02', null, null],
  ['2026-12-15 18', '2026-12-15', '18:00'],
  ['15.12.2026', '2026-12-15', null],
  ['tomorrow at 9:15', '2026-11-26', '09:15'],
  ['Friday', '2026-11-27', null],
  ['Black Friday 6:00', '2026-11-27', '06:00'],
  ['9', null, null],
  ['jutro 25:00', null, null],
  ['32.11', null, null],
  ['', null, null],
])('what is still to come, as people type it: %j is %s %s', { tags: ['E-63'] }, (typed, day, time) => {
  expect(comingParts(typed, today)).toEqual(day === null && time === null ? null : { day, time });
});
