import { expect, test } from 'vitest';
import { lookUpInTurns } from './look-up-in-turns.ts';

/** Looks that last until they are let go; what is stored is read at their start, as a database's snapshot is. */
const held = () => {
  const looks: string[][] = [];
  const waiting: (() => void)[] = [];
  const stored = new Map<string, number>();
  const ask = lookUpInTurns<string, number>(async (keys) => {
    looks.push([...keys]);
    const found = new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key) ?? 0] as const] : [])));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return found;
  });
  const started = async (count: number): Promise<void> => {
    while (looks.length < count) await new Promise(setImmediate);
  };
  return { looks, stored, ask, started, letGo: () => waiting.shift()?.() };
};

test('those who ask in one turn share a look, each key once, and an unknown key is undefined', async () => {
  const { looks, stored, ask, started, letGo } = held();
  stored.set('a', 1).set('b', 2);
  const asked = Promise.all([ask('a'), ask('b'), ask('b'), ask('c')]);
  await started(1);
  letGo();
  expect(await asked).toEqual([1, 2, 2, undefined]);
  expect(looks).toEqual([['a', 'b', 'c']]);
});

test('while enough looks are under way the next ones gather, and a look takes only so many', async () => {
  const { looks, ask, started, letGo } = held();
  const answers: Promise<unknown>[] = [];
  for (const key of ['a', 'b', 'c']) {
    answers.push(ask(key));
    await started(looks.length + 1);
  }
  for (let n = 0; n < 20; n += 1) answers.push(ask(`later ${n}`));
  await new Promise(setImmediate);
  expect(looks).toEqual([['a'], ['b'], ['c']]);
  for (let done = 1; done <= 5; done += 1) {
    await started(Math.min(5, done + 2));
    letGo();
  }
  await Promise.all(answers);
  expect(looks.map((keys) => keys.length)).toEqual([1, 1, 1, 12, 8]);
});

test('the more wait, the more a look takes, so that a queue does not outlast its callers', { tags: ['F42'] }, async () => {
  const { looks, ask, letGo } = held();
  const answers = Array.from({ length: 600 }, (_, n) => ask(`key ${n}`));
  let answered = false;
  const all = Promise.all(answers).then(() => {
    answered = true;
  });
  while (!answered) {
    letGo();
    await new Promise(setImmediate);
  }
  await all;
  expect(looks.flat()).toHaveLength(600);
  expect(looks.slice(0, 3).map((keys) => keys.length)).toEqual([200, 134, 89]);
  // Fifty of twelve keys each.
  expect(looks.length).toBeLessThan(20);
});
