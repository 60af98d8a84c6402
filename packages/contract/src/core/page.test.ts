import { expect, test } from 'vitest';
import { threadRoutes } from '../assistant/index.ts';
import { PageNumber, PageSize, SearchText, toPage } from './index.ts';

test('A-18, API-GEN-04: pages start at 1; 0, absent and negative are the first', () => {
  expect([undefined, '0', '-3', '1', '7', 2].map((page) => PageNumber.parse(page))).toEqual([1, 1, 1, 1, 7, 2]);
});
test.each(['1.5', '1e3', '0x10', '٣', '', 'abc', ['1', '2'], { a: 1 }, '99999999999'])('Q01: page %j is refused', (page) =>
  expect(PageNumber.safeParse(page).success).toBe(false),
);
test('D-52, A-19, API-GEN-05: a very large page size is lowered, never refused', () => {
  expect([undefined, '100000', '0', '50'].map((size) => PageSize.parse(size))).toEqual([20, 10_000, 20, 50]);
  expect(['2147483648', '9'.repeat(400), 1e15].map((size) => PageSize.parse(size))).toEqual([10_000, 10_000, 10_000]);
  expect(['1e3', '0x10', '', 'many'].map((size) => PageSize.safeParse(size).success)).toEqual([false, false, false, false]);
});
test('Q04, Q05: NUL, lone surrogates and endless terms are refused', () => {
  expect(['a\0b', '\ud800', 'x'.repeat(201)].map((text) => SearchText.safeParse(text).success)).toEqual([false, false, false]);
});
test('A-17: the shape of a list; an empty one has one page', () => {
  expect(toPage([], 0, { page: 1, pageSize: 20 })).toEqual({ items: [], total: 0, page: 1, pageSize: 20, pageCount: 1 });
  expect(toPage(['a'], 41, { page: 3, pageSize: 20 }).pageCount).toBe(3);
});
test('D-3A, CONST-01, THR-LIST-06: threads come ten to a page unless the caller asks otherwise', () => {
  expect([{}, { pageSize: '0' }, { pageSize: '25' }].map((query) => threadRoutes.list.query.parse(query).pageSize)).toEqual([10, 10, 25]);
});
