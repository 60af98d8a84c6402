import { expect, test } from 'vitest';
import { createBounded } from './bounded.ts';

test('what is kept has a bound in bytes: what nobody used goes first, and what grew counts', { tags: ['17.4'] }, () => {
  const forgotten: string[] = [];
  const bounded = createBounded<string>(100, (value) => forgotten.push(value));
  const kept = (keys: string): string => [...keys].filter((key) => bounded.get(key)).join('');
  const [a, b] = [...'abc'].map((key) => bounded.set(key, key, 30));
  if (a) a.used = true;
  const d = bounded.set('d', 'd', 30);
  expect([kept('abcd'), a?.isKept, b?.isKept, bounded.bytes()]).toEqual(['acd', true, false, 90]);
  d.used = true;
  bounded.weigh(d, 60);
  expect([kept('abcd'), bounded.bytes()]).toEqual(['ad', 90]);
  // What is forgotten weighs nothing any more.
  if (b) bounded.weigh(b, 1_000);
  expect(bounded.bytes()).toBe(90);
  expect([bounded.set('d', 'again', 10).value, d.isKept, bounded.bytes()]).toEqual(['again', false, 40]);
  // What is too large for it is not kept at all.
  expect([bounded.set('e', 'e', 101).isKept, bounded.bytes() <= 100]).toEqual([false, true]);
  expect(forgotten.slice(0, 3)).toEqual(['b', 'c', 'd']);
});
