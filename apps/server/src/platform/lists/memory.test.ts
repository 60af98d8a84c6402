import { expect, test } from 'vitest';
import { type CacheKey, createMemory } from './memory.ts';

const keyOf = (part: Partial<CacheKey> = {}): CacheKey => ({ key: 'all', owner: 'ola', version: 1, at: 0, ...part });

test(
  'computes a total once for all concurrent callers, and again after a write, at its expiry and after a failure',
  { tags: ['D-26'] },
  async () => {
    const cache = createMemory(1_000_000).cache<number>();
    let counts = 0;
    const ask = (version: number, at: number, key = 'all') =>
      cache(keyOf({ key, version, at }), async () => ({ value: ++counts, bytes: 0, until: 100 }));
    expect(await Promise.all([ask(1, 0), ask(1, 0), ask(1, 99)])).toEqual([1, 1, 1]);
    expect(await ask(2, 0)).toBe(2);
    expect(await ask(2, 0, 'other')).toBe(3);
    // It is invalid from its expiry on, and for instants before the one that it was computed for.
    expect(await ask(2, 100)).toBe(4);
    expect(await ask(2, 50)).toBe(5);
    await expect(cache(keyOf({ key: 'failing' }), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await ask(1, 0, 'failing')).toBe(6);
  },
);

test('recomputes an expired value once for all concurrent callers', { tags: ['D-26'] }, async () => {
  const cache = createMemory(1_000_000).cache<number>();
  let counts = 0;
  const ask = (at: number) => cache(keyOf({ at }), async () => ({ value: ++counts, bytes: 0, until: at + 100 }));
  await ask(0);
  expect(await Promise.all([ask(100), ask(100), ask(101), ask(102)])).toEqual([2, 2, 2, 2]);
});

test(
  'ten thousand different queries of one caller evict no entries of another, and stay within the limit of bytes',
  { tags: ['D-26'] },
  async () => {
    const most = 1_000_000;
    const memory = createMemory(most);
    const cache = memory.cache<string>();
    let made = 0;
    const ask = (owner: string, key: string) =>
      cache(keyOf({ owner, key }), async () => {
        made += 1;
        return { value: key, bytes: 1_000, until: null };
      });
    for (let n = 0; n < 20; n += 1) await ask('ola', `mine ${n}`);
    for (let n = 0; n < 10_000; n += 1) await ask('jan', `other ${n}`);
    expect(memory.bytes()).toBeLessThanOrEqual(most);
    made = 0;
    for (let n = 0; n < 20; n += 1) await ask('ola', `mine ${n}`);
    expect(made).toBe(0);
    // The caller over its share keeps its most recently used entries.
    await ask('jan', 'other 9999');
    expect(made).toBe(0);
    await ask('jan', 'other 0');
    expect(made).toBe(1);
  },
);

test('returns an answer that does not fit without caching it, and frees the bytes of a replaced answer', { tags: ['D-26'] }, async () => {
  const memory = createMemory(10_000);
  const cache = memory.cache<string>();
  const ask = (version: number, bytes: number) => cache(keyOf({ version }), async () => ({ value: `v${version}`, bytes, until: null }));
  expect(await ask(1, 20_000)).toBe('v1');
  expect(memory.bytes()).toBe(0);
  await ask(2, 5_000);
  const once = memory.bytes();
  for (let version = 3; version < 20; version += 1) await ask(version, 5_000);
  expect(memory.bytes()).toBe(once);
});

test('a query that is queued for one caller does not delay the same query of another', { tags: ['D-26'] }, async () => {
  const cache = createMemory(1_000_000).cache<string>();
  const never = new Promise<never>(() => {});
  void cache(keyOf({ owner: 'jan' }), () => never);
  expect(await cache(keyOf({ owner: 'ola' }), async () => ({ value: 'ola', bytes: 1, until: null }))).toBe('ola');
});
