/** What a table has for a value of the server; `other` for a value that a newer server sends, and this page has no words for. */
export const withOther = <K extends string, W>(table: Readonly<Record<K, W>>, value: K, other: W): W =>
  Object.hasOwn(table, value) ? table[value] : other;
