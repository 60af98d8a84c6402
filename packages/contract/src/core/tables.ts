/** The keys of a table that is written out here: such a one has no others, which TypeScript cannot know of any object. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] => Object.keys(table) as (keyof T & string)[];

/** A value for each of the keys. */
export const tableOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  // The entries are those of `keys`, one for one.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
