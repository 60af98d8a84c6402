import type { SpreadsheetJob } from './spreadsheet.worker.ts';

/** Builds the file in a web worker, so that the page stays responsive with any number of rows (X03). */
export const makeSpreadsheet = async (job: SpreadsheetJob): Promise<ArrayBuffer> => {
  const worker = new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<ArrayBuffer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ArrayBuffer | null>) =>
        data ? resolve(data) : reject(new Error('The file could not be made'));
      worker.onerror = () => reject(new Error('The worker could not start'));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a worker's has none
      worker.postMessage(job);
    });
  } finally {
    worker.terminate();
  }
};
