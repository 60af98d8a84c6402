import { type FieldCodes, fieldCodes } from '@endcap/contract/core';
import type { ImportProblem, ImportReport, ImportWarning } from '@endcap/contract/imports';
import type { z } from 'zod';
import type { Db } from '../../tables.ts';
import type { Mark } from '../entities/index.ts';
import type { ImportColumns, ImportRow } from './read-file.ts';

export type PlannedChange = ImportReport['changes'][number];
/** The changes an import would make, computed without writing. */
type Plan = {
  changes: PlannedChange[];
  unchanged: number;
  problems: ImportProblem[];
  warnings?: ImportWarning[];
  apply: (db: Db, mark: Mark) => Promise<void>;
};

export type Importer = {
  columns: ImportColumns;
  /** Checks each row by itself, without the database, and returns what compares all of them with the stored list. */
  check: (rows: readonly ImportRow[]) => Promise<(trx: Db) => Promise<Plan>>;
};

/** The text of a value, for a report; values from JSON may be of any type. */
const shown = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200);
};

/** Returns the problems of a row's fields. */
export const problemsAt = ({ line, values }: ImportRow, fields: FieldCodes): ImportProblem[] =>
  Object.entries(fields).flatMap(([column, codes]) => codes.map((code) => ({ line, column, code, value: shown(values[column]) })));

/** Parses a row; on errors, adds its problems and returns null. */
export const parsedRow = <T>(schema: z.ZodType<T>, row: ImportRow, problems: ImportProblem[]): T | null => {
  const result = schema.safeParse(row.values);
  if (result.success) return result.data;
  problems.push(...problemsAt(row, fieldCodes(result.error)));
  return null;
};

/** Maps rows by key. A repeated key is a problem of the later line. Rejected rows are null. */
export const byKey = <T>(
  rows: readonly ({ line: number; key: string; row: T } | null)[],
  column: string,
  problems: ImportProblem[],
): Map<string, T> => {
  const found = new Map<string, T>();
  for (const row of rows) {
    if (row === null) continue;
    if (found.has(row.key)) problems.push({ line: row.line, column, code: 'duplicate', value: row.key });
    else found.set(row.key, row.row);
  }
  return found;
};
