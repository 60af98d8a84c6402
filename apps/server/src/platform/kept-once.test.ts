import { expect, test } from 'vitest';
import { inTurns } from './in-slices.ts';
import { createKeptOnce } from './kept-once.ts';

/** A text that no other is the same as in memory. */
const anew = (text: string): string => Buffer.from(text).toString();
const many = (count: number, prefix: string): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test('of equal lists there is one, which nobody can change; what differs in anything is another', { tags: ['17.3'] }, () => {
  const { share, size } = createKeptOnce();
  const first = share([anew('a'), anew('b')]);
  expect(first).toEqual(['a', 'b']);
  expect(share([anew('a'), anew('b')])).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  const others = [['b', 'a'], ['a'], ['ab'], ['a,b'], ['a","b'], ['a', 'b', ''], []];
  expect(others.map((list) => share(list))).toEqual(others);
  expect(share([])).toBe(share([]));
  // Seven lists besides the empty one, of `a`, `b`, `ab`, `a,b`, `a","b` and the empty text.
  expect(size()).toBe(7 + 6);
});

test('what nobody holds any more is forgotten once it may be half of all, and what is held is not', { tags: ['17.3'] }, async () => {
  const { share, size, tidy } = createKeptOnce();
  let held: string[][] = [];
  const sizes: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    held = many(20, `${round}-`).map((text) => share([anew('everywhere'), text, `${text}!`]));
    await tidy(() => held, inTurns());
    sizes.push(size());
  }
  // Twice what is held at any time (20 lists, 41 texts), and a thousand.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * 61 + 1_000 + 61);
  expect(sizes.some((now, n) => now < (sizes[n - 1] ?? 0))).toBe(true);
  for (const list of held) expect(share([...list])).toBe(list);
});

test('what is known is not gone through while it may be of use', { tags: ['17.3'] }, async () => {
  const { share, size, tidy } = createKeptOnce();
  let looked = 0;
  const held = many(600, 'x').map((text) => share([text]));
  const tidyAll = () =>
    tidy(() => {
      looked += 1;
      return held;
    }, inTurns());
  for (let n = 0; n < 5; n += 1) await tidyAll();
  expect([looked, size()]).toEqual([1, 1_200]);
});
