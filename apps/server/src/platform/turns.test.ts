import { expect, test } from 'vitest';
import { turnsByOwner } from './turns.ts';

test(
  'looks of one caller go two at a time in their order, those of another wait for none of them; failures hand the place on',
  { tags: ['D-26'] },
  async () => {
    const inTurn = turnsByOwner(2);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const look = (owner: string, name: string, fails = false) =>
      inTurn(owner, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (fails) throw new Error(name);
        return name;
      });
    const looks = [look('jan', 'a', true), look('jan', 'b'), look('jan', 'c'), look('jan', 'd'), look('ola', 'mine')];
    expect(begun).toEqual(['a', 'b', 'mine']);
    ends[0]?.();
    await expect(looks[0]).rejects.toThrow('a');
    expect(begun).toEqual(['a', 'b', 'mine', 'c']);
    for (let n = 1; n < 5; n += 1) {
      ends[n]?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(looks.slice(1))).toEqual(['b', 'c', 'd', 'mine']);
  },
);

test('of one owner no more than so many wait; others are let in, and so is it once there is room', { tags: ['P08'] }, async () => {
  const inTurn = turnsByOwner(1, 1);
  const ends: (() => void)[] = [];
  const work = (owner: string) => inTurn(owner, () => new Promise<void>((resolve) => ends.push(resolve)));
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
});
