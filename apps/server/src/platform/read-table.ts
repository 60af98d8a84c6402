import { Readable } from 'node:stream';
import { withoutInvisible } from '@endcap/contract/core';
import { CsvError, parse } from 'csv-parse';
import { createYield, mapInSlices } from './in-slices.ts';

/** `line` is the line of the file at which the row begins; 1 is the first. */
type TableRow = { line: number; cells: string[] };
type Table = { header: TableRow; rows: TableRow[] };
/** Reason why a text is no table; `line`: the line of the first error. */
type TableProblem = { problem: 'empty' | 'malformed'; line: number | null };

/** The first line that Excel writes and reads to name the separator. */
const SEPARATOR_LINE = /^"?sep=([^\p{L}\p{N}"\n])"?[;,\t ]*(?:\n|$)/iu;
const SEPARATORS = [';', ',', '\t'] as const;
const separatorIn = (header: string): string =>
  SEPARATORS.toSorted((one, other) => header.split(other).length - header.split(one).length)[0] ?? ',';

const isBlank = (cell: string): boolean => withoutInvisible(cell).trim() === '';
const breaksIn = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

/** Bytes that are parsed before other work may run. */
const SLICE_BYTES = 32 * 1024;
function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) yield bytes.subarray(from, from + SLICE_BYTES);
}

type CsvRecord = { record: string[]; info: { lines: number } };
/**
 * Rows that are not blank, with the line at which each begins; csv-parse reports the line at which it ends. `before` counts the lines
 * above.
 */
const rowsIn = async (text: string, delimiter: string, before: number): Promise<TableRow[]> => {
  const parser = parse({ delimiter, recordDelimiter: '\n', relaxColumnCount: true, info: true });
  const records: AsyncIterable<CsvRecord> = Readable.from(slicesOf(Buffer.from(text))).pipe(parser);
  const yieldIfDue = createYield();
  const rows: TableRow[] = [];
  for await (const { record, info } of records) {
    if (!record.every(isBlank)) rows.push({ line: before + info.lines - breaksIn(record), cells: record });
    await yieldIfDue();
  }
  return rows;
};

/** Removes columns that have neither a name nor a value in any row. */
const withoutEmptyColumns = async ({ header, rows }: Table): Promise<Table> => {
  const isNamed = header.cells.map((cell) => !isBlank(cell));
  const filled = new Set<number>();
  await mapInSlices(rows, ({ cells }) => {
    for (const [at, cell] of cells.entries()) if (!isNamed[at] && !isBlank(cell)) filled.add(at);
  });
  const filledCells = ({ line, cells }: TableRow): TableRow => ({ line, cells: cells.filter((_, at) => isNamed[at] || filled.has(at)) });
  return { header: filledCells(header), rows: await mapInSlices(rows, filledCells) };
};

/**
 * Reads a table of cells between commas, semicolons or tabs, with a header. It reads what spreadsheets leave behind as well: a first
 * line that names the separator (`sep=;`), empty rows, columns without name and values, and line breaks of any kind. Other work of the
 * process runs in between.
 */
export const readTable = async (source: string): Promise<Table | TableProblem> => {
  const text = source.replaceAll(/\r\n?/g, '\n');
  const [named = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(named.length);
  let rows: TableRow[];
  try {
    rows = await rowsIn(table, separator ?? separatorIn(table.replace(/^\n+/, '').split('\n', 1)[0] ?? ''), named === '' ? 0 : 1);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines']);
    return { problem: 'malformed', line: line ? line + (named === '' ? 0 : 1) : null };
  }
  const [header, ...body] = rows;
  return header ? withoutEmptyColumns({ header, rows: body }) : { problem: 'empty', line: null };
};
