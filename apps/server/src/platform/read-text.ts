export type TextEncoding = 'utf-8' | 'windows-1250';

/** The text of bytes in one encoding, without its byte order mark; null when they are not in it. */
export const decodedAs = (bytes: Uint8Array, encoding: TextEncoding | 'utf-16le' | 'utf-16be'): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The encoding that a byte order mark of UTF-16 names; Excel's "Unicode text" begins with one. */
const markedEncoding = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
};

/**
 * Decodes a file with the first of these encodings that fits, or as UTF-16 if it begins with that byte order mark. Returns null if none
 * fits.
 */
export const readText = (bytes: Uint8Array, encodings: readonly TextEncoding[]): string | null => {
  const marked = markedEncoding(bytes);
  if (marked) return decodedAs(bytes, marked);
  for (const encoding of encodings) {
    const text = decodedAs(bytes, encoding);
    if (text !== null) return text;
  }
  return null;
};
