import { cleanText } from '@endcap/contract/core';
import type { CellObject } from '@e965/xlsx';
import type { StoreSubscription } from '@endcap/contract/stores';
import { withMimetypeFirst } from './opendocument.ts';

/** §9 */
export const exportFormats = ['xlsx', 'ods'] as const;
export type ExportFormat = (typeof exportFormats)[number];
const SHEET_NAME = 'Notification Subs';
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const exportColumns = ['storeNo', 'name', 'address', 'main', 'notifications'] as const;

/** Returns `results_YYYY-MM-DD_HH-mm-ss.xlsx` in Warsaw time, without characters that Windows rejects. */
export const exportName = (format: ExportFormat, now: Date): string => {
  const time = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Warsaw', dateStyle: 'short', timeStyle: 'medium' }).format(now);
  return `results_${time.replace(' ', '_').replaceAll(':', '-')}.${format}`;
};

const TEXT_FORMAT = '@';
/** Number of that format in every workbook (ECMA-376, 18.8.30). */
const TEXT_FORMAT_ID = 49;
/** Marks the style of text cells as quoted, so that text stays text after an edit. The library writes no such mark (X04). */
const quoteText = (styles: Uint8Array | number[]): Uint8Array =>
  new TextEncoder().encode(
    new TextDecoder().decode(Uint8Array.from(styles)).replace(new RegExp(`<xf numFmtId="${TEXT_FORMAT_ID}"`, 'g'), '$& quotePrefix="1"'),
  );

/** The sheet as a file: numbers are number cells, everything else is text, even if it resembles a formula (NOTIF-STATS-13, 14, 18, 19). */
export const toSpreadsheet = async (rows: readonly StoreSubscription[], format: ExportFormat): Promise<ArrayBuffer> => {
  const { CFB, utils, write } = await import('@e965/xlsx');
  const cells = rows.map((row) => exportColumns.map((column) => (typeof row[column] === 'string' ? cleanText(row[column]) : row[column])));
  const sheet = utils.aoa_to_sheet([[...exportColumns], ...cells]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, SHEET_NAME);
  const bytesOf = (): ArrayBuffer => write(book, { bookType: format, type: 'array', compression: format === 'ods' });
  if (format === 'ods') return withMimetypeFirst(new Uint8Array(bytesOf()), ODS_TYPE);
  for (const cell of Object.values(sheet) as CellObject[]) if (cell.t === 's') cell.z = TEXT_FORMAT;
  const container = CFB.read(new Uint8Array(bytesOf()), { type: 'array' });
  const styles = CFB.find(container, '/xl/styles.xml');
  if (!styles) throw new Error('The file has no styles');
  styles.content = quoteText(styles.content);
  return new Uint8Array(CFB.write(container, { fileType: 'zip', type: 'array', compression: true })).buffer;
};
