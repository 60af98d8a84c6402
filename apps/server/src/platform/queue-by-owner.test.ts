import { expect, test } from 'vitest';
import { queueByOwner } from './queue-by-owner.ts';

test(
  'runs two calls of one owner at a time, in order, without delaying other owners; a failure frees its slot',
  { tags: ['D-26'] },
  async () => {
    const enqueue = queueByOwner(2);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = (owner: string, name: string, fails = false) =>
      enqueue(owner, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (fails) throw new Error(name);
        return name;
      });
    const runs = [run('jan', 'a', true), run('jan', 'b'), run('jan', 'c'), run('jan', 'd'), run('ola', 'mine')];
    expect(begun).toEqual(['a', 'b', 'mine']);
    ends[0]?.();
    await expect(runs[0]).rejects.toThrow('a');
    expect(begun).toEqual(['a', 'b', 'mine', 'c']);
    for (let n = 1; n < 5; n += 1) {
      ends[n]?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(runs.slice(1))).toEqual(['b', 'c', 'd', 'mine']);
  },
);

test(
  'rejects a call when the queue of its owner is full; accepts calls of others, and of the owner once there is room',
  { tags: ['P08'] },
  async () => {
    const enqueue = queueByOwner(1, 1);
    const ends: (() => void)[] = [];
    const work = (owner: string) => enqueue(owner, () => new Promise<void>((resolve) => ends.push(resolve)));
    const [first, second] = [work('jan'), work('jan')];
    await expect(work('jan')).rejects.toMatchObject({ code: 'too_many_requests' });
    const [other] = [work('ola')];
    ends[0]?.();
    await first;
    const third = work('jan');
    for (let n = 1; n < 4; n += 1) {
      ends[n]?.();
      await new Promise(setImmediate);
    }
    await Promise.all([second, third, other]);
  },
);
