import type { StoreSubscription } from '@endcap/contract/stores';
import { type ExportFormat, toSpreadsheet } from './export-spreadsheet.ts';

/** What the page asks of the worker; the answer is the file, or null when it could not be made. */
export type SpreadsheetJob = { rows: readonly StoreSubscription[]; format: ExportFormat };

addEventListener('message', ({ data: { rows, format } }: MessageEvent<SpreadsheetJob>) => {
  toSpreadsheet(rows, format).then(
    (bytes) => postMessage(bytes, { transfer: [bytes] }),
    () => postMessage(null),
  );
});
