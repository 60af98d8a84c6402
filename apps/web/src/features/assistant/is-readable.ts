/** Characters and signs of CommonMark up to which a message is read; what customers and the assistant write is far below. */
const LENGTH_AT_MOST = 20_000;
const SIGNS_AT_MOST = 300;
const SIGN = /[*_[\]`<>~=#\n+-]|\d[.)]/g;

/** Whether CommonMark reads a text at once: its readers take a time that grows with the square of the signs (M06, M10). */
export const isReadable = (source: string): boolean => {
  if (source.length > LENGTH_AT_MOST) return false;
  SIGN.lastIndex = 0;
  for (let signs = 0; SIGN.test(source); signs += 1) if (signs >= SIGNS_AT_MOST) return false;
  return true;
};
