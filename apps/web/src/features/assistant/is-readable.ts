/** Maximum characters and markup characters of a message that is parsed. Messages of customers and the assistant have far fewer. */
const LENGTH_AT_MOST = 20_000;
const SIGNS_AT_MOST = 300;
const SIGN = /[*_[\]`<>~=#\n+-]|\d[.)]/g;

/** Returns whether a text is small enough to parse as CommonMark. Parse time grows with the square of the markup characters (M06, M10). */
export const isReadable = (source: string): boolean => {
  if (source.length > LENGTH_AT_MOST) return false;
  SIGN.lastIndex = 0;
  for (let signs = 0; SIGN.test(source); signs += 1) if (signs >= SIGNS_AT_MOST) return false;
  return true;
};
