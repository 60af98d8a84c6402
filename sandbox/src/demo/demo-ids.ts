import { createHash } from 'node:crypto';

/** The same opaque-looking id for the same demo thing in every sandbox part and on every start. */
export const demoId = (kind: string, name: string | number): string => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  const digest = createHash('sha256').update(`${kind} ${name}`).digest();
  return Array.from(digest.subarray(0, 24), (byte) => alphabet[byte & 31]).join('');
};

/** One demo phone's installation and secret; the fleet and the seed agree on them without talking. */
export const installOf = (n: number): string => `sandbox-install-${n}`;
export const secretOf = (installId: string): string => createHash('sha256').update(`sandbox secret ${installId}`).digest('hex');
