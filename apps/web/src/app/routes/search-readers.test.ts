import { expect, test } from 'vitest';
import { calendarDay, countFrom1, itemId, oneOf, or, pageNumber, searchOf, searchText, yesOrNo } from './search-readers.ts';

const nonsense: unknown[] = [undefined, null, {}, { toString: 1 }, [], ['2'], Number.NaN, 1.5, -1, 0, 2 ** 60, '', 'x', '-1', '1e9'];

test('reads valid search parameters, and drops invalid and unknown ones', { tags: ['NAV-32', 'A-20', 'A-28'] }, () => {
  const read = searchOf({ page: pageNumber, text: searchText(5), state: oneOf(['sent']), isTest: yesOrNo, history: or('', countFrom1) });
  expect(read({ page: 2, text: 'ser', state: 'sent', isTest: false, history: '' })).toEqual({
    page: 2,
    text: 'ser',
    state: 'sent',
    isTest: false,
    history: '',
  });
  expect(read({ page: '2', text: '2', state: 'sent', isTest: 'false', history: '12' })).toEqual({
    page: 2,
    text: '2',
    state: 'sent',
    isTest: false,
    history: 12,
  });
  expect(read({ page: '0', text: 'kawior', state: 'lost', isTest: '1', history: 'now', more: '1' })).toStrictEqual({
    page: undefined,
    text: undefined,
    state: undefined,
    isTest: undefined,
    history: undefined,
  });
  expect(read({})).toStrictEqual({});
});

test('reads page numbers and change numbers, and rejects other values', { tags: ['A-28'] }, () => {
  expect([1, '7', 1_000_000].map(pageNumber)).toEqual([1, 7, 1_000_000]);
  expect([...nonsense, 1_000_001].map(pageNumber).filter((page) => page !== undefined)).toEqual([]);
  expect([1, 99, '7', '9007199254740991'].map(countFrom1)).toEqual([1, 99, 7, Number.MAX_SAFE_INTEGER]);
  const others = ['1e3', '0x10', '07', ' 7', '7.0', '9007199254740993', 'true'];
  expect([...nonsense, ...others].map(countFrom1).filter((number) => number !== undefined)).toEqual([]);
});

test('a text may look like a number, a word of the language or JSON, and is not cut', { tags: ['E-2E', 'A-20', 'Q11'] }, () => {
  for (const text of ['kawa', '118', '1e3', '12345678901234567', '007', 'true', 'null', '"118"', '{"a":1}', ''])
    expect([text, searchText()(text)]).toEqual([text, text]);
  expect([undefined, 'x'.repeat(201)].map(searchText())).toEqual([undefined, undefined]);
});

test('reads ids and calendar days, and rejects other values', { tags: ['A-119', 'A-31'] }, () => {
  expect(['abc1', 'ABC', '', 7, 'a/b'].map(itemId)).toEqual(['abc1', undefined, undefined, undefined, undefined]);
  expect(['2026-11-25', '2026-11-25T10:00', 20261125].map(calendarDay)).toEqual(['2026-11-25', undefined, undefined]);
});
