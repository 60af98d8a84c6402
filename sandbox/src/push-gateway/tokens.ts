import { type KeyObject, randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { FcmReply } from './fcm-errors.ts';

/** Issues access tokens for assertions signed with the service account's key. */
export const createTokens = (accountKey: KeyObject, tokenUri: string) => {
  const goodUntil = new Map<string, number>();
  let issued = 0;
  return {
    issue: async (body: string, expiresIn: number): Promise<FcmReply> => {
      try {
        const form = new URLSearchParams(body);
        await jwtVerify(form.get('assertion') ?? '', accountKey, { audience: tokenUri, algorithms: ['RS256'] });
        const access_token = randomUUID();
        issued += 1;
        goodUntil.set(access_token, Date.now() + expiresIn * 1000);
        return { status: 200, body: { access_token, expires_in: expiresIn, token_type: 'Bearer' } };
      } catch {
        return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
      }
    },
    isGood: (authorization: string): boolean => (goodUntil.get(authorization.replace(/^Bearer /, '')) ?? 0) > Date.now(),
    /** Returns the number of tokens issued since the last call. */
    takeIssued: (): number => {
      const count = issued;
      issued = 0;
      return count;
    },
    withdraw: (): void => goodUntil.clear(),
  };
};
export type Tokens = ReturnType<typeof createTokens>;
