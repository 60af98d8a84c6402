import type { ImportProblem, ImportReport, ImportWarning } from '@endcap/contract/imports';

const words: Record<string, string> = {
  notUtf8: 'is not UTF-8; if that reads right, add --encoding windows-1250, or save the file as UTF-8',
  isUtf8: 'the file is UTF-8, not Windows-1250: leave --encoding out',
  notWindows1250: 'the file is not Windows-1250',
  empty: 'the file holds no rows',
  malformed: 'is not well-formed CSV (a quotation mark that is not closed?)',
  notList: 'the file is not a list',
  notObject: 'is not an object',
  tooManyRows: 'has too many rows',
  unknownColumn: 'is a column that is not known',
  missingColumn: 'is a column that is missing',
  duplicateColumn: 'is a column that occurs twice',
  columnCount: 'has another number of columns than the header',
  required: 'must not be empty',
  duplicate: 'occurs twice in the file',
  ambiguous: 'is the number of more than one store here',
  notNumber: 'is not a number',
  notInteger: 'is not a whole number',
  outOfRange: 'is out of range',
  tooLong: 'is too long',
  notSlug: 'may hold only a to z, digits and hyphens',
  swapped: 'lie in Poland when latitude and longitude are swapped',
  outsidePoland: 'lie outside Poland',
  mostlySwapped: 'stores have latitude and longitude swapped',
  unknown: 'is not one of the values that are possible',
  invalid: 'is not valid',
};

const problemLine = ({ line, column, code, value }: ImportProblem | ImportWarning): string =>
  `  ${line === null ? 'file' : `line ${line}`}${column ? `, ${column}` : ''}: ${value === null ? '' : `“${value}” `}${words[code] ?? code}`;

const listed = (what: string, count: number, lines: readonly (ImportProblem | ImportWarning)[]): string[] => {
  if (count === 0) return [];
  const rest = count > lines.length ? [`  … and ${count - lines.length} more`] : [];
  return [`${count} ${what}${count === 1 ? '' : 's'}:`, ...lines.map(problemLine), ...rest];
};

const shown = (value: unknown): string => (value === null || value === undefined ? '–' : JSON.stringify(value));

/** The report in words, changes first, with what to do next. */
export const reportText = (report: ImportReport, path: string): string => {
  const { created, updated, unchanged, removed, rows, problemCount, problems, changes } = report;
  const changed = created + updated + removed;
  const lines = [
    `${path}: ${rows} rows; ${created} new, ${updated} changed, ${unchanged} as they are${removed ? `, ${removed} removed` : ''}`,
  ];
  for (const { key, change, fields } of changes) {
    const sign = { create: '+', update: '~', remove: '-' }[change];
    const details = Object.entries(fields as Record<string, [unknown, unknown]>).map(([field, [before, after]]) =>
      change === 'update' ? `${field} ${shown(before)} → ${shown(after)}` : `${field} ${shown(change === 'remove' ? before : after)}`,
    );
    lines.push(`  ${sign} ${key}: ${details.join(', ')}`);
  }
  if (changed > changes.length) lines.push(`  … and ${changed - changes.length} more`);
  lines.push(...listed('warning', report.warningCount, report.warnings), ...listed('problem', problemCount, problems));
  if (report.imported) lines.push('Imported.');
  else lines.push(problemCount > 0 ? 'Nothing was imported.' : 'Dry run: nothing was imported.');
  return lines.join('\n');
};
