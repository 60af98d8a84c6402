import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test('at most five neighbouring pages', { tags: ['CONST-20', 'NOTIF-LIST-07'] }, () => {
  expect(pageWindow(1, 3, 5)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 9, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(5, 9, 5)).toEqual([3, 4, 5, 6, 7]);
  expect(pageWindow(9, 9, 5)).toEqual([5, 6, 7, 8, 9]);
});
