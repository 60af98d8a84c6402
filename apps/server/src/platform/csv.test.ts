import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const BLANKS = [' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u00ad', '\u0000', '\u2800'];
const SEPARATORS = [',', ';', '\t', '|'];

/** Splits a line as a naive reader does: at one separator and at line breaks, ignoring quotes. */
const splitAt = (line: string, separator: string): string[] =>
  line.split(/[\n\v\f\r\u0085\u2028\u2029]/).flatMap((part) => part.split(separator));
/** Parses a line as a lenient reader does that follows quotes. Returns no cells if parsing fails. */
const readAt = (line: string, delimiter: string): string[] => {
  try {
    return parse(line, { delimiter, relaxQuotes: true, relaxColumnCount: true }).flat();
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
};
const isFormula = (cell: string): boolean => SIGNS.includes(cell.replace(/^[\s\p{DI}\p{Cf}\p{Cc}"\u2800]+/u, '').slice(0, 1));

describe('a line of CSV', { tags: ['E-27', 'HIST-07'] }, () => {
  test('quotes every text and no number', () => {
    expect(csvLine(['Łódź', 'a;b', 'a,b', '„a" b', '', 5, -1.5])).toBe('"Łódź";"a;b";"a,b";"„a"" b";"";5;-1.5\r\n');
  });
  test.each([
    ['=1+1', "'=1+1"],
    ['a,=1+1', "a,'=1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a\t@x', "a\t'@x"],
    ['a\r\n-1', "a\r\n'-1"],
    ['＝1+1', "'＝1+1"],
    [' \u00a0=1+1', "' \u00a0=1+1"],
    ['\u200b+48 42', "'\u200b+48 42"],
    ['a, "=1+1"', `a,' ""=1+1""`],
    ['Kawa -20%, 1+1 gratis', 'Kawa -20%, 1+1 gratis'],
    ['biuro@koszyk.example', 'biuro@koszyk.example'],
  ])('puts an apostrophe where a cell would begin with a formula: %j', (text, expected) =>
    expect(csvLine([text])).toBe(`"${expected}"\r\n`),
  );
  test('contains no formula for any reader, and unchanged texts except for apostrophes', () => {
    const piece = fc.constantFrom(
      ...SIGNS,
      ...BLANKS,
      ...SEPARATORS,
      '"',
      '""',
      "'",
      '\n',
      '\r\n',
      '\r',
      '\u2028',
      'a',
      '1',
      'HYPERLINK("x")',
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const line = csvLine(cells);
        for (const separator of SEPARATORS) {
          expect(splitAt(line, separator).filter(isFormula)).toEqual([]);
          expect(readAt(line, separator).filter(isFormula)).toEqual([]);
        }
        const plain = (found: readonly string[]): string[] => found.map((cell) => cell.replaceAll("'", ''));
        expect(plain(readAt(line, ';'))).toEqual(plain(cells));
      }),
    );
  });
});
