import type { Db } from '../../tables.ts';
import { hashesOf } from './hash-token.ts';
import { revokedOf } from './session.repository.ts';

/** Those of the given tokens that were signed out. */
export const signedOutOf = async (db: Db, tokens: readonly string[]): Promise<Map<string, true>> => {
  const given = tokens.map((token) => ({ token, hashes: hashesOf(token) }));
  const revoked = await revokedOf(
    db,
    given.flatMap(({ hashes }) => hashes),
  );
  return new Map(given.filter(({ hashes }) => hashes.some((hash) => revoked.has(hash))).map(({ token }) => [token, true]));
};
