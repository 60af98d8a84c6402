import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cleanText, fieldProblem, Problem } from '@endcap/contract/core';
import { CONTENT_MAX_LENGTH, DESCRIBED_BY, KNOWLEDGE_MAX_PAGES, knowledgeEndings } from '@endcap/contract/knowledge';
import { fileTypeFromBuffer } from 'file-type';
import { readText } from '../../platform/read-text.ts';
import { beforePdfHeader, readPdfText, type Received } from '../files/index.ts';

/** Endings of other text formats, which are rejected: their source differs from the displayed text (FILE-08). */
const otherText: ReadonlySet<string> = new Set(['rtf', 'ps', 'eps', 'xml', 'ics', 'vcf', 'vtt', 'reg', 'pgp']);

const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/;
/** The text of a file in UTF-8, UTF-16 or Windows-1250; null when the bytes are no text (A-63, U23). */
const plainText = (bytes: Uint8Array): string | null => {
  const text = readText(bytes, ['utf-8', 'windows-1250']);
  return text === null || CONTROL.test(text) ? null : text;
};

/** The text of a pdf is longer than the stored text, from which blanks are removed. */
const PDF_LIMITS = { maxPages: KNOWLEDGE_MAX_PAGES, maxLength: 4 * CONTENT_MAX_LENGTH };

const wrongType = (): Problem => new Problem('unsupported_type', 'Only pdf, plain text and markdown files');

const pdfText = async ({ path, signal }: Received): Promise<string> => {
  const read = await readPdfText({ open: () => createReadStream(path), signal }, PDF_LIMITS);
  if ('problem' in read) throw fieldProblem('file', read.problem);
  return read.text;
};

const textOf = async (file: Received): Promise<string> => {
  const bytes = await readFile(file.path);
  const beforeHeader = beforePdfHeader(bytes);
  if (beforeHeader === 0) return pdfText(file);
  const text = plainText(bytes);
  // A text may mention the header of a pdf.
  if (text === null && beforeHeader !== null) return pdfText(file);
  const isOther = text !== null && otherText.has((await fileTypeFromBuffer(bytes))?.ext ?? '');
  if (text === null || isOther) throw wrongType();
  return text;
};

/**
 * Creates a knowledge item from an uploaded file: its text, named after the file and described by the beginning of the text (A-63,
 * KNOW-LIST-16).
 */
export const knowledgeOf = async (file: Received) => {
  const { bytes, name: filename } = file;
  const ending = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  if (!knowledgeEndings.some((known) => known === ending)) throw wrongType();
  if (bytes === 0) throw fieldProblem('file', 'empty');
  const content = cleanText(await textOf(file));
  if (content === '') throw fieldProblem('file', 'noText');
  if (content.length > CONTENT_MAX_LENGTH) throw fieldProblem('file', 'tooLong');
  const name = cleanText(filename.slice(0, -(ending.length + 1))) || filename;
  const description = content.replace(/\s+/g, ' ').slice(0, DESCRIBED_BY).toWellFormed().trim();
  return { filename, draft: { name, description, content, validityStart: null, validityEnd: null } };
};
