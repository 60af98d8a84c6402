import { expect, test } from 'vitest';
import { threadRoutes } from '../assistant/index.ts';
import { PageNumber, PageSize, SearchText, toPage } from './index.ts';

test('pages start at 1; 0, absent and negative are the first', { tags: ['A-18', 'API-GEN-04'] }, () => {
  expect([undefined, '0', '-3', '1', '7', 2].map((page) => PageNumber.parse(page))).toEqual([1, 1, 1, 1, 7, 2]);
});
test.each(['1.5', '1e3', '0x10', '٣', '', 'abc', ['1', '2'], { a: 1 }])('page %j is refused', { tags: ['Q01'] }, (page) =>
  expect(PageNumber.safeParse(page).success).toBe(false),
);
test('caps a page beyond the end of every list at the highest page number', { tags: ['E-82', 'A-28'] }, () => {
  const beyond = ['2147483648', '99999999999', '9'.repeat(400), 9e15];
  expect(beyond.map((page) => PageNumber.parse(page))).toEqual(beyond.map(() => 999_999_999));
});
test('a very large page size is lowered, never refused', { tags: ['D-52', 'A-19', 'API-GEN-05'] }, () => {
  expect([undefined, '100000', '0', '50'].map((size) => PageSize.parse(size))).toEqual([20, 10_000, 20, 50]);
  expect(['2147483648', '9'.repeat(400), 1e15].map((size) => PageSize.parse(size))).toEqual([10_000, 10_000, 10_000]);
  expect(['1e3', '0x10', '', 'many'].map((size) => PageSize.safeParse(size).success)).toEqual([false, false, false, false]);
});
test('NUL, lone surrogates and endless terms are refused', { tags: ['Q04', 'Q05'] }, () => {
  expect(['a\0b', '\ud800', 'x'.repeat(201)].map((text) => SearchText.safeParse(text).success)).toEqual([false, false, false]);
});
test('toPage counts the pages, and an empty list has one page', { tags: ['A-17'] }, () => {
  expect(toPage([], 0, { page: 1, pageSize: 20 })).toEqual({ items: [], total: 0, page: 1, pageSize: 20, pageCount: 1 });
  expect(toPage(['a'], 41, { page: 3, pageSize: 20 }).pageCount).toBe(3);
});
test('threads have ten rows per page by default', { tags: ['D-3A', 'CONST-01', 'THR-LIST-06'] }, () => {
  expect([{}, { pageSize: '0' }, { pageSize: '25' }].map((query) => threadRoutes.list.query.parse(query).pageSize)).toEqual([10, 10, 25]);
});
