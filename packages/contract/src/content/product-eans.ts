/** How many digits EAN-8, UPC-A, EAN-13 and GTIN-14 have. */
const CODE_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);
/** What the list of an item holds: the chain has codes of its own beside those of products. */
const EAN = /^\d{1,14}$/;

const INVISIBLE = /[\p{DI}\p{Cf}]/gu;
const BETWEEN_CODES = /[,;\t\n\v\f\r\u0085\u2028\u2029]+/;
/** Blanks of any width, dashes of any length, the minus sign and the empty Braille cell. */
const BETWEEN_DIGITS = /[\p{Zs}\p{Pd}\u2212\u2800]+/u;
/** A number in scientific notation, as spreadsheets show long ones: 5,90123E+12. */
const SHORTENED = /(?<![\d\p{L}])[-+\u2212]?\d{1,3}(?:[.,]\d+\p{Zs}?E[-+\u2212]?|\p{Zs}?E[-+\u2212])\d{1,3}(?!\d)/giu;

/** Whether the last digit is the check digit of the others (GS1, modulo 10). */
export const hasCheckDigit = (digits: string): boolean => {
  const sum = digits
    .slice(0, -1)
    .split('')
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
};

/** Whether these digits are a valid EAN-8, UPC-A, EAN-13 or GTIN-14. */
export const isProductCode = (text: string): boolean => EAN.test(text) && CODE_LENGTHS.has(text.length) && hasCheckDigit(text);

const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '').trim();
const groupsOf = (text: string): string[] => withoutInvisible(text).split(BETWEEN_DIGITS).filter(Boolean);
/** A code without the blanks and dashes that it is printed with. */
export const withoutGaps = (text: string): string => groupsOf(text).join('');

/** Doubtful are codes with a wrong check digit or a length that no product code has. */
type EanProblem = 'checkDigit' | 'length' | 'shortened' | 'notEan';
/** `text` is what the person entered. */
type ReadEan = { text: string; code: string; problem: EanProblem | null };
export type EanReading = { codes: string[]; doubtful: ReadEan[]; refused: ReadEan[] };

const asCode = (code: string, text = code): ReadEan => ({
  text,
  code,
  problem: isProductCode(code) ? null : !EAN.test(code) ? 'notEan' : CODE_LENGTHS.has(code.length) ? 'checkDigit' : 'length',
});

/** Reads the text between two separators of a list. */
const readPiece = (piece: string): ReadEan[] => {
  const groups = groupsOf(piece);
  const joined = groups.join('');
  const read = groups.map((group) => asCode(group));
  const isOne = CODE_LENGTHS.has(joined.length) && new Set(groups.map(({ length }) => length)).size > 1;
  if (isProductCode(joined) || (isOne && EAN.test(joined))) return [asCode(joined, piece.trim())];
  const [codes, rest] = [read.filter(({ problem }) => !problem), read.filter(({ problem }) => problem)];
  if (rest.every(({ problem }) => problem !== 'notEan')) return read;
  const text = codes.length > 0 ? rest.map((one) => one.text).join(' ') : piece.trim();
  return [...codes, { text, code: text, problem: 'notEan' }];
};

/**
 * Reads the product codes in a text that a person typed or pasted. Form and API both use it.
 *
 * 1. Invisible characters are dropped.
 * 2. Numbers in scientific notation are refused whole, before anything is split: their comma separates decimals, not codes.
 * 3. Commas, semicolons, tabs and line breaks separate codes.
 * 4. Between two of them, blanks and dashes either group the digits of one printed code or separate codes. When the joined digits
 *    are a valid code, they are one code. When each group by itself is a valid code, each is one. Both cannot be true: the shortest
 *    code has 8 digits and the longest 14.
 * 5. Otherwise valid groups are codes, and the others are doubtful. But groups of different lengths that together have the length
 *    of a code are one code with a wrong check digit (590 1234 123458, not 0012 0013).
 * 6. Text with anything but digits, or with more than 14 of them, is refused.
 *
 * Doubtful codes need a confirmation by a person, except those in `known`, which the item already has.
 */
export const readEans = (text: string, known: readonly string[] = []): EanReading => {
  const read: ReadEan[] = [];
  const others = withoutInvisible(text).replace(SHORTENED, (code) => {
    read.push({ text: code, code, problem: 'shortened' });
    return ',';
  });
  read.push(...others.split(BETWEEN_CODES).flatMap(readPiece));
  const distinct = [...new Map(read.map((one) => [one.code, one])).values()];
  const reading: EanReading = { codes: [], doubtful: [], refused: [] };
  for (const one of distinct)
    if (one.problem === null || known.includes(one.code)) reading.codes.push(one.code);
    else reading[one.problem === 'shortened' || one.problem === 'notEan' ? 'refused' : 'doubtful'].push(one);
  return reading;
};

/** One entry of a program's list: any 1 to 14 digits, or a valid code as it is printed. It is never split; `problem` says why it is refused. */
export const readEan = (text: string): { code: string } | { problem: 'shortenedNumber' | 'doubtfulEan' | 'notEan' } => {
  const visible = withoutInvisible(text);
  if (visible === '' || EAN.test(visible)) return { code: visible };
  const { codes, doubtful, refused } = readEans(visible);
  const [code] = codes;
  if (code !== undefined && codes.length + doubtful.length + refused.length === 1) return { code };
  if (refused[0]?.problem === 'shortened') return { problem: 'shortenedNumber' };
  return { problem: refused.length === 0 && doubtful.length > 0 ? 'doubtfulEan' : 'notEan' };
};

/** A MegaPromo code: a printed product code loses its gaps, other text loses invisible characters only. */
export const readPromoCode = (text: string): string => {
  const joined = withoutGaps(text);
  return isProductCode(joined) ? joined : withoutInvisible(text);
};
/** Whether a spreadsheet replaced the whole text with a number in scientific notation. */
export const isShortened = (text: string): boolean => text !== '' && withoutInvisible(text).replace(SHORTENED, '') === '';
