import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createLocalJWKSet, exportJWK, jwtVerify, SignJWT } from 'jose';

export const TOKEN_SECONDS = 8 * 3600;

type Issuing = { issuer: string; clientId: string; audience: string; keyFile?: string };
type Key = { kid: string; privateKey: string };

/** Returns the signing key from the file, so that sessions survive a restart. Generates and writes a missing one. */
const keyOf = (file: string | undefined): Key => {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const made = { kid: randomUUID(), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  if (file !== undefined) writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
};

/** Creates the provider's signing key, and tokens that do not come from the sign-in page. */
export const createTokens = async ({ issuer, clientId, audience, keyFile }: Issuing) => {
  const { kid, ...keyPair } = keyOf(keyFile);
  const [privateKey, publicKey] = [createPrivateKey(keyPair.privateKey), createPublicKey(keyPair.privateKey)];
  const verifier = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256' }] });
  return {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    subjectOf: async (token: string): Promise<string> => (await jwtVerify(token, verifier, { issuer, audience })).payload.sub ?? '',
    /** Issues a token of a demo person without the sign-in page, for scripts and tests. */
    mint: (person: string, query: URLSearchParams): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      // Claims of tokens for other clients, for tests that such tokens are rejected.
      const extra = Object.fromEntries(['azp', 'nonce'].flatMap((claim) => (query.has(claim) ? [[claim, query.get(claim)]] : [])));
      return new SignJWT({ scope: 'openid profile', client_id: clientId, jti: randomUUID(), ...extra })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
        .setIssuer(query.get('issuer') ?? issuer)
        .setAudience(query.get('audience') ?? audience)
        .setSubject(person)
        .setIssuedAt(now)
        .setExpirationTime(now + Number(query.get('seconds') ?? TOKEN_SECONDS))
        .sign(privateKey);
    },
    /** Signs any header and payload, for tests of invalid tokens. The payload is text, so that it can hold any JSON number. */
    signAnything: ({ header, payload }: { header: { alg?: string }; payload: string }): string => {
      const protectedHeader = { alg: 'RS256', typ: 'at+jwt', kid, ...header };
      const signed = [JSON.stringify(protectedHeader), payload].map((part) => Buffer.from(part).toString('base64url')).join('.');
      const hash = `sha${/(256|384|512)$/.exec(protectedHeader.alg)?.[0] ?? '256'}`;
      return `${signed}.${sign(hash, Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
};
export type Tokens = Awaited<ReturnType<typeof createTokens>>;
