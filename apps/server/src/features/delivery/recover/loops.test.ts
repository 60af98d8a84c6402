import { expect, test } from 'vitest';
import { createLoops } from './loops.ts';

test('the rest depends on how many polls in a row found no work; a find or a hint resets the count', { tags: ['F75'] }, async () => {
  const asked: number[] = [];
  let finds = 0;
  const idleMs = (misses: number): number => (asked.push(misses), misses < 3 ? 1 : 60_000);
  const loops = createLoops({ troubled: () => {}, onError: () => expect.unreachable(), idleMs });
  loops.run(async () => finds-- > 0);
  await expect.poll(() => asked).toEqual([0, 1, 2, 3]);
  loops.wake();
  await expect.poll(() => asked).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
  finds = 1;
  loops.wake();
  await expect.poll(() => asked).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  await loops.stop();
});
