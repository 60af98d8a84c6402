import { expect, test } from 'vitest';
import { minutesAhead } from './clock-difference.ts';

const DATE = 'Sat, 28 Nov 2026 14:00:00 GMT';
const server = Date.parse(DATE);
const MINUTE = 60_000;
/** Asked and answered within a second, by a clock that is so far from the server's. */
const by = (offMs: number): number => minutesAhead(DATE, server + offMs, server + offMs + 1_000);

test('a wrong clock is reported in minutes, ahead as positive and behind as negative', { tags: ['E-33'] }, () => {
  expect([by(5 * MINUTE), by(-5 * MINUTE), by(90 * MINUTE), by(-1_440 * MINUTE)]).toEqual([5, -5, 90, -1_440]);
});
test('a clock within the tolerated minute is right', { tags: ['E-33'] }, () => {
  for (const offMs of [0, 30_000, -30_000, 60_000, -60_000]) expect(Math.abs(by(offMs))).toBe(0);
});
test('does not take a slow response for a wrong clock', { tags: ['E-33'] }, () => {
  expect(minutesAhead(DATE, server, server + 10 * MINUTE)).toBe(0);
  expect(minutesAhead(DATE, server - 10 * MINUTE, server + 10 * MINUTE)).toBe(0);
  expect(minutesAhead(DATE, server + 5 * MINUTE, server + 15 * MINUTE)).toBe(5);
});
test('reports no clock difference for a response without a date', { tags: ['E-33'] }, () => {
  for (const date of [null, '', 'soon']) expect(minutesAhead(date, server, server)).toBe(0);
});
