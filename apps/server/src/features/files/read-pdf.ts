import { extractText, getDocumentProxy } from 'unpdf';

/** Why a pdf cannot be opened. */
type PdfProblem = 'protected' | 'damaged';
export type PdfPages = { pages: number } | { problem: PdfProblem };
/** Pages, and UTF-16 units of text, that are read at most. */
export type TextLimits = { maxPages: number; maxLength: number };
export type PdfText = { text: string } | { problem: PdfProblem | 'noText' | 'tooManyPages' | 'tooLong' };

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Pages of a long document that are looked for, spread evenly. */
const PAGES_LOOKED_FOR = 100;

const problemOf = (error: unknown): PdfProblem => (error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'damaged');

/** A reader begins at the end of a pdf. A file without its end was cut off, whatever a tolerant reader can still show of it. */
const hasEnd = (bytes: Buffer): boolean => bytes.lastIndexOf('startxref') >= 0 || bytes.lastIndexOf('%%EOF') >= 0;

/** Opens a pdf whose pages are all there, as far as they are looked for. Throws on any other. */
const openPdf = async (bytes: Buffer): Promise<Document> => {
  if (!hasEnd(bytes)) throw new Error('The end is missing');
  const document = await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (document.numPages < 1) throw new Error('There are no pages');
  const step = Math.ceil(document.numPages / PAGES_LOOKED_FOR);
  for (let page = document.numPages; page >= 1; page -= step) await document.getPage(page);
  return document;
};

/** How many pages a pdf has, or why it cannot be opened (E-24). */
export const countPages = async (bytes: Buffer): Promise<PdfPages> => {
  try {
    const document = await openPdf(bytes);
    const pages = document.numPages;
    await document.loadingTask.destroy();
    return { pages };
  } catch (error) {
    return { problem: problemOf(error) };
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
  } catch (error) {
    return { problem: problemOf(error) };
  }
};
