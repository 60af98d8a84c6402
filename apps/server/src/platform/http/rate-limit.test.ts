import { expect, test } from 'vitest';
import { addressOf, createLimit } from './rate-limit.ts';

test('a limit counts each key for itself, says how long to wait, and begins anew', { tags: ['D-14'] }, () => {
  let at = 0;
  const limit = createLimit({ max: 2, windowMs: 60_000, now: () => new Date(at) });
  expect([limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([null, null, null]);
  at = 20_000;
  expect([limit.take('a'), limit.usedUp('a'), limit.usedUp('b')]).toEqual([40, 40, null]);
  at = 60_000;
  expect([limit.usedUp('a'), limit.take('a')]).toEqual([null, null]);
});
test('a clock that is set back begins a window anew instead of standing still', { tags: ['D-14', 'F65'] }, () => {
  let at = 7_200_000;
  const limit = createLimit({ max: 1, windowMs: 60_000, now: () => new Date(at) });
  expect([limit.take('a'), limit.take('a')]).toEqual([null, 60]);
  at = 0;
  expect([limit.take('a'), limit.usedUp('a')]).toEqual([null, 60]);
  // As a clock is corrected by a little: no window is the longer for it than one.
  at = 59_999;
  expect(limit.take('a')).toBe(1);
  at = 60_000;
  expect(limit.take('a')).toBe(null);
});
test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', { tags: ['H12', 'D-14'] }, (ip, key) => expect(addressOf({ ip })).toBe(key));
