import { expect, test } from 'vitest';
import { groupErrors } from './group-errors.ts';

test('D-4A: equal errors are one with their number, the commonest first, no error is lost', () => {
  expect(groupErrors(['a', 'b: x', 'b: x', 'b: y'])).toEqual([
    { error: 'b: x', count: 2, isFirst: true },
    { error: 'a', count: 1, isFirst: true },
    { error: 'b: y', count: 1, isFirst: false },
  ]);
  expect(groupErrors([])).toEqual([]);
});
