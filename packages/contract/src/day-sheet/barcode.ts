/** How a code is printed for a scanner. */
export type Barcode = {
  format: 'EAN13' | 'EAN8' | 'CODE128';
  text: string;
  /** It has the length of an EAN, but not its check digit: at the till it is read as it stands, and not as a product. */
  wrongDigit: boolean;
};

/** Whether the last of these digits is the check digit of the others (GS1, modulo 10). */
export const isChecked = (digits: string): boolean => {
  const before = digits.slice(0, -1).split('').toReversed();
  const sum = before.reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
};

const CODE128_MOST = 40;

/** SHEET-01: the barcode of what staff typed as a code; null for what no scanner reads: it is printed as text alone. */
export const barcodeOf = (code: string): Barcode | null => {
  const text = code.trim();
  const digits = text.replace(/[\s-]/g, '');
  if (/^(\d{8}|\d{12}|\d{13})$/.test(digits)) {
    if (!isChecked(digits)) return { format: 'CODE128', text: digits, wrongDigit: true };
    // An American code of twelve digits is an EAN that begins with zero.
    return digits.length === 8
      ? { format: 'EAN8', text: digits, wrongDigit: false }
      : { format: 'EAN13', text: digits.padStart(13, '0'), wrongDigit: false };
  }
  return text !== '' && text.length <= CODE128_MOST && /^[\x20-\x7e]+$/.test(text) ? { format: 'CODE128', text, wrongDigit: false } : null;
};
