import { createHash } from 'node:crypto';

/** Tokens and tickets are kept by their hash only. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What an access token is known by: that which is signed. Its signature may be another one each time, and means the same (D-10). */
export const hashSignedPart = (token: string): Buffer => hashToken(token.slice(0, token.lastIndexOf('.')));
