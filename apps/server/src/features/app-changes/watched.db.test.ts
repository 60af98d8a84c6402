import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { createWatched } from './watched.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('APP-07: a save is known to who asks a quarter second after the last look, and given again unasked for less than a second', async () => {
  let now = 0;
  let loads = 0;
  const { current, lookNow, isCurrent } = createWatched({
    db: world.db,
    clock: () => now,
    load: async (change) => {
      loads += 1;
      return { change };
    },
  });
  const first = await current();
  await aContent(world.db, {});
  now = 249;
  expect(await current()).toBe(first);
  now = 250;
  const second = await current();
  expect([second.change > first.change, isCurrent(first.change), isCurrent(second.change), loads]).toEqual([true, false, true, 2]);
  now = 250 + 899;
  expect(isCurrent(second.change)).toBe(true);
  now = 250 + 900;
  expect(isCurrent(second.change)).toBe(false);
  // Nothing was saved since: it is looked at, and not read again.
  expect([await current(), loads]).toEqual([second, 2]);
  await aContent(world.db, {});
  expect([(await lookNow()).change > second.change, loads]).toEqual([true, 3]);
});
