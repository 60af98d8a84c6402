import { randomFillSync } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const SIGNS = 24;
// Drawn for many ids at a time: asking the system costs more than the rest.
const pool = Buffer.alloc(SIGNS * 64);
let used = pool.length;

/** A new opaque id: 120 random bits as 24 signs of `a-z2-7`. */
export const newId = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let id = '';
  for (const end = used + SIGNS; used < end; used += 1) id += ALPHABET[(pool[used] ?? 0) & 31];
  return id;
};

/** The month of an instant in UTC, as `202611`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '');

/** A new opaque id that sorts by its month: `0`, the month and 85 random bits. None of `newId` begins with 0. */
export const newIdOfMonth = (month: string): string => `0${month}${newId().slice(1 + month.length)}`;
