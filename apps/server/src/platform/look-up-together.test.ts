import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lookUpTogether } from './look-up-together.ts';

/** Looks take a moment; the stored value is read at their start, as a database's snapshot is. */
const counting = () => {
  const looks: string[][] = [];
  const stored = new Map<string, number>();
  const ask = lookUpTogether<number>(async (keys) => {
    looks.push([...keys]);
    const found = new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key) ?? 0] as const] : [])));
    await sleep(2);
    return found;
  });
  return { looks, stored, ask };
};

test('whoever asks alone is looked up at once, those who come close behind share the next look', async () => {
  const { looks, stored, ask } = counting();
  stored.set('a', 1).set('b', 2);
  expect(await Promise.all([ask('a'), ask('b'), ask('b'), ask('c')])).toEqual([1, 2, 2, undefined]);
  expect(looks).toEqual([['a'], ['b', 'c']]);
});
