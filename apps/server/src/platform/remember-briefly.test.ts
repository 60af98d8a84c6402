import { expect, test } from 'vitest';
import { rememberBriefly } from './remember-briefly.ts';

test('the failure of an evicted load keeps the newer answer', async () => {
  const loads: PromiseWithResolvers<number>[] = [];
  const cache = rememberBriefly(60_000, () => {
    const load = Promise.withResolvers<number>();
    loads.push(load);
    return load.promise;
  });
  const first = cache.read('a');
  cache.forget('a');
  const second = cache.read('a');
  loads[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  expect(cache.read('a')).toBe(second);
  loads[1]?.resolve(2);
  expect(await cache.read('a')).toBe(2);
  expect(loads).toHaveLength(2);
});

test('a failed load is tried again by the next caller', async () => {
  let loads = 0;
  const cache = rememberBriefly(60_000, async () => {
    loads += 1;
    if (loads === 1) throw new Error('away');
    return loads;
  });
  await expect(cache.read('a')).rejects.toThrow('away');
  expect(await cache.read('a')).toBe(2);
});
