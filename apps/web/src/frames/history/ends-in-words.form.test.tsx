import { instantOfWallClock } from '@endcap/contract/warsaw-time';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeText } from './summary-values.ts';
import { chooseLanguage, type Language, ShellLanguage, useFormat } from '../../lib/language.tsx';

const formatIn = (language: Language) => {
  chooseLanguage(language);
  return renderHook(() => useFormat(), { wrapper: ShellLanguage }).result.current;
};
const instant = (clock: string): string => instantOfWallClock(clock) ?? '';

/** Days around clock changes, year ends, leap days and ordinary ones. */
const days = [
  '2026-03-28',
  '2026-03-29',
  '2026-10-24',
  '2026-10-25',
  '2026-12-11',
  '2026-12-31',
  '2027-01-01',
  '2027-03-28',
  '2028-02-28',
  '2028-02-29',
];
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

test.each(days)('shows an end at the midnight after %s, or in its last minute, as the end of that day', { tags: ['E-62'] }, (day) => {
  for (const end of [instant(`${dayAfter(day)}T00:00`), instant(`${day}T23:59`)])
    expect([formatIn('pl').endMinute(end), formatIn('en').endMinute(end)]).toEqual([`${day}, koniec dnia`, `${day}, end of day`]);
  for (const time of ['00:01', '18:30']) {
    const end = instant(`${day}T${time}`);
    expect(formatIn('pl').endMinute(end)).toBe(`${day} ${time}`);
    expect(formatIn('pl').endMoment(end)).toBe(formatIn('pl').moment(end));
  }
});

test('formats an end with its weekday, and with the year unless it is the current one', { tags: ['E-62'] }, () => {
  const midnight = instant('2031-12-12T00:00');
  expect(formatIn('pl').endMoment(midnight)).toBe('czw., 11 gru 2031, koniec dnia');
  expect(formatIn('en').endMoment(midnight)).toBe('Thu, 11 Dec 2031, end of day');
  expect(formatIn('pl').endTime(Date.parse(midnight))).toBe('24:00');
  expect(formatIn('pl').endTime(Date.parse(instant('2031-12-11T18:30')))).toBe('18:30');
});

test(
  'the history names the last days of an end that was moved, with an hour only where one of them ends within the day',
  { tags: ['E-62', 'E-66'] },
  () => {
    const moved = (before: string, after: string): string =>
      changeText(
        { field: 'publicationEnd', is: 'value', before: instant(before), after: instant(after) },
        'end',
        'pl',
        new Date('2026-11-29T12:00:00Z'),
      );
    expect(moved('2026-12-02T00:00', '2026-12-05T23:59')).toBe('1 gru → 5 gru');
    expect(moved('2026-12-02T00:00', '2026-12-05T18:30')).toBe('1 gru, koniec dnia → 5 gru, 18:30');
  },
);
