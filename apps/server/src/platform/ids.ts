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
