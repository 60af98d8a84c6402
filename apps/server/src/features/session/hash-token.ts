import { createHash } from 'node:crypto';

/** Only the hashes of tokens and tickets are stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Identifies an access token by its signed part. A provider may issue a different, equally valid signature each time (D-10). */
export const hashSignedPart = (token: string): Buffer => hashToken(token.slice(0, token.lastIndexOf('.')));

/** Returns the claims of a verified token; none if its payload is no JSON object. */
const claimsOf = (token: string): Record<string, unknown> => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
};

/** `tokens`: hashes that each identify this token. `session`: the provider's session of the token, with its time of issue, if known. */
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
