import { expect, test } from 'vitest';
import { hasOutgrown, requiresApproval, isLooser } from './approval.ts';

test.each([
  [{ approval: false, approvalAbove: null }, 1_000_000, false],
  [{ approval: false, approvalAbove: 5 }, 1_000_000, false],
  [{ approval: true, approvalAbove: null }, 0, true],
  [{ approval: true, approvalAbove: 100 }, 100, false],
  [{ approval: true, approvalAbove: 100 }, 101, true],
])('with %j a send to %i devices waits for another administrator: %s', { tags: ['CARE-04'] }, (sending, devices, required) => {
  expect(requiresApproval(sending, devices)).toBe(required);
});

test.each([
  [100, 110, false],
  [100, 111, true],
  [36, 2_586, true],
  [5, 5, false],
  [5, 6, true],
  [0, 1, true],
  [100, 20, false],
])('an approval for %i devices counts for %i: asked again %s', { tags: ['E-02'] }, (approved, devices, again) => {
  expect(hasOutgrown(approved, devices)).toBe(again);
});

const off = { approval: false, approvalAbove: null };
const every = { approval: true, approvalAbove: null };
const above = (approvalAbove: number) => ({ approval: true, approvalAbove });
test.each([
  [every, off, true],
  [above(5), off, true],
  [every, above(5), true],
  [above(5), above(6), true],
  [above(6), above(5), false],
  [above(5), every, false],
  [off, every, false],
  [off, above(5), false],
  [{ approval: false, approvalAbove: 5 }, { approval: false, approvalAbove: 9 }, false],
  [above(5), above(5), false],
])('from %j to %j fewer sends are approved: %s', { tags: ['E-04'] }, (before, after, looser) => {
  expect(isLooser(before, after)).toBe(looser);
});
