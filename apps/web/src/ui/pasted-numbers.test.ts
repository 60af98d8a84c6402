import { expect, test } from 'vitest';
import { choosePasted, pastedNumbers } from './pasted-numbers.ts';

test('a list of numbers in any separation is one; a word, a single number or prose is a search', () => {
  expect(pastedNumbers('101\r\n102\t0417; 0931,101')).toEqual(['101', '102', '0417', '0931']);
  expect(pastedNumbers('storeNo\n101\n102')).toEqual(['storeNo', '101', '102']);
  for (const text of ['101', '101 101', 'Łódź', 'ul. Długa 5 00-001', 'Piotrkowska 120 / 3', '']) expect(pastedNumbers(text)).toBeNull();
});
test('ux 15: what is added, what was there and what is unknown', () => {
  const items = [
    { id: 'a', number: 101 },
    { id: 'b', number: 417 },
    { id: 'c', number: 417 },
    { id: 'd', number: null },
  ];
  expect(choosePasted(['0417', '101', '9', 'x', '417'], items, ['a'])).toEqual({ added: ['b', 'c'], already: 1, unknown: ['9', 'x'] });
});
