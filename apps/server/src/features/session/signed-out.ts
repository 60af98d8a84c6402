import type { Db } from '../../tables.ts';
import { hashToken, signOutMarksOf } from './hash-token.ts';
import { revokedOf, revokeSession, revokeTokens, revokesTokensOf } from './session.repository.ts';

/** Those of the given tokens that were signed out, by themselves or with their session at the provider. */
export const signedOutOf = async (db: Db, tokens: readonly string[]): Promise<Map<string, true>> => {
  const keysOfTokens = tokens.map((token) => {
    const marks = signOutMarksOf(token);
    // Before D-10 a sign-out was stored under the hash of the whole token. Tokens live for 30 days at most (D-12), so this can go a month
    // after the last node of an earlier version was stopped.
    const hashes = [...marks.tokens, hashToken(token)].map((hash) => hash.toString('base64'));
    return { token, hashes, session: marks.session && { ...marks.session, hash: marks.session.hash.toString('base64') } };
  });
  const revoked = await revokedOf(
    db,
    keysOfTokens.flatMap(({ hashes, session }) => [...hashes, ...(session ? [session.hash] : [])]),
  );
  const isSignedOut = ({ hashes, session }: (typeof keysOfTokens)[number]): boolean => {
    const sessionUntil = session && revoked.get(session.hash);
    return hashes.some((hash) => revoked.has(hash)) || (!!sessionUntil && revokesTokensOf(session.issuedAt, sessionUntil));
  };
  return new Map(keysOfTokens.filter(isSignedOut).map(({ token }) => [token, true]));
};

/** Refuses a token from now on, however the provider spells it, and the other tokens of its session that were issued until now. */
export const signOut = async (db: Db, token: string, expiresAt: Date, now: Date): Promise<void> => {
  const { tokens, session } = signOutMarksOf(token);
  await revokeTokens(db, tokens, expiresAt, now);
  if (session) await revokeSession(db, session.hash);
};
