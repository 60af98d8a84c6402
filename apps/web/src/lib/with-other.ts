/** Returns the table's entry for a value of the server, or `other` for a value of a newer server that this page does not know. */
export const withOther = <K extends string, W>(table: Readonly<Record<K, W>>, value: K, other: W): W =>
  Object.hasOwn(table, value) ? table[value] : other;
