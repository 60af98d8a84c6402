import { extractText, getDocumentProxy } from 'unpdf';

export type PdfPages = { pages: number } | { problem: 'unreadable' };
/** Pages, and UTF-16 units of text, that are read at most. */
export type TextLimits = { maxPages: number; maxLength: number };
export type PdfText = { text: string } | { problem: 'unreadable' | 'noText' | 'tooManyPages' | 'tooLong' };

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

const openPdf = (bytes: Buffer): Promise<Document> => getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** How many pages a pdf has, or that it cannot be opened. */
export const countPages = async (bytes: Buffer): Promise<PdfPages> => {
  try {
    const document = await openPdf(bytes);
    const pages = document.numPages;
    await document.loadingTask.destroy();
    return { pages };
  } catch {
    return { problem: 'unreadable' };
  }
};

/** The text layer of a pdf, or why there is none (U23). */
export const readPdfText = async (bytes: Buffer, { maxPages, maxLength }: TextLimits): Promise<PdfText> => {
  try {
    const document = await openPdf(bytes);
    if (document.numPages > maxPages) return { problem: 'tooManyPages' };
    const { text } = await extractText(document, { mergePages: false });
    await document.loadingTask.destroy();
    const whole = text
      .map((page) => page.trim())
      .join('\n\n')
      .trim();
    if (whole.length > maxLength) return { problem: 'tooLong' };
    return whole === '' ? { problem: 'noText' } : { text: whole };
  } catch {
    return { problem: 'unreadable' };
  }
};
