import { type RawBuilder, sql } from 'kysely';

/** `column` contains `term`, ignoring case and diacritics; `%`, `_` and `\` are literal (API-GEN-11). `column` must be an indexed expression of ours. */
export const contains = (column: RawBuilder<unknown>, term: string): RawBuilder<boolean> => {
  const literal = term.normalize('NFC').replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return sql<boolean>`folded(${column}) like '%' || folded(${literal}) || '%'`;
};
