import { createHash } from 'node:crypto';

/** Tokens and tickets are kept by their hash only. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Identifies an access token by its signed part. A provider may issue a different, equally valid signature each time (D-10). */
export const hashSignedPart = (token: string): Buffer => hashToken(token.slice(0, token.lastIndexOf('.')));

/** The claims of a token that was verified before; none where it holds no JSON object. */
const claimsOf = (token: string): Record<string, unknown> => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
};

/** `tokens`: hashes that each stand for this one token. `session`: the session at the provider that it was issued in, and when, where it names both. */
type SignOutMarks = { tokens: Buffer[]; session: { hash: Buffer; issuedAt: Date } | null };

/**
 * The keys that a sign-out of a token is stored under. `jti` is one of them, since the provider may sign the same token again with another
 * header. `sid` ends the other tokens of the session (E-36). Both are unique at least per person.
 */
export const signOutMarksOf = (token: string): SignOutMarks => {
  const { sub, jti, sid, iat } = claimsOf(token);
  const hashOf = (name: string, value: string): Buffer => hashToken(JSON.stringify([name, sub, value]));
  return {
    tokens: [hashSignedPart(token), ...(typeof jti === 'string' ? [hashOf('jti', jti)] : [])],
    session: typeof sid === 'string' && typeof iat === 'number' ? { hash: hashOf('sid', sid), issuedAt: new Date(iat * 1000) } : null,
  };
};
