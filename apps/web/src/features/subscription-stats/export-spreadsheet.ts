import { cleanText } from '@endcap/contract/core';
import type { StoreSubscription } from '@endcap/contract/stores';

/** §9 */
export const exportFormats = ['xlsx', 'ods'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const SHEET_NAME = 'Notification Subs';
export const exportColumns = ['storeNo', 'name', 'address', 'main', 'notifications'] as const;

/** `results_YYYY-MM-DD_HH-mm-ss.xlsx`, Warsaw time, without signs that Windows refuses. */
export const exportName = (format: ExportFormat, now: Date): string => {
  const time = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Warsaw', dateStyle: 'short', timeStyle: 'medium' }).format(now);
  return `results_${time.replace(' ', '_').replaceAll(':', '-')}.${format}`;
};

/** The sheet as a file: numbers are number cells, everything else is text, also what looks like a formula (NOTIF-STATS-13, 14, 18, 19). */
export const toSpreadsheet = async (rows: readonly StoreSubscription[], format: ExportFormat): Promise<ArrayBuffer> => {
  const { utils, write } = await import('@e965/xlsx');
  const cells = rows.map((row) => exportColumns.map((column) => (typeof row[column] === 'string' ? cleanText(row[column]) : row[column])));
  const sheet = utils.aoa_to_sheet([[...exportColumns], ...cells]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, SHEET_NAME);
  return write(book, { bookType: format, type: 'array', compression: true }) as ArrayBuffer;
};

/** Hands a file to the browser's downloads. */
export const download = (bytes: ArrayBuffer, name: string): void => {
  const url = URL.createObjectURL(new Blob([bytes]));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
