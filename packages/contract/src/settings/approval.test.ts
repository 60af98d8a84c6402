import { expect, test } from 'vitest';
import { isHeld } from './approval.ts';

test.each([
  [{ approval: false, approvalAbove: null }, 1_000_000, false],
  [{ approval: false, approvalAbove: 5 }, 1_000_000, false],
  [{ approval: true, approvalAbove: null }, 0, true],
  [{ approval: true, approvalAbove: 100 }, 100, false],
  [{ approval: true, approvalAbove: 100 }, 101, true],
])('CARE-04: with %j a send to %i devices waits for another administrator: %s', (sending, devices, held) => {
  expect(isHeld(sending, devices)).toBe(held);
});
