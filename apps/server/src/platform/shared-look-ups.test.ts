import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { askTogether } from './lists/ask-together.ts';
import { lookUpInTurns } from './look-up-in-turns.ts';
import { lookUpTogether } from './look-up-together.ts';

type LookUp = (load: (keys: readonly string[]) => Promise<Map<string, number>>) => (key: string) => Promise<number | undefined>;

/** One question a look. */
const oneByOne: LookUp = (load) => {
  const together = askTogether<number | undefined>();
  return (key) => together(key, async () => (await load([key])).get(key));
};

describe.each<[string, LookUp]>([
  ['together', lookUpTogether],
  ['in turns', lookUpInTurns],
  ['by one for all who ask the same', oneByOne],
])('what is looked up %s', (_, lookUp) => {
  test('nobody is answered by a look that began before the question', async () => {
    const stored = new Map<string, number>();
    // A look takes a moment; the stored value is read at its start, as a database's snapshot is.
    const ask = lookUp(async (keys) => {
      const found = new Map(keys.map((key) => [key, stored.get(key) ?? 0]));
      await sleep(2);
      return found;
    });
    for (let n = 1; n <= 30; n += 1) {
      stored.set('a', n);
      const asked = ask('a');
      await sleep(n % 4);
      expect(await asked).toBeGreaterThanOrEqual(n);
    }
  });

  test('a look that fails is known to those who waited for it and to nobody else', async () => {
    let away = true;
    const ask = lookUp(async (keys) => {
      if (away) throw new Error('away');
      return new Map(keys.map((key) => [key, 1]));
    });
    const answers = await Promise.allSettled([ask('a'), ask('b'), ask('c')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    away = false;
    expect(await ask('a')).toBe(1);
  });
});
