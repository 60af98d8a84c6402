/** Signs that begin a formula, in the widths that spreadsheets take for the same sign. */
const SIGN = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`;
/** Characters that spreadsheets may skip before it. */
const SKIPPED = String.raw`[\s\p{DI}\p{Cf}\p{Cc}"\u2800]`;
/** Start of a cell in any reader: some split at other separators than ours or treat quotes as text, and see a cell start within ours. */
const START = String.raw`(?<=^|[,;\t|\n\v\f\u0085\u2028\u2029]|\r(?!\n))`;
const FORMULA = new RegExp(`${START}(?=${SKIPPED}*${SIGN})`, 'gu');

/** A text in quotes, in which no reader of CSV finds a formula: an apostrophe precedes it. */
const textCell = (text: string): string => `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;

/** Cells as a line of CSV that a Polish Excel opens as it is, when the file begins with a byte order mark. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : textCell(cell))).join(';')}\r\n`;
