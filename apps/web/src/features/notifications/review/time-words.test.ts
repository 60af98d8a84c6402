import { expect, test } from 'vitest';
import { contradictedTimes } from './time-words.ts';

// 2 December 2026 is a Wednesday.
const firstDay = '2026-12-02';
const contradictions = (text: string, lastDay: string): string[] =>
  contradictedTimes(text, { firstDay, lastDay }).map(({ word, lastDay: day }) => `${word} ${day.slice(5)}`);

test.each([
  ['Tylko dziś: masło 4,99', '2026-12-15', ['dziś 12-02']],
  ['Tylko DZISIAJ!', '2026-12-03', ['DZISIAJ 12-02']],
  ['Only today', '2026-12-03', ['today 12-02']],
  ['Jutro otwieramy o 8', '2026-12-02', ['Jutro 12-03']],
  ['Do niedzieli', '2026-12-15', ['niedzieli 12-06']],
  ['❤️ Do niedzieli', '2026-12-05', ['niedzieli 12-06']],
  ['Weekend z masłem', '2026-12-15', ['Weekend 12-06']],
  ['w środę', '2026-12-09', ['środę 12-02']],
  ['Until Friday', '2026-12-05', ['Friday 12-04']],
  ['ważne do 6.12', '2026-12-15', ['6.12 12-06']],
  ['ważne do 6.12.2026', '2026-12-15', ['6.12.2026 12-06']],
  ['do 6 grudnia', '2026-12-15', ['6 grudnia 12-06']],
  ['until 6 December', '2026-12-05', ['6 December 12-06']],
  ['until December 6', '2026-12-05', ['December 6 12-06']],
  ['do 5 stycznia', '2026-12-15', ['5 stycznia 01-05']],
  ['od soboty', '2026-12-03', ['soboty 12-05']],
])('%j, shown until %s: %j', { tags: ['E-6C'] }, (text, lastDay, expected) => expect(contradictions(text, lastDay)).toEqual(expected));

test.each([
  ['Tylko dziś', '2026-12-02'],
  ['Dziś i jutro', '2026-12-03'],
  ['W sobotę i niedzielę', '2026-12-06'],
  ['od soboty', '2026-12-15'],
  ['od soboty do wtorku', '2026-12-08'],
  ['do 6 grudnia', '2026-12-06'],
  ['masło 5.12 zł, 6.12/kg, 1.10.5', '2026-12-15'],
  ['31.02 i 45.13', '2026-12-15'],
  ['dziśnienie, Weekendowy, pod niedzielnym', '2026-12-15'],
  ['', '2026-12-15'],
])('%j, shown until %s, is no contradiction', { tags: ['E-6C'] }, (text, lastDay) => expect(contradictions(text, lastDay)).toEqual([]));

test('around the new year a date is the nearest one', { tags: ['E-6C'] }, () => {
  expect(contradictedTimes('do 31 grudnia', { firstDay: '2027-01-02', lastDay: '2027-01-05' })).toEqual([
    { word: '31 grudnia', lastDay: '2026-12-31' },
  ]);
});
