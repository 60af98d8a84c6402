import { randomBytes } from 'node:crypto';

/** A new opaque id: 120 random bits as 24 signs of `a-z2-7`. */
export const newId = (): string => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from(randomBytes(24), (byte) => alphabet[byte & 31]).join('');
};
