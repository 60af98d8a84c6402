/** Returns true if two plain values are equal, with their keys and entries in the same order. */
export const sameValue = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
