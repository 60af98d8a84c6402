import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

test(
  'a hundred who ask the same while it is being answered share the next answer; another question waits for none of it',
  { tags: ['D-26'] },
  async () => {
    const together = singleFlight<number>();
    let calls = 0;
    let end = (): void => {};
    const ask = (): Promise<number> => {
      calls += 1;
      return new Promise((resolve) => {
        end = () => resolve(calls);
      });
    };
    const first = together('a', ask);
    const others = Array.from({ length: 100 }, () => together('a', ask));
    expect(await together('b', async () => 7)).toBe(7);
    expect(calls).toBe(1);
    end();
    expect(await first).toBe(1);
    await new Promise(setImmediate);
    end();
    expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
  },
);
