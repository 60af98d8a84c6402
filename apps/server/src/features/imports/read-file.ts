import { isUtf8 } from 'node:buffer';
import { withoutInvisible } from '@endcap/contract/core';
import { IMPORT_MAX_ROWS, type ImportEncoding, type ImportProblem, type ImportProblemCode } from '@endcap/contract/imports';
import { createYield, mapInSlices } from '../../platform/in-slices.ts';
import { readTable } from '../../platform/read-table.ts';
import { decodedAs, readText } from '../../platform/read-text.ts';

/** One row with the line it starts at (1 is the file's first). In a CSV all values are text. */
export type ImportRow = { line: number; values: Record<string, unknown> };
/** The columns that a file may have. `ignored` ones are derived by us and occur in exports that are imported again. */
export type ImportColumns = { required: readonly string[]; optional: readonly string[]; ignored: readonly string[] };
/** `columnsFit`: the columns are valid, so that rows can be checked one by one. */
export type ReadFile = { rows: ImportRow[]; problems: ImportProblem[]; columnsFit: boolean };

const refused = (code: ImportProblemCode, facts: Partial<ImportProblem> = {}): ReadFile => ({
  rows: [],
  problems: [{ line: null, column: null, value: null, ...facts, code }],
  columnsFit: false,
});

const SHOWN = 200;
const LINE_BREAK = 0x0a;

/** Returns the first line that is not UTF-8, with its number; the last line if all are UTF-8. */
const firstNotUtf8 = async (file: Buffer): Promise<{ line: number; bytes: Buffer }> => {
  const yieldIfDue = createYield();
  let from = 0;
  for (let line = 1; ; line += 1) {
    const end = file.indexOf(LINE_BREAK, from);
    const bytes = file.subarray(from, end < 0 ? file.length : end);
    if (end < 0 || !isUtf8(bytes)) return { line, bytes };
    from = end + 1;
    await yieldIfDue();
  }
};

/** Returns the text of a file. Refuses a wrong encoding with the first line that proves it, decoded in the other encoding. */
const textOf = async (file: Buffer, encoding: ImportEncoding): Promise<string | ReadFile> => {
  const text = readText(file, [encoding]);
  if (encoding === 'utf-8' && text === null) {
    const { line, bytes } = await firstNotUtf8(file);
    return refused('notUtf8', { line, value: (decodedAs(bytes, 'windows-1250') ?? '').trim().slice(0, SHOWN) });
  }
  // Polish letters that are valid UTF-8 are no coincidence.
  const asUtf8 = encoding === 'windows-1250' ? decodedAs(file, 'utf-8') : null;
  if (asUtf8 !== null && asUtf8.length < file.length) return refused('isUtf8');
  return text ?? refused('notWindows1250');
};

type Header = { names: (string | null)[]; problems: ImportProblem[] };

/** Returns column names in our spelling; null for ignored ones. `line` is the line of the names. */
const headerOf = (headers: readonly string[], { required, optional, ignored }: ImportColumns, line: number | null): Header => {
  const columnNames = new Map([...required, ...optional, ...ignored].map((name) => [name.toLowerCase(), name]));
  const problems: ImportProblem[] = [];
  const seen = new Set<string>();
  const names = headers.map((column) => {
    const shown = withoutInvisible(column).trim();
    const name = columnNames.get(shown.toLowerCase());
    const code = name === undefined ? 'unknownColumn' : seen.has(name) ? 'duplicateColumn' : null;
    if (code) problems.push({ line, column: shown.slice(0, SHOWN), code, value: null });
    if (name) seen.add(name);
    return name === undefined || ignored.includes(name) ? null : name;
  });
  for (const name of required) if (!seen.has(name)) problems.push({ line, column: name, code: 'missingColumn', value: null });
  return { names, problems };
};

/** Returns the values of a row by our column names. Drops unknown columns. */
const underOurNames = (cells: readonly (readonly [name: string | null | undefined, value: unknown])[]): ImportRow['values'] =>
  Object.fromEntries(cells.flatMap(([name, value]) => (name ? [[name, value] as const] : [])));

const readCsv = async (text: string, columns: ImportColumns): Promise<ReadFile> => {
  const table = await readTable(text);
  if ('problem' in table) return refused(table.problem, { line: table.line });
  const { names, problems } = headerOf(table.header.cells, columns, table.header.line);
  const columnsFit = problems.length === 0;
  const rows = await mapInSlices(table.rows, ({ line, cells }) => {
    if (cells.length !== names.length) problems.push({ line, column: null, code: 'columnCount', value: String(cells.length) });
    return { line, values: underOurNames(names.map((name, at) => [name, cells[at] ?? ''])) };
  });
  return { rows, problems, columnsFit };
};

const readJson = async (value: unknown, columns: ImportColumns): Promise<ReadFile> => {
  if (!Array.isArray(value)) return refused('notList');
  const keys = new Set<string>();
  const problems: ImportProblem[] = [];
  const rawRows: ImportRow[] = [];
  await mapInSlices(value.entries(), ([at, row]: [number, unknown]) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      problems.push({ line: at + 1, column: null, code: 'notObject', value: null });
      return;
    }
    for (const name of Object.keys(row)) keys.add(name);
    rawRows.push({ line: at + 1, values: { ...row } });
  });
  const { names, problems: inHeader } = headerOf([...keys], columns, null);
  const ours = new Map([...keys].map((name, at) => [name, names[at]]));
  const rows = await mapInSlices(rawRows, ({ line, values }) => ({
    line,
    values: underOurNames(Object.entries(values).map(([name, its]) => [ours.get(name), its])),
  }));
  // Missing keys are found row by row; an empty list has none to find.
  const header = rows.length === 0 ? [] : inHeader;
  return { rows, problems: [...header, ...problems], columnsFit: header.length === 0 };
};

/** Reads a CSV file (with a header) or parsed JSON into rows, or returns its problems. Other work of the process runs in between. */
export const readFile = async (file: unknown, encoding: ImportEncoding, columns: ImportColumns): Promise<ReadFile> => {
  const text = Buffer.isBuffer(file) ? await textOf(file, encoding) : null;
  if (text !== null && typeof text !== 'string') return text;
  const read = text === null ? await readJson(file, columns) : await readCsv(text, columns);
  if (read.problems.length === 0 && read.rows.length === 0) return refused('empty');
  return read.rows.length > IMPORT_MAX_ROWS ? refused('tooManyRows', { value: String(read.rows.length) }) : read;
};
