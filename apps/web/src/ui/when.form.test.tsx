import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, ShellLanguage } from '../lib/language.tsx';
import { When } from './when.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-30T08:00:00.000Z') });
  return () => vi.useRealTimers();
});

test.each([
  ['pl', '2026-12-08T08:00:00.000Z', false, 'wt., 8 gru, 09:00', 'wtorek, 8 grudnia 2026, 09:00'],
  ['pl', '2026-12-13T23:00:00.000Z', true, 'niedz., 13 gru, koniec dnia', 'niedziela, 13 grudnia 2026, koniec dnia'],
  ['pl', '2026-12-13T23:00:00.000Z', false, 'pon., 14 gru, 00:00', 'poniedziałek, 14 grudnia 2026, 00:00'],
  ['pl', '2027-01-04T08:00:00.000Z', false, 'pon., 4 sty 2027, 09:00', 'poniedziałek, 4 stycznia 2027, 09:00'],
  ['en', '2026-12-08T08:00:00.000Z', false, 'Tue 8 Dec, 09:00', 'Tuesday, 8 December 2026, 09:00'],
  ['en', '2026-12-13T22:59:00.000Z', true, 'Sun 13 Dec, end of day', 'Sunday, 13 December 2026, end of day'],
] as const)('a date has its weekday, and is in full as a hint: %s, %s', { tags: ['E-62'] }, (language, at, isEnd, shown, full) => {
  chooseLanguage(language);
  const { container } = render(<When at={at} isEnd={isEnd} />, { wrapper: ShellLanguage });
  const time = container.querySelector('time');
  expect(time).toHaveTextContent(shown);
  expect(time).toHaveAttribute('title', full);
});
