import { expect, test } from 'vitest';
import { nameWithCity } from './name-with-city.ts';

test.each([
  ['Koszyk Kraków', 'Kraków', 'Koszyk Kraków'],
  ['Koszyk Kraków Długa', 'Kraków', 'Koszyk Kraków Długa'],
  ['KOSZYK ŁÓDŹ', 'Łódź', 'KOSZYK ŁÓDŹ'],
  ['Koszyk Zielona Góra Kupiecka', 'Zielona Góra', 'Koszyk Zielona Góra Kupiecka'],
  ['Żabi Skok', 'Łódź', 'Żabi Skok, Łódź'],
  ['Koszyk Krakowska', 'Kraków', 'Koszyk Krakowska, Kraków'],
  ['Koszyk Helena', 'Hel', 'Koszyk Helena, Hel'],
])('includes the city of a store once: %s in %s', { tags: ['E-6G'] }, (name, city, said) => {
  expect(nameWithCity({ name, city })).toBe(said);
});
