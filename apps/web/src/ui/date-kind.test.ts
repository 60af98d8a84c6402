import { expect, test } from 'vitest';
import { warsawMinute } from '@endcap/contract/warsaw-time';
import { type DateUse, presetsOf, shownDate, defaultStart, valueOfTyped, withDay, withTime } from './date-kind.ts';

const now = new Date('2026-10-22T10:05:40Z');

test('a value is shown as YYYY-MM-DD HH:mm of Warsaw, nonsense as it was typed', { tags: ['D-43', 'A-31'] }, () => {
  expect(shownDate('minute', '2026-12-15T17:30:00.000Z')).toBe('2026-12-15 18:30');
  expect(shownDate('day', '2026-12-15')).toBe('2026-12-15');
  for (const kind of ['day', 'minute'] as const) {
    expect(shownDate(kind, valueOfTyped(kind, 'za tydzień', { use: 'start' }))).toBe('za tydzień');
    expect(valueOfTyped(kind, '  ', { use: 'start' })).toBe('');
  }
  expect(valueOfTyped('day', '15.12.2026 18:30', { use: 'start' })).toBe('15.12.2026 18:30');
});
test('choosing a day in the calendar does not change the time', { tags: ['D-43'] }, () => {
  expect(withDay('minute', '2026-10-22T16:30:00.000Z', '2026-12-15', 'start')).toBe('2026-12-15T17:30:00.000Z');
  expect(withDay('minute', 'nonsense', '2026-12-15', 'start')).toBe('2026-12-14T23:00:00.000Z');
  expect(withDay('day', '2026-10-22', '2026-12-15', 'start')).toBe('2026-12-15');
});
test('presets count calendar days from the value of the field', { tags: ['D-43', 'A-32'] }, () => {
  expect(presetsOf('minute', '', now, 'anytime').map(({ value }) => value)).toEqual([
    '2026-10-22T10:05:00.000Z',
    '2026-10-29T11:05:00.000Z',
    '2026-10-25T22:59:00.000Z',
  ]);
  expect(presetsOf('minute', '2026-12-15T17:30:00.000Z', now, 'anytime')[1]?.value).toBe('2026-12-22T17:30:00.000Z');
  expect(presetsOf('day', '2026-12-15', now, 'start').map(({ value }) => value)).toEqual(['2026-10-22', '2026-12-22', '2026-10-25']);
});

/** Thursday 22 October 2026, 12:05. */
const typedIn = (use: DateUse, typed: string, value = ''): string => {
  const read = valueOfTyped('minute', typed, { use, value, now });
  return read.includes('Z') ? warsawMinute(read) : read;
};
test('a day without a time is read by the use of its field', { tags: ['E-62', 'E-63'] }, () => {
  expect(typedIn('end', '30.11.2026')).toBe('2026-11-30 23:59');
  expect(typedIn('end', 'niedziela')).toBe('2026-10-25 23:59');
  expect(typedIn('start', '30.11.2026')).toBe('2026-11-30 00:00');
  expect(typedIn('send', '30.11')).toBe('2026-11-30 09:00');
  expect(typedIn('send', 'jutro', '2026-11-30T16:30:00.000Z')).toBe('2026-10-23 17:30');
  expect(typedIn('send', '9:00')).toBe('2026-10-23 09:00');
  expect(typedIn('send', '17:00')).toBe('2026-10-22 17:00');
  for (const use of ['start', 'end', 'send'] as const) {
    expect(typedIn(use, 'pon 9:00')).toBe('2026-10-26 09:00');
    expect(typedIn(use, '2026-12-15T18:30')).toBe('2026-12-15 18:30');
    expect(typedIn(use, '15 grudnia 2026 r. o 18:30')).toBe('2026-12-15 18:30');
    expect(typedIn(use, '2026-12-15T17:30:00Z')).toBe('2026-12-15 18:30');
    expect(typedIn(use, 'za tydzień')).toBe('za tydzień');
  }
  expect(valueOfTyped('day', 'jutro', { use: 'end', now })).toBe('2026-10-23');
  expect(valueOfTyped('day', 'jutro 9:00', { use: 'end', now })).toBe('jutro 9:00');
});
test('filters and reports look back: a day without a year or a time is over, and lasts to now at most', { tags: ['E-63'] }, () => {
  expect(typedIn('past', '20.10')).toBe('2026-10-20 23:59');
  expect(typedIn('past', '23.10')).toBe('2025-10-23 23:59');
  expect(typedIn('past', 'pon 9:00')).toBe('2026-10-19 09:00');
  expect(typedIn('past', 'dziś')).toBe('2026-10-22 12:05');
  expect(typedIn('past', '9:00')).toBe('2026-10-22 09:00');
  expect(typedIn('past', '17:00')).toBe('2026-10-21 17:00');
  expect(valueOfTyped('day', '23.10', { use: 'past', now })).toBe('2025-10-23');
  expect(presetsOf('day', '2026-01-01', now, 'past').map(({ value }) => value)).toEqual(['2026-10-22', '2026-10-21', '2026-10-15']);
});
test('a date that may lie before or after today is the nearest one, at noon', { tags: ['PREV-01', 'E-63'] }, () => {
  expect(typedIn('anytime', '20.10')).toBe('2026-10-20 12:00');
  expect(typedIn('anytime', '24.12')).toBe('2026-12-24 12:00');
  expect(typedIn('anytime', 'piątek')).toBe('2026-10-23 12:00');
  expect(typedIn('anytime', '9:00')).toBe('2026-10-22 09:00');
  expect(typedIn('anytime', '17:00')).toBe('2026-10-22 17:00');
  expect(typedIn('anytime', '20.10.2026')).toBe('2026-10-20 12:00');
});
test.each([
  ['ostatni piątek 18:05', '2026-10-16 18:05'],
  ['w ostatni piątek o 18:05', '2026-10-16 18:05'],
  ['Last Friday, 18.05', '2026-10-16 18:05'],
  ['last friday at 8:05', '2026-10-16 08:05'],
  ['zeszła środa', '2026-10-21 12:00'],
  ['next Wednesday', '2026-10-28 12:00'],
  ['w następną niedzielę', '2026-10-25 12:00'],
  ['Jutro 7:00', '2026-10-23 07:00'],
  ['wczoraj', '2026-10-21 12:00'],
  ['Black Friday', '2026-11-27 12:00'],
  ['czarny piątek 00:01', '2026-11-27 00:01'],
  ['Wigilia 14:00', '2026-12-24 14:00'],
  ['2026-11-20 18:05', '2026-11-20 18:05'],
  ['ostatni', 'ostatni'],
  ['last Friday 25:00', 'last Friday 25:00'],
])('the preview reads a moment as people say it: %j is %s', { tags: ['PREV-01'] }, (typed, minute) => {
  expect(typedIn('anytime', typed)).toBe(minute);
});
test('a day of the calendar begins, ends or is sent at the hour of its use', { tags: ['E-62', 'E-63'] }, () => {
  const chosen = (use: DateUse, day: string): string => warsawMinute(withDay('minute', '', day, use, now));
  expect([chosen('start', '2026-12-15'), chosen('end', '2026-12-15'), chosen('send', '2026-12-15')]).toEqual([
    '2026-12-15 00:00',
    '2026-12-15 23:59',
    '2026-12-15 09:00',
  ]);
  // Today can be chosen although its hour has passed.
  expect(chosen('send', '2026-10-22')).toBe('2026-10-22 12:30');
  expect(warsawMinute(withDay('minute', '2026-10-30T07:00:00.000Z', '2026-10-22', 'send', now))).toBe('2026-10-22 12:30');
  expect(warsawMinute(withTime('2026-12-15T17:30:00.000Z', '07:30', now))).toBe('2026-12-15 07:30');
  expect(warsawMinute(withTime('', '07:30', now))).toBe('2026-10-22 07:30');
});
test('presets suit the use, and none offers a send on a day when shops are closed', { tags: ['E-63'] }, () => {
  const offered = (use: DateUse, at: string): string[] =>
    presetsOf('minute', '', new Date(at), use).map(({ value }) => warsawMinute(value));
  expect(offered('send', '2026-10-22T10:05:00Z')).toEqual(['2026-10-22 17:00', '2026-10-23 09:00', '2026-10-26 09:00']);
  // The day after this Saturday is a closed Sunday; on this Sunday tomorrow is Monday.
  expect(offered('send', '2026-10-24T10:05:00Z')).toEqual(['2026-10-24 17:00', '2026-10-26 09:00']);
  expect(offered('send', '2026-10-25T10:05:00Z')).toEqual(['2026-10-26 09:00']);
  expect(offered('end', '2026-10-22T10:05:00Z')).toEqual(['2026-10-22 23:59', '2026-10-25 23:59', '2026-10-29 23:59']);
  expect(offered('start', '2026-10-22T10:05:40Z')).toEqual([
    '2026-10-22 12:05',
    '2026-10-23 00:00',
    '2026-10-26 00:00',
    '2026-10-29 12:05',
  ]);
  // All Saints' Day is a Sunday, and 11 November a Wednesday.
  expect([defaultStart(new Date('2026-10-31T10:00:00Z')), defaultStart(new Date('2026-11-10T10:00:00Z'))].map(warsawMinute)).toEqual([
    '2026-11-02 09:00',
    '2026-11-12 09:00',
  ]);
});
