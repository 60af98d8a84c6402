import { createHash } from 'node:crypto';

/** Tokens and tickets are kept by their hash only. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What an access token is known by: that which is signed. Its signature may be another one each time, and means the same (D-10). */
export const hashSignedPart = (token: string): Buffer => hashToken(token.slice(0, token.lastIndexOf('.')));

/**
 * Every hash under which its sign-out may be noted: before D-10 that of the whole token was. Tokens live for 30 days at most (D-12), so
 * the second one can go a month after the last node of an earlier version was stopped.
 */
export const hashesOf = (token: string): string[] => [hashSignedPart(token), hashToken(token)].map((hash) => hash.toString('base64'));
