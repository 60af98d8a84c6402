import { expect, test } from 'vitest';
import { type DaySide, dateParts, dayOfName, namedDays } from './spoken-moment.ts';

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
])('parses %j as the coming day and time %s %s', { tags: ['E-63'] }, (typed, day, time) => {
  expect(dateParts(typed, today, 'coming')).toEqual(day === null && time === null ? null : { day, time });
});

test.each<[string, DaySide, string | null]>([
  ['24.11', 'past', '2026-11-24'],
  ['25.11', 'past', '2026-11-25'],
  ['26.11', 'past', '2025-11-26'],
  ['3 grudnia', 'past', '2025-12-03'],
  ['pon', 'past', '2026-11-23'],
  ['śr', 'past', '2026-11-18'],
  ['26.11.2026', 'past', '2026-11-26'],
  ['jutro', 'past', '2026-11-26'],
  ['24.11', 'nearest', '2026-11-24'],
  ['26.11', 'nearest', '2026-11-26'],
  ['15.02', 'nearest', '2027-02-15'],
  ['15.09', 'nearest', '2026-09-15'],
  ['pon', 'nearest', '2026-11-30'],
  ['29.02', 'past', null],
])('resolves an ambiguous day to the nearest one on the given side: %j, %s, is %s', { tags: ['E-63'] }, (typed, side, day) => {
  expect(dateParts(typed, today, side)?.day ?? null).toBe(day);
});
