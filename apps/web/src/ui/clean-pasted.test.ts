import { expect, test } from 'vitest';
import { cleanPasted, joinLines } from './clean-pasted.ts';

// Plain text as the programs put it on the clipboard.
const WORD = 'Wiel\u00adka wy\u00adprze\u00addaż\r\nod ponie\u00addziałku w\u00a0sklepach\u00a0Super\r\n';
const EXCEL_CELL = 'Truskawki 500 g\r\n';
const EXCEL_CELL_WITH_LINES = '"Truskawki ""extra""\nod poniedziałku"\r\n';
const EXCEL_ROW = 'Truskawki\t9,99\u00a0zł\tod poniedziałku\r\n';
const SHEETS_CELLS = 'Truskawki\t9,99 zł\nMaliny\t7,99 zł';
const SHEETS_CELL = 'Świe\u200bże truskawki';

test.each([
  ['Word, two paragraphs', WORD, 'Wielka wyprzedaż od poniedziałku w\u00a0sklepach Super', ['lines', 'spaces', 'hidden']],
  ['Excel, a cell', EXCEL_CELL, 'Truskawki 500 g', ['lines']],
  ['Excel, a cell of two lines', EXCEL_CELL_WITH_LINES, 'Truskawki "extra" od poniedziałku', ['lines']],
  ['Excel, a row', EXCEL_ROW, 'Truskawki 9,99\u00a0zł od poniedziałku', ['lines', 'tabs']],
  ['Google Sheets, four cells', SHEETS_CELLS, 'Truskawki 9,99 zł Maliny 7,99 zł', ['lines', 'tabs']],
  ['Google Sheets, a cell', SHEETS_CELL, 'Świeże truskawki', ['hidden']],
  ['a joined emoji', '👩‍🍳 radzi ❤️', '👩‍🍳 radzi ❤️', []],
  ['a word with the space before it', ' od jutra', ' od jutra', []],
  ['plain text', 'Truskawki  od "jutra"', 'Truskawki  od "jutra"', []],
] as const)('a paste into one line is cleaned: %s', { tags: ['E-6H'] }, (_name, pasted, text, cleaned) =>
  expect(cleanPasted(pasted, 'one')).toEqual({ text, cleaned }),
);

test.each([
  ['Word, two paragraphs', WORD, 'Wielka wyprzedaż\nod poniedziałku w\u00a0sklepach Super', ['spaces', 'hidden']],
  ['Word, a line break within a paragraph', 'Pierwszy\vdrugi', 'Pierwszy\ndrugi', []],
  ['Excel, a row', EXCEL_ROW, 'Truskawki 9,99\u00a0zł od poniedziałku', ['tabs']],
  ['Google Sheets, four cells', SHEETS_CELLS, 'Truskawki 9,99 zł\nMaliny 7,99 zł', ['tabs']],
] as const)('a paste into a text field preserves its lines: %s', { tags: ['E-6H'] }, (_name, pasted, text, cleaned) =>
  expect(cleanPasted(pasted, 'many')).toEqual({ text, cleaned }),
);

test('joins a text into as many lines as a rule allows: empty ones go first, then the last ones become one', { tags: ['E-6H'] }, () => {
  expect(joinLines('a\n\nb\n\nc', 3)).toBe('a\nb\nc');
  expect(joinLines('a\nb\nc\n\nd ', 3)).toBe('a\nb\nc d');
  expect(joinLines('a\nb', 3)).toBe('a\nb');
});
