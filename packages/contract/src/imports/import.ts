import { z } from 'zod';
import { fieldProblemCodes, route } from '../core/index.ts';
import { locationDoubts } from '../stores/index.ts';

/** Largest file that an import takes, bytes. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
/** Rows of one file. */
export const IMPORT_MAX_ROWS = 100_000;
/** So many problems, warnings and changes are listed; the rest is counted. */
export const IMPORT_LISTED = 200;

export const importKinds = ['segments', 'thresholds', 'stores'] as const;
export type ImportKind = (typeof importKinds)[number];
export const importEncodings = ['utf-8', 'windows-1250'] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/** Problems of a file, or of a line as a whole; problems of a value have the codes of fields. */
const importProblemCodes = [
  ...fieldProblemCodes,
  'notUtf8',
  'isUtf8',
  'notWindows1250',
  'malformed',
  'notList',
  'notObject',
  'columnCount',
  'missingColumn',
  'unknownColumn',
  'duplicateColumn',
  'duplicate',
  'ambiguous',
  'mostlySwapped',
  'tooManyRows',
] as const;
export type ImportProblemCode = (typeof importProblemCodes)[number];

/** A problem in a file: the line (from 1; null: the whole file), the column, a code and the value as read. */
export const ImportProblem = z.object({
  line: z.number().int().nullable(),
  column: z.string().nullable(),
  code: z.enum(importProblemCodes),
  value: z.string().nullable(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** A possible problem of a line, which is imported nevertheless. */
export const ImportWarning = ImportProblem.extend({ code: z.enum(locationDoubts) });
export type ImportWarning = z.infer<typeof ImportWarning>;

/** Result of a dry run or an import. Nothing is imported while `problemCount` is above zero. */
export const ImportReport = z.object({
  kind: z.enum(importKinds),
  dryRun: z.boolean(),
  imported: z.boolean(),
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** Entries that the list no longer contains. Stores are never removed by an import. */
  removed: z.number().int(),
  problemCount: z.number().int(),
  problems: z.array(ImportProblem),
  warningCount: z.number().int(),
  warnings: z.array(ImportWarning),
  /** The first changes, field by field as `[before, after]`. */
  changes: z.array(
    z.object({ key: z.string(), change: z.enum(['create', 'update', 'remove']), fields: z.record(z.string(), z.unknown()) }),
  ),
});
export type ImportReport = z.infer<typeof ImportReport>;

const importRoute = <const P extends `/${string}`>(path: P, summary: string) =>
  route({
    method: 'PUT',
    path,
    summary,
    access: 'service',
    query: z.object({ dryRun: z.stringbool().default(false), encoding: z.enum(importEncodings).default('utf-8') }),
    reply: ImportReport,
    fileBytes: IMPORT_MAX_BYTES,
    refuses: ['too_many_requests'],
  });

/** The whole list as JSON or CSV; `dryRun=true` only reports. With problems the answer is 422 and the same report. */
export const importRoutes = {
  segments: importRoute('/api/v1/import/segments', 'Replace the list of segments (column name)'),
  thresholds: importRoute('/api/v1/import/thresholds', 'Replace the promo thresholds (columns promoId, id, threshold)'),
  stores: importRoute('/api/v1/import/stores', 'Make and change stores by storeNo; those not in the file stay as they are'),
};
