import { Worker } from 'node:worker_threads';

export type PdfText = { text: string } | { problem: 'noText' | 'tooManyPages' | 'unreadable' | 'tooSlow' };

const WITHIN_MS = 30_000;
const MEMORY_MB = 512;

/** The text layer of a pdf, or why there is none; within limits of pages, time and memory (U23). */
export const extractPdf = (bytes: Uint8Array, maxPages: number): Promise<PdfText> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('extract-pdf.worker.ts', import.meta.url), {
      workerData: { bytes, maxPages },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      // What the library has to say of broken files concerns nobody.
      stdout: true,
      stderr: true,
    });
    const end = (result: PdfText): void => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ problem: 'tooSlow' }), WITHIN_MS);
    worker.once('message', end);
    worker.once('error', () => end({ problem: 'unreadable' }));
    worker.once('exit', () => end({ problem: 'unreadable' }));
  });
