import { extractText, getDocumentProxy } from 'unpdf';

/** Why a pdf cannot be opened. */
type PdfProblem = 'protected' | 'damaged';
export type PdfPages = { pages: number } | { problem: PdfProblem };
/** Most pages, and most UTF-16 units of text, of a readable pdf. */
export type TextLimits = { maxPages: number; maxLength: number };
export type PdfText = { text: string } | { problem: PdfProblem | 'noText' | 'tooManyPages' | 'tooLong' };

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Pages of a long document that are loaded as a check, spread evenly. */
const PAGES_CHECKED = 100;

const problemOf = (error: unknown): PdfProblem => (error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'damaged');

/** Pdf readers start at the end of a file. A file without its end was cut off, even if a tolerant reader can show a part of it. */
const hasEnd = (bytes: Buffer): boolean => bytes.lastIndexOf('startxref') >= 0 || bytes.lastIndexOf('%%EOF') >= 0;

/** Opens a pdf, loads some of its pages, and passes it to `work`. Throws if it is damaged or one of these pages is missing. */
const withPdf = async <R>(bytes: Buffer, work: (document: Document) => R | Promise<R>): Promise<R> => {
  if (!hasEnd(bytes)) throw new Error('The end is missing');
  const document = await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    if (document.numPages < 1) throw new Error('There are no pages');
    const step = Math.ceil(document.numPages / PAGES_CHECKED);
    for (let page = document.numPages; page >= 1; page -= step) await document.getPage(page);
    return await work(document);
  } finally {
    // The process reads other files after this one.
    await document.loadingTask.destroy();
  }
};

/** Counts the pages of a pdf, or returns why it cannot be opened (E-24). */
export const countPages = async (bytes: Buffer): Promise<PdfPages> => {
  try {
    return await withPdf(bytes, ({ numPages }) => ({ pages: numPages }));
  } catch (error) {
    return { problem: problemOf(error) };
  }
};

/** Returns the text layer of a pdf, or why it has none (U23). */
export const readPdfText = async (bytes: Buffer, { maxPages, maxLength }: TextLimits): Promise<PdfText> => {
  try {
    const text = await withPdf(bytes, async (document) =>
      document.numPages > maxPages ? null : (await extractText(document, { mergePages: false })).text,
    );
    if (text === null) return { problem: 'tooManyPages' };
    const whole = text
      .map((page) => page.trim())
      .join('\n\n')
      .trim();
    if (whole.length > maxLength) return { problem: 'tooLong' };
    return whole === '' ? { problem: 'noText' } : { text: whole };
  } catch (error) {
    return { problem: problemOf(error) };
  }
};
