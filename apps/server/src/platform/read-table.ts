import { withoutInvisible } from '@endcap/contract/core';
import { CsvError, parse } from 'csv-parse/sync';

/** `line` is the line of the file at which the row begins; 1 is the first. */
type TableRow = { line: number; cells: string[] };
type Table = { header: TableRow; rows: TableRow[] };
/** Why a text is no table; `line` is where it stops being one. */
type TableProblem = { problem: 'empty' | 'malformed'; line: number | null };

/** The first line that Excel writes and reads to name the separator. */
const SEPARATOR_LINE = /^"?sep=([^\p{L}\p{N}"\n])"?[;,\t ]*(?:\n|$)/iu;
const SEPARATORS = [';', ',', '\t'] as const;
const separatorIn = (header: string): string =>
  SEPARATORS.toSorted((one, other) => header.split(other).length - header.split(one).length)[0] ?? ',';

const isBlank = (cell: string): boolean => withoutInvisible(cell).trim() === '';
const breaksIn = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

type CsvRecord = { record: string[]; info: { lines: number } };
/** Rows with the line at which each begins; csv-parse reports the line at which it ends. `before` counts the lines above. */
const rowsIn = (text: string, delimiter: string, before: number): TableRow[] => {
  const records = parse(text, { delimiter, recordDelimiter: '\n', relaxColumnCount: true, info: true }) as never as CsvRecord[];
  return records.map(({ record, info }) => ({ line: before + info.lines - breaksIn(record), cells: record }));
};

/** Removes columns that have neither a name nor a value in any row. */
const withoutEmptyColumns = ({ header, rows }: Table): Table => {
  const isNamed = header.cells.map((cell) => !isBlank(cell));
  const filled = new Set<number>();
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (!isNamed[at] && !isBlank(cell)) filled.add(at);
  const kept = ({ line, cells }: TableRow): TableRow => ({ line, cells: cells.filter((_, at) => isNamed[at] || filled.has(at)) });
  return { header: kept(header), rows: rows.map(kept) };
};

/**
 * Reads a table of cells between commas, semicolons or tabs, with a header. It reads what spreadsheets leave behind as well: a first
 * line that names the separator (`sep=;`), empty rows, columns without name and values, and line breaks of any kind.
 */
export const readTable = (source: string): Table | TableProblem => {
  const text = source.replaceAll(/\r\n?/g, '\n');
  const [named = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(named.length);
  let rows: TableRow[];
  try {
    rows = rowsIn(table, separator ?? separatorIn(table.replace(/^\n+/, '').split('\n', 1)[0] ?? ''), named === '' ? 0 : 1);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines']);
    return { problem: 'malformed', line: line ? line + (named === '' ? 0 : 1) : null };
  }
  const [header, ...body] = rows.filter(({ cells }) => !cells.every(isBlank));
  return header ? withoutEmptyColumns({ header, rows: body }) : { problem: 'empty', line: null };
};
