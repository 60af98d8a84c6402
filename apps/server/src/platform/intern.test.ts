import { expect, test } from 'vitest';
import { createYield } from './in-slices.ts';
import { createInterner } from './intern.ts';

/** Returns a copy of a text that shares no memory with other texts. */
const copyOf = (text: string): string => Buffer.from(text).toString();
const many = (count: number, prefix: string): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test('returns one frozen list for equal lists, and separate lists for any difference', { tags: ['17.3'] }, () => {
  const { share, size } = createInterner();
  const first = share([copyOf('a'), copyOf('b')]);
  expect(first).toEqual(['a', 'b']);
  expect(share([copyOf('a'), copyOf('b')])).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  const others = [['b', 'a'], ['a'], ['ab'], ['a,b'], ['a","b'], ['a', 'b', ''], []];
  expect(others.map((list) => share(list))).toEqual(others);
  expect(share([])).toBe(share([]));
  // Seven lists besides the empty one, of `a`, `b`, `ab`, `a,b`, `a","b` and the empty text.
  expect(size()).toBe(7 + 6);
});

test('evicts unused entries once they may be half of all, and keeps those in use', { tags: ['17.3'] }, async () => {
  const { share, size, tidy } = createInterner();
  let used: string[][] = [];
  const sizes: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    used = many(20, `${round}-`).map((text) => share([copyOf('everywhere'), text, `${text}!`]));
    await tidy(() => used, createYield());
    sizes.push(size());
  }
  // Twice what is used at any time (20 lists, 41 texts), and a thousand.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * 61 + 1_000 + 61);
  expect(sizes.some((now, n) => now < (sizes[n - 1] ?? 0))).toBe(true);
  for (const list of used) expect(share([...list])).toBe(list);
});

test('does not scan its entries again while their number has not doubled', { tags: ['17.3'] }, async () => {
  const { share, size, tidy } = createInterner();
  let scans = 0;
  const used = many(600, 'x').map((text) => share([text]));
  const tidyAll = () =>
    tidy(() => {
      scans += 1;
      return used;
    }, createYield());
  for (let n = 0; n < 5; n += 1) await tidyAll();
  expect([scans, size()]).toEqual([1, 1_200]);
});
