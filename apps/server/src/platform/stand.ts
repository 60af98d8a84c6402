/** A number that each write of something raises, and the life of the database that it was counted in: a copy counts on by itself (F53). */
export type Stand = { number: number; incarnation: string };

/** Before anything was written. */
export const UNWRITTEN: Stand = { number: 0, incarnation: '' };

export const isSame = (one: Stand, other: Stand): boolean => one.incarnation === other.incarnation && one.number === other.number;
/** A copy that was restored says nothing of the way to it: one that is behind, or counts in another life of the database. */
export const isAfter = (stand: Stand, known: Stand): boolean => stand.incarnation === known.incarnation && stand.number >= known.number;
