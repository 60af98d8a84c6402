import { expect, test } from 'vitest';
import { presetsOf, shownDate, valueOfTyped, withDay } from './date-kind.ts';

const now = new Date('2026-10-22T10:05:40Z');

test('a value is shown as YYYY-MM-DD HH:mm of Warsaw, nonsense as it was typed', { tags: ['D-43', 'A-31'] }, () => {
  expect(shownDate('minute', '2026-12-15T17:30:00.000Z')).toBe('2026-12-15 18:30');
  expect(shownDate('day', '2026-12-15')).toBe('2026-12-15');
  for (const kind of ['day', 'minute'] as const) {
    expect(shownDate(kind, valueOfTyped(kind, 'za tydzień'))).toBe('za tydzień');
    expect(valueOfTyped(kind, '  ')).toBe('');
  }
  expect(valueOfTyped('day', '15.12.2026 18:30')).toBe('15.12.2026 18:30');
});
test('a day of the calendar keeps the time', { tags: ['D-43'] }, () => {
  expect(withDay('minute', '2026-10-22T16:30:00.000Z', '2026-12-15')).toBe('2026-12-15T17:30:00.000Z');
  expect(withDay('minute', 'nonsense', '2026-12-15')).toBe('2026-12-14T23:00:00.000Z');
  expect(withDay('day', '2026-10-22', '2026-12-15')).toBe('2026-12-15');
});
test('presets count calendar days from what stands in the field', { tags: ['D-43', 'A-32'] }, () => {
  expect(presetsOf('minute', '', now).map(({ value }) => value)).toEqual([
    '2026-10-22T10:05:00.000Z',
    '2026-10-29T11:05:00.000Z',
    '2026-10-25T22:59:00.000Z',
  ]);
  expect(presetsOf('minute', '2026-12-15T17:30:00.000Z', now)[1]?.value).toBe('2026-12-22T17:30:00.000Z');
  expect(presetsOf('day', '2026-12-15', now).map(({ value }) => value)).toEqual(['2026-10-22', '2026-12-22', '2026-10-25']);
});
