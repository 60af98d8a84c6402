import { withoutInvisible } from '@endcap/contract/core';

/** Narrow spaces that spreadsheets put between thousands: 1 234 is one number. */
const BETWEEN_THOUSANDS = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;
/** A number in scientific notation (1,2E+5) stays whole: its comma separates decimals. */
const WORD = /\d+[.,]\d+E[-+]?\d+|[^\s,;]+/gi;

/** Returns the words of a pasted list of numbers, such as a spreadsheet column, without duplicates; null for other text. */
export const pastedNumbers = (text: string): string[] | null => {
  const words = [...new Set(withoutInvisible(text).replace(BETWEEN_THOUSANDS, '').match(WORD))];
  const numbers = words.filter((word) => /^\d{1,10}$/.test(word));
  return numbers.length >= 2 && numbers.length * 2 > words.length ? words : null;
};

export type Pasted = {
  /** Ids that were not chosen before. */
  added: string[];
  already: number;
  /** Pasted words that are not the number of any item. */
  unknown: string[];
};

/** Selects the items of a pasted list. Ignores leading zeros; a number shared by several items selects all of them. */
export const choosePasted = (
  words: readonly string[],
  items: readonly { id: string; number: number | null }[],
  chosen: readonly string[],
): Pasted => {
  const byNumber = Map.groupBy(items, ({ number }) => number);
  const had = new Set(chosen);
  const added = new Set<string>();
  const unknown: string[] = [];
  let already = 0;
  for (const word of words) {
    const found = /^\d+$/.test(word) ? (byNumber.get(Number(word)) ?? []) : [];
    if (found.length === 0) unknown.push(word);
    for (const { id } of found) {
      if (had.has(id)) already += 1;
      else added.add(id);
    }
  }
  return { added: [...added], already, unknown };
};
