/** Whether two plain values hold the same, in the same order. */
export const sameValue = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
