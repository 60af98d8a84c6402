import type { OutcomeReason } from './delivery.tables.ts';
import { expect, test } from 'vitest';
import { ACCEPTED, byteOf, FIRST_RETRY, isOpen, retryDelayMs, suspended, tally, nextTryByte, triesOf, UNTOUCHED } from './outcome.ts';

test('outcome bytes never change their meaning, because stored chunks of any age use them', () => {
  expect([UNTOUCHED, ACCEPTED, suspended('payload'), suspended('credential'), FIRST_RETRY]).toEqual([0, 1, 126, 127, 128]);
  const ever: Record<OutcomeReason, number> = {
    deadToken: 2,
    switchedOff: 3,
    expired: 4,
    payload: 5,
    credential: 6,
    stopped: 7,
    cancelled: 8,
    internal: 9,
    refused: 10,
  };
  for (const [reason, byte] of Object.entries(ever)) expect(tally(Uint8Array.of(byte)).failedBy).toEqual({ [reason]: 1 });
  expect([byteOf('deadToken'), 127, 128, 255].map(isOpen)).toEqual([false, true, true, true]);
});
test('sums are counted from the bytes', () => {
  const bytes = Uint8Array.from([0, ACCEPTED, ACCEPTED, byteOf('deadToken'), byteOf('expired'), nextTryByte(0)]);
  expect(tally(bytes)).toEqual({ pending: 2, successful: 2, failed: 2, failedBy: { deadToken: 1, expired: 1 } });
});
test('a retried device stays open and counts its tries', () => {
  const twice = nextTryByte(nextTryByte(0));
  expect([isOpen(twice), triesOf(twice), triesOf(0), isOpen(ACCEPTED)]).toEqual([true, 2, 0, false]);
  expect(nextTryByte(255)).toBe(255);
});
test('delivery.md 6: 10 s × 2ⁿ with full jitter, at most 10 minutes, never before the time that the push service requested', () => {
  expect([1, 2, 3, 20].map((tries) => retryDelayMs(tries, 0, 1))).toEqual([10_000, 20_000, 40_000, 600_000]);
  expect(retryDelayMs(1, 60_000, 0.5)).toBe(60_000);
  expect(retryDelayMs(5, 0, 0)).toBe(0);
});
