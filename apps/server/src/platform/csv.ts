// A sheet would run what begins like a formula.
const cell = (value: string | number): string => {
  const text = String(value);
  const tame = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
};

/** Cells as a line of CSV that a Polish Excel opens as it is, when the file begins with a byte order mark. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(';')}\r\n`;
