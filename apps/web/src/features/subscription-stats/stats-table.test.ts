import type { StoreSubscription } from '@endcap/contract/stores';
import { expect, test } from 'vitest';
import { DEFAULT_STATS_SORT, matchingRows, STATS_PAGE_LINKS, STATS_PAGE_SIZE, sortedRows } from './stats-table.ts';
import { nextSort } from '../../ui/sort-order.ts';

const row = (storeNo: number | null, address: string, main = 0, notifications = 0): StoreSubscription => ({
  _id: `id${storeNo}${address}`,
  storeNo,
  name: 'Koszyk',
  address,
  main,
  notifications,
});
const rows = [row(10, 'ul. Żółta, Łódź', 5, 1), row(null, 'bez numeru'), row(2, 'ul. Ącka', 50, 20), row(1, 'ul. Zielona', 5, 3)];
const numbers = (found: StoreSubscription[]) => found.map((one) => one.storeNo);

test('CONST-19, NOTIF-STATS-08, 09', () => expect([STATS_PAGE_SIZE, STATS_PAGE_LINKS]).toEqual([20, 10]));
test('NOTIF-STATS-07, 16: store numbers sort as numbers, stores without one come last either way', () => {
  expect(numbers(sortedRows(rows, DEFAULT_STATS_SORT))).toEqual([1, 2, 10, null]);
  expect(numbers(sortedRows(rows, '-storeNo'))).toEqual([10, 2, 1, null]);
});
test('NOTIF-STATS-23: other columns sort in Polish order or as numbers, clicking again turns it round', () => {
  expect(numbers(sortedRows(rows, 'address'))).toEqual([null, 2, 1, 10]);
  expect(numbers(sortedRows(rows, '-main'))).toEqual([2, 1, 10, null]);
  expect([nextSort('storeNo', 'main'), nextSort('main', 'main'), nextSort('-main', 'main')]).toEqual(['main', '-main', 'main']);
});
test('NOTIF-STATS-06, 20: searches combine with AND, contain, ignore case and diacritics', () => {
  expect(numbers(matchingRows(rows, { address: 'ZOLTA' }))).toEqual([10]);
  expect(numbers(matchingRows(rows, { address: 'ul', main: '5' }))).toEqual([10, 2, 1]);
  expect(numbers(matchingRows(rows, { address: 'ul', main: '5', notifications: '3' }))).toEqual([1]);
  expect(numbers(matchingRows(rows, { storeNo: ' ' }))).toHaveLength(4);
});
