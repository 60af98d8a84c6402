import { expect, test } from 'vitest';
import { boundsOf, flatBound } from './flat.ts';
import { reducedBy } from './scale.ts';

test('divides the scale by a factor, keeps each number at least one, and rejects an invalid factor', { tags: ['OPS-06'] }, () => {
  expect(reducedBy(1)).toMatchObject({ stores: 10_000, phones: 5_000_000, items: 100_000, sendsToEveryone: 2, sendsToOneStore: 3_000 });
  expect(reducedBy(1_000)).toMatchObject({ stores: 10, phones: 5_000, items: 100, sendsToEveryone: 2, sendsToOneStore: 3, threads: 2 });
  for (const factor of [0, -1, Number.NaN, 1_001]) expect(() => reducedBy(factor)).toThrow('from 1 to 1000');
});

test('counts a year as flat if it takes at most 1.5 times as long as a month, or differs only by noise', { tags: ['OPS-06'] }, () => {
  expect(flatBound(100, 3)).toBe(150);
  expect(flatBound(1, 3)).toBe(4);
  const taken = { processor: 20, p50: 300, p95: 900 };
  const aboveOf = (month: number) =>
    boundsOf([{ name: 'inbox', isSearch: false, month: { ...taken, processor: month }, year: taken, ratio: 20 / month }])
      .filter(([, value, atMost]) => value !== undefined && value > atMost)
      .map(([name]) => name);
  expect(aboveOf(13)).toEqual(['inbox, ms of processor time']);
  expect(aboveOf(14)).toEqual([]);
});
