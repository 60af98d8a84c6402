import { expect, test } from 'vitest';
import { choosePasted, pastedNumbers } from './pasted-numbers.ts';

test('reads numbers with any separators as a list, and a word, a single number or prose as a search', () => {
  expect(pastedNumbers('101\r\n102\t0417; 0931,101')).toEqual(['101', '102', '0417', '0931']);
  expect(pastedNumbers('storeNo\n101\n102')).toEqual(['storeNo', '101', '102']);
  for (const text of ['101', '101 101', 'Łódź', 'ul. Długa 5 00-001', 'Piotrkowska 120 / 3', '']) expect(pastedNumbers(text)).toBeNull();
});
test('reads a number in spreadsheet formatting as one, and never chooses stores by its parts', { tags: ['E-20'] }, () => {
  expect(pastedNumbers('1\u00a0234\n12\u202f345\n101\u200b')).toEqual(['1234', '12345', '101']);
  expect(pastedNumbers('101\n102\n103\n1,2E+05\n1.3e+05')).toEqual(['101', '102', '103', '1,2E+05', '1.3e+05']);
  expect(pastedNumbers('101 102 103')).toEqual(['101', '102', '103']);
});
test('returns the added ids, the count already chosen and the unknown numbers of a pasted list', { tags: ['ux-15'] }, () => {
  const items = [
    { id: 'a', number: 101 },
    { id: 'b', number: 417 },
    { id: 'c', number: 417 },
    { id: 'd', number: null },
  ];
  expect(choosePasted(['0417', '101', '9', 'x', '417'], items, ['a'])).toEqual({ added: ['b', 'c'], already: 1, unknown: ['9', 'x'] });
});
