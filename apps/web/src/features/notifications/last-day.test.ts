import { lastDayOf } from '@endcap/contract/warsaw-time';
import { expect, test } from 'vitest';
import { dayAfter, daysShown, lastDayBefore } from './last-day.ts';

test('the last day is the one before the end, over months, years and changes of the clock', { tags: ['D-4D', 'E-61'] }, () => {
  for (const [lastDay, until, end] of [
    ['2026-12-05', '2026-12-06', '2026-12-05T23:00:00.000Z'],
    ['2026-03-28', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['2026-12-31', '2027-01-01', '2026-12-31T23:00:00.000Z'],
    ['2028-02-29', '2028-03-01', '2028-02-29T23:00:00.000Z'],
  ] as const)
    expect([lastDayBefore(until), dayAfter(lastDay), lastDayOf(end)]).toEqual([lastDay, until, lastDay]);
});

test('an end within a day is still shown on it', { tags: ['E-61'] }, () =>
  expect(lastDayOf('2026-12-05T17:30:00.000Z')).toBe('2026-12-05'),
);

test.each(['', '2026-13-01', '2026-02-31', 'jutro', '2026-12-05T17:30:00.000Z'])(
  '%j is no day and stays as it is',
  { tags: ['E-61'] },
  (typed) => expect([dayAfter(typed), lastDayBefore(typed)]).toEqual([typed, typed]),
);

test('days are counted with the first and the last one', { tags: ['D-4D', 'E-61'] }, () => {
  expect(daysShown('2026-11-22', '2026-12-05')).toBe(14);
  expect(daysShown('2026-10-25', '2026-10-25')).toBe(1);
  for (const last of ['2026-11-21', '', '2026-13-01', 'jutro']) expect(daysShown('2026-11-22', last)).toBeNull();
});
