import { expect, test } from 'vitest';
import { lastDayShown } from './last-day.ts';

test('the last day is the one before the end, counted with today, over months and changes of the clock', { tags: ['D-4D'] }, () => {
  expect(lastDayShown('2026-12-06', '2026-11-22')).toEqual({ day: '2026-12-05', days: 14 });
  expect(lastDayShown('2026-10-26', '2026-10-25')).toEqual({ day: '2026-10-25', days: 1 });
  expect(lastDayShown('2027-01-01', '2026-12-31')).toEqual({ day: '2026-12-31', days: 1 });
});

test.each(['2026-11-22', '2026-11-01', '', '2026-13-01', 'jutro'])('%s has no last day', { tags: ['D-4D'] }, (until) => {
  expect(lastDayShown(until, '2026-11-22')).toBeNull();
});
