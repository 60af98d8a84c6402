import { expect, test } from 'vitest';
import { chosenItems, matchingItems, type PickItem } from './pick-item.ts';

const item = (number: number | null, search: string): PickItem => ({ id: search, label: search, number, search });
const items = [
  item(1, 'koszyk nowy 104 krakow'),
  item(1040, 'koszyk lodz 1040'),
  item(104, 'koszyk krakow dluga 104'),
  item(null, 'koszyk'),
];

test('a typed number finds the store of that number first, then other matches', { tags: ['D-55'] }, () => {
  expect(matchingItems(items, ' 104 ').map(({ number }) => number)).toEqual([104, 1, 1040]);
  expect(matchingItems(items, 'Kraków 104').map(({ number }) => number)).toEqual([1, 104]);
  expect(matchingItems(items, '')).toHaveLength(items.length);
  expect(matchingItems(items, '9')).toEqual([]);
});

test('sorts chosen items by number and name under their short names, with deleted ones last', { tags: ['D15b'] }, () => {
  const chips = [{ ...item(1040, 'łódź'), chip: '1040 · Łódź' }, item(104, 'kraków'), item(null, 'żory'), item(null, 'łomża')];
  const chosen = chosenItems(chips, ['nowhere', 'łódź', 'żory', 'kraków', 'łomża'], 'Usunięty sklep');
  expect(chosen.map(({ name }) => name)).toEqual(['kraków', '1040 · Łódź', 'łomża', 'żory', 'Usunięty sklep']);
});
