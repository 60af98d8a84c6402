import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { batchLoader } from './batch-loader.ts';
import { singleFlight } from './single-flight.ts';

type Loader = (load: (keys: readonly string[]) => Promise<Map<string, number>>) => (key: string) => Promise<number | undefined>;

/** Runs one query per key. */
const oneByOne: Loader = (load) => {
  const flight = singleFlight<number | undefined>();
  return (key) => flight(key, async () => (await load([key])).get(key));
};

describe.each<[string, Loader]>([
  ['a batch loader', batchLoader],
  ['a batch loader with a window', (load) => batchLoader(load, { windowMs: 3 })],
  ['a single flight', oneByOne],
])('%s', (_, loaderOf) => {
  test('never returns the result of a query that began before the call', async () => {
    const stored = new Map<string, number>();
    // A query takes a moment; the stored value is read at its start, as by a database's snapshot.
    const load = loaderOf(async (keys) => {
      const found = new Map(keys.map((key) => [key, stored.get(key) ?? 0]));
      await sleep(2);
      return found;
    });
    for (let n = 1; n <= 30; n += 1) {
      stored.set('a', n);
      const loaded = load('a');
      await sleep(n % 4);
      expect(await loaded).toBeGreaterThanOrEqual(n);
    }
  });

  test('a failed query rejects only the callers that waited for it', async () => {
    let away = true;
    const load = loaderOf(async (keys) => {
      if (away) throw new Error('away');
      return new Map(keys.map((key) => [key, 1]));
    });
    const loaded = await Promise.allSettled([load('a'), load('b'), load('c')]);
    expect(loaded.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    away = false;
    expect(await load('a')).toBe(1);
  });
});
