import { withoutInvisible } from '../core/index.ts';

/** Numbers of digits of EAN-8, UPC-A, EAN-13 and GTIN-14. */
const CODE_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);
/** A code in the list of an item: a product code or one of the chain's own. */
const EAN = /^\d{1,14}$/;

const BETWEEN_CODES = /[,;\t\n\v\f\r\u0085\u2028\u2029]+/;
/** Blanks of any width, dashes of any length, the minus sign, the empty Braille cell, and the label (01) of a GTIN under a bar code. */
const BETWEEN_DIGITS = /(?:^\(01\)(?=.*\d)|[\p{Zs}\p{Pd}\u2212\u2800])+/u;
/** A number in scientific notation, as spreadsheets show long ones: 5,90123E+12. */
const SHORTENED = /(?<![\d\p{L}])[-+\u2212]?\d{1,3}(?:[.,]\d+\p{Zs}?E[-+\u2212]?|\p{Zs}?E[-+\u2212])\d{1,3}(?!\d)/giu;

/** Returns whether the last digit is the check digit of the others (GS1, modulo 10). */
export const hasCheckDigit = (digits: string): boolean => {
  const sum = digits
    .slice(0, -1)
    .split('')
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
};

/** Returns whether a text is a valid EAN-8, UPC-A, EAN-13 or GTIN-14. */
export const isProductCode = (text: string): boolean => EAN.test(text) && CODE_LENGTHS.has(text.length) && hasCheckDigit(text);

const visible = (text: string): string => withoutInvisible(text).trim();
const groupsOf = (text: string): string[] => visible(text).split(BETWEEN_DIGITS).filter(Boolean);
/** A code without the blanks and dashes that it is printed with. */
export const withoutGaps = (text: string): string => groupsOf(text).join('');

/** The first three are doubtful, the others are refused. */
type EanProblem = 'checkDigit' | 'length' | 'oneOrSeveral' | 'shortened' | 'notEan';
/** `text` is what the person entered. */
type ReadEan = { text: string; code: string; problem: EanProblem | null };
export type EanReading = { codes: string[]; doubtful: ReadEan[]; refused: ReadEan[] };

/**
 * Returns whether a part of these groups is a different product code than all of them joined. A part is one group, or all but the first or
 * last, which may be a quantity. Leading zeros make no difference.
 */
const hasOtherCode = (groups: readonly string[], code: string): boolean =>
  [...groups, groups.slice(1).join(''), groups.slice(0, -1).join('')].some((part) => isProductCode(part) && Number(part) !== Number(code));

const problemOf = (groups: readonly string[], code: string): EanProblem | null => {
  if (!EAN.test(code)) return 'notEan';
  if (!CODE_LENGTHS.has(code.length)) return 'length';
  if (!hasCheckDigit(code)) return 'checkDigit';
  if (!hasOtherCode(groups, code)) return null;
  // No GTIN-14 is printed as an EAN-13 before one more digit.
  return groups[0]?.length === 13 ? 'length' : 'oneOrSeveral';
};

/** Reads groups as one code. */
const asCode = (groups: readonly string[], text = groups.join(' ')): ReadEan => {
  const code = groups.join('');
  return { text, code, problem: problemOf(groups, code) };
};

/** Reads groups that are not one code. */
const readGroups = (groups: readonly string[]): ReadEan[] => {
  const read: ReadEan[] = [];
  for (const left = [...groups]; left.length > 0;) {
    let count = 14;
    while (count > 1 && asCode(left.slice(0, count)).problem !== 'oneOrSeveral') count--;
    read.push(asCode(left.splice(0, count)));
  }
  return read;
};

/** Reads the text between two separators of a list. */
const readPiece = (piece: string): ReadEan[] => {
  const groups = groupsOf(piece);
  const one = asCode(groups, piece.trim());
  const isMistyped = one.problem === 'checkDigit' && new Set(groups.map(({ length }) => length)).size > 1 && !groups.some(isProductCode);
  if (!one.problem || isMistyped) return [one];
  const read = readGroups(groups);
  if (read.every(({ problem }) => problem !== 'notEan')) return read;
  const codes = read.filter(({ problem }) => !problem);
  const rest = read.filter(({ problem }) => problem);
  const text = codes.length > 0 ? rest.map((left) => left.text).join(' ') : piece.trim();
  return [...codes, { text, code: text, problem: 'notEan' }];
};

/**
 * Reads the product codes in a text that a person typed or pasted. Form and API both use it.
 *
 * 1. Invisible characters are dropped, and the label (01) before a code.
 * 2. Numbers in scientific notation are refused whole, before anything is split: their comma separates decimals, not codes.
 * 3. Commas, semicolons, tabs and line breaks separate codes.
 * 4. Between two of them, blanks and dashes either group the digits of one printed code, or separate codes and quantities:
 *    a. Groups that are all valid codes are several codes.
 *    b. Groups that joined are a valid code are that code: 5 901234 123457. But when a part of them is another valid code, a person
 *       is asked whether they are one code or several: 96385074 12357, 590 1234 123457 6. A part that is the same code without
 *       leading zeros is no other one: 0 5901234123457 is a GTIN-14.
 *    c. Groups of different lengths, none of them valid, that together have the length of a code are one code with a wrong check
 *       digit (590 1234 123458, not 0012 0013).
 *    d. Otherwise valid groups are codes and the others are doubtful: 96385074 12345. This rule, not b, applies to a valid EAN-13
 *       before one more digit (4006381333931 4), because no GTIN-14 is printed like that. A digit from 1 to 9 before a valid EAN-13
 *       never makes a valid GTIN-14. Neighbouring groups of a longer line that rule b would ask about are asked about as well.
 * 5. Text with anything but digits, or with more than 14 of them, is refused.
 *
 * Doubtful codes need a confirmation by a person, except those in `existing`, which the item already has.
 */
export const readEans = (text: string, existing: readonly string[] = []): EanReading => {
  const read: ReadEan[] = [];
  const others = visible(text).replace(SHORTENED, (code) => {
    read.push({ text: code, code, problem: 'shortened' });
    return ',';
  });
  read.push(...others.split(BETWEEN_CODES).flatMap(readPiece));
  const distinct = [...new Map(read.map((one) => [one.code, one])).values()];
  const reading: EanReading = { codes: [], doubtful: [], refused: [] };
  for (const one of distinct)
    if (one.problem === null || existing.includes(one.code)) reading.codes.push(one.code);
    else reading[one.problem === 'shortened' || one.problem === 'notEan' ? 'refused' : 'doubtful'].push(one);
  return reading;
};

/** The code of the problem for which a text is not saved. */
export const eanProblem = ({ doubtful, refused: [first] }: EanReading): 'shortenedNumber' | 'notEan' | 'doubtfulEan' | null => {
  if (first) return first.problem === 'shortened' ? 'shortenedNumber' : 'notEan';
  return doubtful.length > 0 ? 'doubtfulEan' : null;
};

/**
 * Reads one entry of a program's list: any 1 to 14 digits, or a valid code as it is printed. It is never split. A doubtful code is
 * confirmed by sending its digits alone, so an entry with several codes is rejected as `notEan`.
 */
export const readEan = (text: string): { code: string } | { problem: NonNullable<ReturnType<typeof eanProblem>> } => {
  const entry = visible(text);
  if (entry === '' || EAN.test(entry)) return { code: entry };
  const reading = readEans(entry);
  const [code = '', ...others] = [...reading.codes, ...reading.doubtful.map((one) => one.code)];
  const problem = eanProblem(reading) ?? (code === '' ? 'notEan' : null);
  if (others.length > 0 && problem !== 'shortenedNumber') return { problem: 'notEan' };
  return problem ? { problem } : { code };
};

/** A MegaPromo code: a printed product code of 12 to 14 digits loses its gaps, other text loses invisible characters only. */
export const readPromoCode = (text: string): string => {
  const joined = withoutGaps(text);
  // Eight digits with a gap are as likely a code of the chain's own.
  return joined.length > 8 && isProductCode(joined) ? joined : visible(text);
};
/** Returns whether a spreadsheet replaced the whole text with a number in scientific notation. */
export const isShortened = (text: string): boolean => text !== '' && visible(text).replace(SHORTENED, '') === '';
