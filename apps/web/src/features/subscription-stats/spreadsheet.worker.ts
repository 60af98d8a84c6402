import type { StoreSubscription } from '@endcap/contract/stores';
import { type ExportFormat, toSpreadsheet } from './export-spreadsheet.ts';

/** Message from the page to the worker. The worker replies with the file, or null on failure. */
export type SpreadsheetJob = { rows: readonly StoreSubscription[]; format: ExportFormat };

addEventListener('message', ({ data: { rows, format } }: MessageEvent<SpreadsheetJob>) => {
  toSpreadsheet(rows, format).then(
    (bytes) => postMessage(bytes, { transfer: [bytes] }),
    () => postMessage(null),
  );
});
