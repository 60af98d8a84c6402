/** A version: a number that each write increases, and the incarnation of its database, since a restored copy counts on its own (F53). */
export type DataVersion = { number: number; incarnation: string };

/** Before anything was written. */
export const UNWRITTEN: DataVersion = { number: 0, incarnation: '' };

export const isSame = (one: DataVersion, other: DataVersion): boolean =>
  one.incarnation === other.incarnation && one.number === other.number;
/** Returns whether `version` is the same as `other` or newer. False for a restored database, whose numbers are not comparable. */
export const isAfter = (version: DataVersion, other: DataVersion): boolean =>
  version.incarnation === other.incarnation && version.number >= other.number;
