// Reads the text of a pdf apart from the process that answers: a malicious file can only stop this thread.
import { parentPort, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';
import type { PdfText } from './extract-pdf.ts';

const { bytes, maxPages } = workerData as { bytes: Uint8Array; maxPages: number };

const read = async (): Promise<PdfText> => {
  const document = await getDocumentProxy(bytes);
  if (document.numPages > maxPages) return { problem: 'tooManyPages' };
  const { text } = await extractText(document, { mergePages: false });
  const whole = text
    .map((page) => page.trim())
    .join('\n\n')
    .trim();
  return whole === '' ? { problem: 'noText' } : { text: whole };
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(await read().catch((): PdfText => ({ problem: 'unreadable' })));
