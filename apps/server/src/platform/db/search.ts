import { type RawBuilder, sql } from 'kysely';

// `%`, `_` and `\` are literal (API-GEN-11).
const literal = (term: string): string => term.normalize('NFC').replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** `column` contains `term`, ignoring case and diacritics. `column` must be an indexed expression of ours. */
export const contains = (column: RawBuilder<unknown>, term: string): RawBuilder<boolean> => foldedContains(sql`folded(${column})`, term);

/** The same for a column that is stored folded. */
export const foldedContains = (column: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like '%' || folded(${literal(term)}) || '%'`;
