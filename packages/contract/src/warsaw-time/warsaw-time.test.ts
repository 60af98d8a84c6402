import { describe, expect, test } from 'vitest';
import {
  daysLater,
  instantOfWallClock,
  warsawWallClock,
  readInstant,
  startOfDay,
  startOfDayAhead,
  warsawDay,
  warsawMinute,
} from './index.ts';

describe('A-32: Warsaw days whatever the host and the clock changes', () => {
  test('CONST-06: 14 calendar days ahead, at start of day, across both clock changes', () => {
    expect(startOfDayAhead('2026-10-20T21:59:00Z', 14)).toBe('2026-11-02T23:00:00.000Z');
    expect(startOfDayAhead('2026-10-20T22:01:00Z', 14)).toBe('2026-11-03T23:00:00.000Z');
    expect(startOfDayAhead('2027-03-20T12:00:00Z', 14)).toBe('2027-04-02T22:00:00.000Z');
  });
  test('every day of two years has one start, and it is midnight in Warsaw', () => {
    for (let n = 0; n < 730; n += 1) {
      const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
      expect(warsawMinute(startOfDay(day))).toBe(`${day} 00:00`);
    }
  });
  test('N10: the day changes at Warsaw midnight', () => {
    expect(warsawDay('2026-10-25T21:59:59.900Z')).toBe('2026-10-25');
    expect(warsawDay('2026-10-25T23:00:00.100Z')).toBe('2026-10-26');
    expect(warsawDay('2027-03-28T21:59:59.900Z')).toBe('2027-03-28');
    expect(warsawDay('2027-03-28T22:00:00.100Z')).toBe('2027-03-29');
  });
  test('nonsense is null', () => {
    expect(['', 'x', '2027-02-30', '2027-01-01T25:00Z', '20270101'].map(readInstant)).toEqual([null, null, null, null, null]);
  });
});

test('CONT-PUB-14, A-32: seven days later is the same wall clock, also across a clock change', () => {
  expect(warsawWallClock(daysLater('2026-10-22T06:00:00.000Z', 7))).toBe('2026-10-29T08:00');
  expect(daysLater('2026-10-22T06:00:00.000Z', 7)).toBe('2026-10-29T07:00:00.000Z');
  expect(daysLater('2027-03-25T07:00:00.000Z', 7)).toBe('2027-04-01T06:00:00.000Z');
});
test('wall clock and instant, both ways, and the skipped hour', () => {
  expect(instantOfWallClock('2026-12-01T10:30')).toBe('2026-12-01T09:30:00.000Z');
  expect(warsawWallClock('2026-12-01T09:30:00.000Z')).toBe('2026-12-01T10:30');
  expect(instantOfWallClock('2027-03-28T02:30')).toBe('2027-03-28T01:30:00.000Z');
  for (const text of ['', 'soon', '2026-13-01T00:00']) expect(instantOfWallClock(text)).toBeNull();
});
