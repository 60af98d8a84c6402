import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { turnsDuring } from '../../test/turns-during.ts';
import { readTable } from './read-table.ts';

const cellsIn = async (text: string): Promise<string[][]> => {
  const table = await readTable(text);
  if ('problem' in table) throw new Error(table.problem);
  return [table.header, ...table.rows].map(({ cells }) => cells);
};
const linesIn = async (text: string): Promise<number[]> => {
  const table = await readTable(text);
  return 'problem' in table ? [] : [table.header, ...table.rows].map(({ line }) => line);
};

describe('a table in a text', { tags: ['E-22'] }, () => {
  const plain = [
    ['no', 'name'],
    ['1', 'a'],
    ['2', 'b, c'],
  ];
  test.each([
    ['commas', 'no,name\n1,a\n2,"b, c"\n'],
    ['semicolons', 'no;name\n1;a\n2;b, c\n'],
    ['tabs', 'no\tname\n1\ta\n2\tb, c\n'],
    ['a line that names the separator', 'sep=;\r\nno;name\r\n1;a\r\n2;b, c'],
    ['such a line in quotes, with empty cells', '"sep=|";;\nno|name\n1|a\n2|b, c\n'],
    ['such a line with a tab', 'SEP=\t\nno\tname\n1\ta\n2\tb, c\n'],
    ['line breaks of old Macs', 'no;name\r1;a\r2;b, c\r'],
    ['line breaks of several kinds', 'no;name\r\n1;a\n2;b, c\r\r\n'],
    ['empty columns at the end', 'no;name;;\n1;a;;\n2;b, c; ;\u200b\n'],
    ['empty columns that not every row has', 'no;name;;\n1;a\n2;b, c;;\n'],
    ['more empty cells than the header has', 'no;name\n1;a;;\n2;b, c\n'],
    ['empty columns elsewhere', ';no;;name\n;1;;a\n;2;;b, c\n'],
    ['empty rows', '\n;;\nno;name\n\n1;a\n;;\n2;b, c\n;;\n \n'],
  ])('is read with %s', async (_what, text) => expect(await cellsIn(text)).toEqual(plain));
  test('keeps a column without a name that has a value, and rows of another length', async () => {
    expect(await cellsIn('no;;\n1;;x\n2')).toEqual([['no', ''], ['1', 'x'], ['2']]);
  });
  test('names the lines of the file', async () => {
    expect(await linesIn('no,name\n1,"a\nb\n"\n\n,\n2,c\n3,d')).toEqual([1, 2, 7, 8]);
    expect(await linesIn('sep=,\r\n\r\nno,name\r\n1,"a\r\nb"\r\n2,c')).toEqual([3, 4, 6]);
    expect(await readTable('sep=;\nno;name\n1;"a\n')).toEqual({ problem: 'malformed', line: 3 });
  });
  test.each(['', '\n\n', 'sep=;', 'sep=;\n;;\n'])('is missing from %j', async (text) =>
    expect(await readTable(text)).toEqual({ problem: 'empty', line: null }),
  );
  test('is read the same with quotes, any line ends, and empty columns or rows after it', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', 'ż', ' ', ';', ',', '"', '\n', '='), maxLength: 5 });
    const row = fc.array(cell, { minLength: 3, maxLength: 3 }).map(([first = '', ...others]) => [`x${first}`, ...others]);
    const written = (rows: readonly string[][], end: string, after: string): string =>
      rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';') + after + end).join('');
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.nat(2),
        async (rows, end, columns) => {
          const table = [['a', 'b', 'c'], ...rows];
          const text = `sep=;${end}${written(table, end, ';'.repeat(columns))}${`;;;${end}`.repeat(columns)}`;
          expect(await cellsIn(text)).toEqual(table);
        },
      ),
    );
  });
  test('is read in slices while other work runs, even if a slice ends within a character', { tags: ['E-28'] }, async () => {
    const row = (n: number): string[] => [String(n), `Żabka 🛒 "${n}"`, `ul. Źdźbła ${n};\nŁódź`];
    const rows = Array.from({ length: 20_000 }, (_, n) => row(n));
    const text = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\r\n');
    const { result, turns } = await turnsDuring(() => readTable(`no;name;address\r\n${text}`));
    expect(result).toEqual({
      header: { line: 1, cells: ['no', 'name', 'address'] },
      rows: rows.map((cells, n) => ({ line: 2 + 2 * n, cells })),
    });
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});
