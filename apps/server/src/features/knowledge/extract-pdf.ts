import { runApart } from '../../platform/run-apart.ts';

export type PdfText = { text: string } | { problem: 'noText' | 'tooManyPages' | 'unreadable' | 'tooSlow' };

const WITHIN_MS = 30_000;
const MEMORY_MB = 512;

/** The text layer of a pdf, or why there is none; within limits of pages, time and memory (U23). */
export const extractPdf = async (bytes: Uint8Array, maxPages: number): Promise<PdfText> => {
  const module = new URL('extract-pdf.worker.ts', import.meta.url);
  const read = await runApart<PdfText>(module, { bytes, maxPages }, { withinMs: WITHIN_MS, memoryMb: MEMORY_MB });
  if (read === 'late') return { problem: 'tooSlow' };
  return read === 'broken' ? { problem: 'unreadable' } : read;
};
