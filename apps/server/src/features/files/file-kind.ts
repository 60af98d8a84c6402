import { open } from 'node:fs/promises';

export type FileKind = 'jpg' | 'png' | 'gif' | 'bmp' | 'pdf';

const signatures: readonly [FileKind, Buffer][] = [
  ['jpg', Buffer.from('ffd8ff', 'hex')],
  ['png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['gif', Buffer.from('GIF8')],
  ['bmp', Buffer.from('BM')],
];
const PDF_HEADER = '%PDF-';
/** Viewers accept a pdf whose header follows other bytes, as some scanners write it, within this distance. */
const PDF_HEADER_WITHIN = 1_024;

/** Returns the number of bytes before the header of a pdf, or null if there is no header. */
export const beforePdfHeader = (bytes: Buffer): number | null => {
  const at = bytes.subarray(0, PDF_HEADER_WITHIN + PDF_HEADER.length).indexOf(PDF_HEADER);
  return at < 0 ? null : at;
};

/** The kind of a file by its first bytes, never by its name (FILE-09). Whether the rest can be read shows when it is parsed. */
export const fileKind = async (path: string): Promise<FileKind | undefined> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_HEADER_WITHIN + PDF_HEADER.length), 0);
    const beginning = buffer.subarray(0, bytesRead);
    const [kind] = signatures.find(([, signature]) => beginning.indexOf(signature) === 0) ?? [];
    return kind ?? (beforePdfHeader(beginning) === null ? undefined : 'pdf');
  } finally {
    await file.close();
  }
};
