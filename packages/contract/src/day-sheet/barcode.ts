import { hasCheckDigit, withoutGaps } from '../content/index.ts';

/** A code in the format in which it is printed for scanners. */
export type Barcode = {
  format: 'EAN13' | 'EAN8' | 'CODE128';
  text: string;
  /** It has the length of an EAN, but not its check digit: at the till it is read as it stands, and not as a product. */
  wrongDigit: boolean;
};

const CODE128_MOST = 40;

/** SHEET-01: the barcode of what staff typed as a code; null for what no scanner reads: it is printed as text alone. */
export const barcodeOf = (code: string): Barcode | null => {
  const text = code.trim();
  const digits = withoutGaps(text);
  if (/^(\d{8}|\d{12}|\d{13})$/.test(digits)) {
    if (!hasCheckDigit(digits)) return { format: 'CODE128', text: digits, wrongDigit: true };
    // An American code of twelve digits is an EAN that begins with zero.
    return digits.length === 8
      ? { format: 'EAN8', text: digits, wrongDigit: false }
      : { format: 'EAN13', text: digits.padStart(13, '0'), wrongDigit: false };
  }
  return text !== '' && text.length <= CODE128_MOST && /^[\x20-\x7e]+$/.test(text) ? { format: 'CODE128', text, wrongDigit: false } : null;
};
