import { expect, test, vi } from 'vitest';
import { batchLoader } from './batch-loader.ts';

/** A loader whose queries last until they are released. Values are read at the start of a query, as by a database's snapshot. */
const manualLoader = (options?: { windowMs: number }) => {
  const queries: string[][] = [];
  const waiting: (() => void)[] = [];
  const stored = new Map<string, number>();
  const load = batchLoader<string, number>(async (keys) => {
    queries.push([...keys]);
    const found = new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key) ?? 0] as const] : [])));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return found;
  }, options);
  const started = async (count: number): Promise<void> => {
    while (queries.length < count) await new Promise(setImmediate);
  };
  return { queries, stored, load, started, release: () => waiting.shift()?.() };
};

test('loads all keys of one event loop iteration in one query, each once, and returns undefined for an unknown key', async () => {
  const { queries, stored, load, started, release } = manualLoader();
  stored.set('a', 1).set('b', 2);
  const loaded = Promise.all([load('a'), load('b'), load('b'), load('c')]);
  await started(1);
  release();
  expect(await loaded).toEqual([1, 2, 2, undefined]);
  expect(queries).toEqual([['a', 'b', 'c']]);
});

test('collects keys while three queries run, and loads at most twelve of them per query', async () => {
  const { queries, load, started, release } = manualLoader();
  const loaded: Promise<unknown>[] = [];
  for (const key of ['a', 'b', 'c']) {
    loaded.push(load(key));
    await started(queries.length + 1);
  }
  for (let n = 0; n < 20; n += 1) loaded.push(load(`later ${n}`));
  await new Promise(setImmediate);
  expect(queries).toEqual([['a'], ['b'], ['c']]);
  for (let done = 1; done <= 5; done += 1) {
    await started(Math.min(5, done + 2));
    release();
  }
  await Promise.all(loaded);
  expect(queries.map((keys) => keys.length)).toEqual([1, 1, 1, 12, 8]);
});

test('loads more keys per query the more are waiting, so that a queue does not outlast its callers', { tags: ['F42'] }, async () => {
  const { queries, load, release } = manualLoader();
  let isLoaded = false;
  const all = Promise.all(Array.from({ length: 600 }, (_, n) => load(`key ${n}`))).then(() => {
    isLoaded = true;
  });
  while (!isLoaded) {
    release();
    await new Promise(setImmediate);
  }
  await all;
  expect(queries.flat()).toHaveLength(600);
  expect(queries.slice(0, 3).map((keys) => keys.length)).toEqual([200, 134, 89]);
  // Fifty of twelve keys each.
  expect(queries.length).toBeLessThan(20);
});

test('delays keys that follow a query within the window, and loads them in one query', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const { queries, load, started, release } = manualLoader({ windowMs: 100 });
    const first = load('a');
    await started(1);
    release();
    await first;
    vi.advanceTimersByTime(40);
    const later = [load('b'), load('c')];
    vi.advanceTimersByTime(59);
    await new Promise(setImmediate);
    expect(queries).toEqual([['a']]);
    vi.advanceTimersByTime(1);
    await started(2);
    release();
    await Promise.all(later);
    expect(queries).toEqual([['a'], ['b', 'c']]);
    vi.advanceTimersByTime(500);
    const afterPause = load('d');
    await started(3);
    release();
    await afterPause;
  } finally {
    vi.useRealTimers();
  }
});
