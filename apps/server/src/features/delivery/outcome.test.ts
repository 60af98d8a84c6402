import { expect, test } from 'vitest';
import { ACCEPTED, byteOf, isOpen, retryDelayMs, tally, triedOnceMore, triesOf } from './outcome.ts';

test('sums are counted from the bytes', () => {
  const bytes = Uint8Array.from([0, ACCEPTED, ACCEPTED, byteOf('deadToken'), byteOf('expired'), triedOnceMore(0)]);
  expect(tally(bytes)).toEqual({ pending: 2, successful: 2, failed: 2, failedBy: { deadToken: 1, expired: 1 } });
});
test('a device that is tried again stays open and remembers how often', () => {
  const twice = triedOnceMore(triedOnceMore(0));
  expect([isOpen(twice), triesOf(twice), triesOf(0), isOpen(ACCEPTED)]).toEqual([true, 2, 0, false]);
  expect(triedOnceMore(255)).toBe(255);
});
test('delivery.md 6: 10 s × 2ⁿ with full jitter, at most 10 minutes, never before the push service asked', () => {
  expect([1, 2, 3, 20].map((tries) => retryDelayMs(tries, 0, 1))).toEqual([10_000, 20_000, 40_000, 600_000]);
  expect(retryDelayMs(1, 60_000, 0.5)).toBe(60_000);
  expect(retryDelayMs(5, 0, 0)).toBe(0);
});
