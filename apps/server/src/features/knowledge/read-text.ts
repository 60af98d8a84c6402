const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/;

const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The text of a file in UTF-8, UTF-16 with its mark, or Windows-1250; null when the bytes are no text (A-63, U23). */
export const readText = (bytes: Uint8Array): string | null => {
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  const text = marked ? decoded(bytes, marked) : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1250'));
  return text === null || CONTROL.test(text) ? null : text;
};
