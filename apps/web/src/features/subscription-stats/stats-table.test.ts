import type { StoreSubscription } from '@endcap/contract/stores';
import { expect, test } from 'vitest';
import { DEFAULT_STATS_SORT } from './stats-sorts.ts';
import { changesSince, matchingRows, shareOf, STATS_PAGE_LINKS, STATS_PAGE_SIZE, sortedRows, totalOf } from './stats-table.ts';
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

test('a page has 20 stores and ten links to others', { tags: ['CONST-19', 'NOTIF-STATS-08', 'NOTIF-STATS-09'] }, () =>
  expect([STATS_PAGE_SIZE, STATS_PAGE_LINKS]).toEqual([20, 10]),
);
test('store numbers sort as numbers, stores without one come last either way', { tags: ['NOTIF-STATS-07', 'NOTIF-STATS-16'] }, () => {
  expect(numbers(sortedRows(rows, DEFAULT_STATS_SORT))).toEqual([1, 2, 10, null]);
  expect(numbers(sortedRows(rows, '-storeNo'))).toEqual([10, 2, 1, null]);
});
test('other columns sort in Polish order or as numbers, and a second click reverses the order', { tags: ['NOTIF-STATS-23'] }, () => {
  expect(numbers(sortedRows(rows, 'address'))).toEqual([null, 2, 1, 10]);
  expect(numbers(sortedRows(rows, '-main'))).toEqual([2, 1, 10, null]);
  expect([nextSort('storeNo', 'main'), nextSort('main', 'main'), nextSort('-main', 'main')]).toEqual(['main', '-main', 'main']);
});
test('searches combine with AND, contain, ignore case and diacritics', { tags: ['NOTIF-STATS-06', 'NOTIF-STATS-20'] }, () => {
  expect(numbers(matchingRows(rows, { address: 'ZOLTA' }))).toEqual([10]);
  expect(numbers(matchingRows(rows, { address: 'ul', main: '5' }))).toEqual([10, 2, 1]);
  expect(numbers(matchingRows(rows, { address: 'ul', main: '5', notifications: '3' }))).toEqual([1]);
  expect(numbers(matchingRows(rows, { storeNo: ' ' }))).toHaveLength(4);
});
test('filters counts by a bound, and matches a search without a valid bound as text', { tags: ['B2'] }, () => {
  expect(numbers(matchingRows(rows, { main: '≥ 5' }))).toEqual([10, 2, 1]);
  expect(numbers(matchingRows(rows, { main: '>5', notifications: '<= 20' }))).toEqual([2]);
  expect(numbers(matchingRows(rows, { main: '< 1 000' }))).toHaveLength(4);
  expect(numbers(matchingRows(rows, { storeNo: '> 1' }))).toEqual([]);
  expect(numbers(matchingRows(rows, { main: '>' }))).toEqual([]);
});
test(
  'returns totals, the share of subscriptions and the change since an earlier day; a new store had none then',
  { tags: ['B3', 'B4'] },
  () => {
    expect(totalOf(rows)).toEqual({ main: 60, notifications: 24 });
    expect([shareOf({ main: 60, notifications: 24 }), shareOf({ main: 0, notifications: 3 })]).toEqual([40, null]);
    const [first, second] = [rows[0] ?? row(0, ''), rows[2] ?? row(0, '')];
    const since = changesSince({ day: '2026-10-24', isWhole: true, stores: [{ _id: first._id, main: 7, notifications: 0 }] });
    expect(since([first])).toEqual({ main: -2, notifications: 1 });
    expect(since([first, second])).toEqual({ main: 48, notifications: 21 });
    expect(changesSince({ day: null, isWhole: false, stores: [] })([first])).toBeNull();
    expect(changesSince(undefined)([first])).toBeNull();
  },
);
