import { expect, test } from 'vitest';
import { dayOrInstant, SentInstant } from './index.ts';

const sent = (text: unknown): unknown => SentInstant.safeParse(text).data ?? null;

test('every instant that is sent has one grammar, and is kept in UTC', { tags: ['E-2B', 'D-32'] }, () => {
  for (const [text, instant] of [
    ['2026-12-24T02:30Z', '2026-12-24T02:30:00.000Z'],
    ['2026-12-24T02:30:59Z', '2026-12-24T02:30:59.000Z'],
    ['2026-12-24T02:30:60Z', '2026-12-24T02:30:59.000Z'],
    ['2026-12-24T02:30:00.123456789Z', '2026-12-24T02:30:00.123Z'],
    ['2026-12-24T02:30+01:00', '2026-12-24T01:30:00.000Z'],
    ['2026-12-24T02:30:00-05:30', '2026-12-24T08:00:00.000Z'],
  ])
    expect([text, sent(text), dayOrInstant.parse(text)]).toEqual([text, instant, instant]);
  for (const text of [
    '',
    '2026-12-24',
    '2026-12-24T02:30:00',
    '2026-12-24 02:30Z',
    '2026-12-24T24:00Z',
    '2026-02-30T00:00Z',
    '1999-12-31T00:00Z',
    7,
    null,
  ])
    expect(sent(text), String(text)).toBeNull();
});
