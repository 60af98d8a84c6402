import { expect, test } from 'vitest';
import { circlesOf } from './circles.ts';

const arrows = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to, typeOnly: true }));

test('finds the import cycles, without files that only lead into or out of one', () => {
  expect(circlesOf(arrows(['a', 'b'], ['b', 'c'], ['c', 'a'], ['in', 'a'], ['c', 'out'], ['x', 'y'], ['y', 'x']))).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ]);
  expect(circlesOf(arrows(['a', 'b'], ['a', 'c'], ['b', 'c']))).toEqual([]);
});
