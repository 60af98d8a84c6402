import { sendingError } from '@endcap/contract/notifications';
import { expect, test } from 'vitest';
import { groupErrors } from './group-errors.ts';

test('equal errors are one with their number, the commonest first, no error is lost', { tags: ['D-4A'] }, () => {
  const [x, y] = [sendingError('payload', '400 x'), sendingError('payload', '400 y')];
  expect(groupErrors(['a', x, x, y])).toEqual([
    { error: x, count: 2, isFirst: true },
    { error: 'a', count: 1, isFirst: true },
    { error: y, count: 1, isFirst: false },
  ]);
  expect(groupErrors([])).toEqual([]);
});
