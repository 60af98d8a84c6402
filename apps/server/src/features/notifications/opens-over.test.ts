import { expect, test } from 'vitest';
import { opensOver } from './opens-over.ts';

const hour = (at: string, opened: number) => ({ hour: new Date(at), opened });
const sent = new Date('2026-03-28T21:40:00Z');

test(
  'within two days by the hour, without gaps, from the hour of the sending, over the change of clocks',
  { tags: ['NOTIF-DET-24', 'A-32'] },
  () => {
    const { unit, over } = opensOver(sent, [hour('2026-03-28T21:00:00Z', 3), hour('2026-03-29T01:00:00Z', 2)]);
    expect(unit).toBe('hour');
    expect(over.map(({ from, opened }) => [from.slice(11, 13), opened])).toEqual([
      ['21', 3],
      ['22', 0],
      ['23', 0],
      ['00', 0],
      ['01', 2],
    ]);
  },
);

test('then by the day of Warsaw, of which one has 23 hours, then by the week; nothing is lost', { tags: ['NOTIF-DET-24', 'A-32'] }, () => {
  const days = opensOver(sent, [hour('2026-03-28T22:00:00Z', 1), hour('2026-03-28T23:00:00Z', 4), hour('2026-03-31T21:00:00Z', 5)]);
  expect(days.unit).toBe('day');
  expect(days.over).toEqual([
    { from: '2026-03-27T23:00:00.000Z', opened: 1 },
    { from: '2026-03-28T23:00:00.000Z', opened: 4 },
    { from: '2026-03-29T22:00:00.000Z', opened: 0 },
    { from: '2026-03-30T22:00:00.000Z', opened: 5 },
  ]);
  const weeks = opensOver(sent, [hour('2026-03-29T00:00:00Z', 1), hour('2026-07-01T00:00:00Z', 6)]);
  expect(weeks.unit).toBe('week');
  expect(weeks.over).toHaveLength(14);
  expect(weeks.over.reduce((sum, { opened }) => sum + opened, 0)).toBe(7);
  expect(opensOver(sent, [])).toEqual({ unit: 'hour', over: [] });
});
