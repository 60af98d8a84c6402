import { warsawDay } from '@endcap/contract/warsaw-time';
import { expect, test } from 'vitest';
import { timeApart } from './time-apart.ts';

const apart = (at: string, now: string) => {
  const { count, unit } = timeApart(Date.parse(at), Date.parse(now), (instant) => warsawDay(new Date(instant)));
  return `${count} ${unit}`;
};

test('returns the time left in minutes, then in hours, then in calendar days', { tags: ['PLAN-02'] }, () => {
  const now = '2026-11-25T20:00+01:00';
  expect(apart('2026-11-25T20:00:20+01:00', now)).toBe('0 minute');
  expect(apart('2026-11-25T20:59+01:00', now)).toBe('59 minute');
  expect(apart('2026-11-26T19:00+01:00', now)).toBe('23 hour');
  expect(apart('2026-11-26T20:30+01:00', now)).toBe('1 day');
  // 31 hours ahead, and not tomorrow.
  expect(apart('2026-11-27T03:00+01:00', now)).toBe('2 day');
  expect(apart('2026-11-24T19:00+01:00', now)).toBe('-1 day');
  expect(apart('2026-11-25T23:50+01:00', '2026-11-25T00:10+01:00')).toBe('24 hour');
  // The day on which clocks go back has 25 hours.
  expect(apart('2026-10-25T23:55+01:00', '2026-10-25T00:05+02:00')).toBe('25 hour');
  expect(apart('2026-10-26T00:30+01:00', '2026-10-25T00:05+02:00')).toBe('1 day');
});
