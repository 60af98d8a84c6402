import { expect, test } from 'vitest';
import { availabilityWords } from './availability.messages.ts';
import { spanOf } from './availability-page.ts';

const [start, end] = ['2026-11-30T23:00:00.000Z', '2026-12-31T22:59:00.000Z'];

test('a span says what is limited and nothing twice', { tags: ['D-47'] }, () => {
  const span = (from: string | null, until: string | null) => spanOf(availabilityWords.pl, from, until);
  expect(span(start, end)).toBe('2026-12-01 00:00 – 2026-12-31 23:59');
  expect(span(start, null)).toBe('2026-12-01 00:00 – bez końca');
  expect(span(null, end)).toBe('od początku – 2026-12-31 23:59');
  expect(span(null, null)).toBe('bez ograniczeń');
});
