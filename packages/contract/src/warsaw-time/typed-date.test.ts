import { describe, expect, test } from 'vitest';
import { sundayNight, typedDay, typedInstant } from './index.ts';

describe('dates as people type them', { tags: ['D-43', 'A-31'] }, () => {
  test.each([
    '2026-12-15',
    '15.12.2026',
    '15-12-2026',
    '15/12/2026',
    ' 15.12.2026 r.',
    '15 grudnia 2026',
    '15 GRUDNIA  2026',
    '15 gru 2026',
    '15. December 2026',
  ])('the day %j', (typed) => {
    expect(typedDay(typed)).toBe('2026-12-15');
    expect(typedInstant(typed)).toBe('2026-12-14T23:00:00.000Z');
  });
  test.each([
    '2026-12-15 18:30',
    '2026-12-15T18:30',
    '15.12.2026 18:30',
    '15.12.2026, 18.30',
    '15-12-2026 godz. 18:30',
    '15 grudnia 2026 18:30',
    '15 grudnia 2026 r. o 18:30',
    '2026-12-15T17:30:00Z',
  ])('the minute %j', (typed) => {
    expect(typedInstant(typed)).toBe('2026-12-15T17:30:00.000Z');
  });
  test('one-figure days, months and hours', () => {
    expect(typedDay('5.1.2027')).toBe('2027-01-05');
    expect(typedInstant('5.1.2027 9:05')).toBe('2027-01-05T08:05:00.000Z');
  });
  test('every month by its names', () => {
    const long = 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(' ');
    const short = 'sty lut mar kwi maj cze lip sie wrz paź lis gru'.split(' ');
    const english = 'January February March April May June July August September October November December'.split(' ');
    const expected = long.map((_, at) => `2027-${String(at + 1).padStart(2, '0')}-07`);
    for (const names of [long, short, english]) expect(names.map((name) => typedDay(`7 ${name} 2027`))).toEqual(expected);
  });
  test.each([
    '',
    'jutro',
    '15.12',
    '15.12.26',
    '2026-2-30',
    '30.02.2026',
    '31 kwietnia 2026',
    '15 foo 2026',
    '12/2026',
    '15.13.2026',
    '2026-12-15 18',
    '2026-12-15 18:3',
    '2026-12-15 24:00',
    '15.12.2026 25:10',
    '15.12.2026 18:30:10 x',
    '99999-12-15',
  ])('%j is nothing', (typed) => {
    expect(typedInstant(typed)).toBeNull();
    expect(typedDay(typed)).toBeNull();
  });
  test('an hour that is skipped moves on, one that comes twice is the first', { tags: ['A-32'] }, () => {
    expect(typedInstant('28.03.2027 02:30')).toBe('2027-03-28T01:30:00.000Z');
    expect(typedInstant('25.10.2026 02:30')).toBe('2026-10-25T00:30:00.000Z');
  });
});

test('until Sunday is 23:59 in Warsaw, on a Sunday as well and across a clock change', { tags: ['D-43'] }, () => {
  expect(sundayNight('2026-10-22T10:00:00Z')).toBe('2026-10-25T22:59:00.000Z');
  expect(sundayNight('2026-10-25T10:00:00Z')).toBe('2026-10-25T22:59:00.000Z');
  expect(sundayNight('2026-10-25T23:30:00Z')).toBe('2026-11-01T22:59:00.000Z');
});
