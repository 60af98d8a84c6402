import { createHash } from 'node:crypto';

/** Tokens and tickets are kept by their hash only. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
