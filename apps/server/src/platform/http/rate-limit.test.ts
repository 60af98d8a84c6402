import { expect, test } from 'vitest';
import { createAddressLimit, createLimit } from './rate-limit.ts';

test('a limit counts each key separately, returns the seconds to wait, and resets after its window', { tags: ['D-14'] }, () => {
  let at = 0;
  const limit = createLimit({ max: 2, windowMs: 60_000, now: () => new Date(at) });
  expect([limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([null, null, null]);
  at = 20_000;
  expect([limit.take('a'), limit.usedUp('a'), limit.usedUp('b')]).toEqual([40, 40, null]);
  at = 60_000;
  expect([limit.usedUp('a'), limit.take('a')]).toEqual([null, null]);
});
test('a clock that is set back starts a new window instead of blocking the key', { tags: ['D-14', 'F65'] }, () => {
  let at = 7_200_000;
  const limit = createLimit({ max: 1, windowMs: 60_000, now: () => new Date(at) });
  expect([limit.take('a'), limit.take('a')]).toEqual([null, 60]);
  at = 0;
  expect([limit.take('a'), limit.usedUp('a')]).toEqual([null, 60]);
  // The new window is no longer than any other.
  at = 59_999;
  expect(limit.take('a')).toBe(1);
  at = 60_000;
  expect(limit.take('a')).toBe(null);
});
test('anonymous calls count by address, and ten times as many by the /48 of IPv6 addresses', { tags: ['E-41', 'H12'] }, () => {
  const limit = createAddressLimit({ max: 2, windowMs: 60_000, now: () => new Date(0) });
  const take = (ip: string) => limit.take({ ip });
  expect(['10.0.0.1', '10.0.0.1:5', '10.0.0.1:6', '10.0.0.2'].map(take)).toEqual([null, null, 60, null]);
  expect(['unknown', 'hidden', 'other'].map(take)).toEqual([null, null, 60]);
  expect(['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1::3'].map(take)).toEqual([null, null, 60]);
  const others = Array.from({ length: 20 }, (_, n) => take(`2001:db8:0:${(n + 2).toString(16)}::1`));
  expect(others).toEqual([...Array(18).fill(null), 60, 60]);
  expect([limit.usedUp({ ip: '2001:db8:0:ffff::1' }), limit.usedUp({ ip: '2001:db8:1::1' })]).toEqual([60, null]);
});
test('a borrowed call counts by address and by network until it is given back', { tags: ['E-41'] }, () => {
  const limit = createAddressLimit({ max: 1, windowMs: 60_000, now: () => new Date(0) });
  const borrowed = Array.from({ length: 10 }, (_, n) => limit.borrow({ ip: `2001:db8:0:${n}::1` }));
  expect(limit.usedUp({ ip: '2001:db8:0:a::1' })).toBe(60);
  borrowed[0]?.();
  expect(['2001:db8:0:0::1', '2001:db8:0:1::1', '2001:db8:0:a::1'].map((ip) => limit.usedUp({ ip }))).toEqual([null, 60, null]);
});
