import { type RawBuilder, sql } from 'kysely';

// `%`, `_` and `\` are literal (API-GEN-11).
const literal = (term: string): string => term.normalize('NFC').replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** A text as names are stored folded. What is compared with them is folded here alone: JavaScript leaves dashes, quotes and `ø` as they are. */
export const foldedText = (text: string): RawBuilder<string> => sql<string>`folded(${text.normalize('NFC')})`;

/** `column`, which is stored folded, contains `term`, ignoring case and diacritics. */
export const foldedContains = (column: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like '%' || folded(${literal(term)}) || '%'`;

/** `column`, which is stored folded, begins with `term`, ignoring case and diacritics. */
export const foldedBegins = (column: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like folded(${literal(term)}) || '%'`;

/** `column` begins with `term`, as it is written. */
export const begins = (column: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`${literal(term)}%`}`;
