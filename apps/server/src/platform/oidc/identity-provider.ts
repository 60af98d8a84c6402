import { Problem } from '@endcap/contract/core';
import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';

export type IdentityProviderOptions = { issuer: string; clientId: string; audience: string; algorithms: string[]; timeoutMs?: number };
type Claims = JWTPayload & { sub: string; exp: number };
/** What we need of what a provider says of itself; `fetch` and the key set take nothing but whole addresses. */
const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  userinfo_endpoint: z.url({ protocol: /^https?$/ }),
});
type Discovery = z.infer<typeof Discovery>;

/** What the provider says of itself is asked again after so long: by that it is known to be there, and its keys may have moved. */
const DISCOVERED_MS = 60_000;
/** A signature that was good is not computed again for so long. */
const VERIFIED_MS = 60_000;
const VERIFIED_KEPT = 10_000;

const unauthenticated = () => new Problem('unauthenticated', 'Sign in again');
const unavailable = () => new Problem('unavailable', 'The identity provider is not available, try again');

/** Clocks of two machines differ by as much. */
export const CLOCK_TOLERANCE_S = 60;
/** The longest that well-known providers let an access token live; what claims to live longer was not issued by an honest one. */
const LIVES_AT_MOST_S = 30 * 86_400;
/** Access tokens say `at+jwt` (RFC 9068), `JWT` or nothing; logout tokens and security events say what they are (A09). */
const ACCESS_TOKEN_TYPE = /^(application\/)?(at\+)?jwt$/i;

const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
/** One token has one spelling (D-10): base64url leaves bits over at a part's end, and some readers skip what does not belong. */
const isCanonicalJwt = (token: string): boolean => {
  const parts = token.split('.');
  return parts.length === 3 && parts.every(isCanonical);
};

/** Whether the claims are those of an access token that lives for a time within reason (D-12, A08, A09). */
const isPlausible = ({ exp, iat = 0, ...claims }: JWTPayload & { exp: number }, typ: unknown): boolean => {
  const now = Date.now() / 1000;
  return (
    exp <= now + LIVES_AT_MOST_S + CLOCK_TOLERANCE_S &&
    iat <= now + CLOCK_TOLERANCE_S &&
    (typ === undefined || (typeof typ === 'string' && ACCESS_TOKEN_TYPE.test(typ))) &&
    // ID tokens carry a nonce or a hash of the access token, logout tokens carry events.
    !['nonce', 'at_hash', 'events'].some((claim) => claim in claims)
  );
};

const fetchKeys: FetchImplementation = (url, options) =>
  fetch(url, options).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'TimeoutError' ? error : unavailable();
  });
/** Whether the provider's keys could not be had; anything else that goes wrong is the token's own fault (D-15). */
const isAboutKeys = (error: unknown): boolean =>
  error instanceof Problem ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  // What the library throws for an answer that is not 200 or not JSON.
  (error instanceof errors.JOSEError && error.code === errors.JOSEError.code);

/** What we need of any OpenID provider: to verify access tokens and to ask who somebody is. */
export type IdentityProvider = {
  /** Claims of a valid access token; throws `unauthenticated`, or `unavailable` when keys cannot be fetched. */
  verify: (token: string) => Promise<Claims>;
  /** Throws while the provider cannot be reached, as of a minute ago at most. */
  reach: () => Promise<void>;
  /** The provider's current user info of the token's owner. */
  userInfo: (token: string) => Promise<unknown>;
};

export const connectIdentityProvider = ({
  issuer,
  clientId,
  audience,
  algorithms,
  timeoutMs = 5_000,
}: IdentityProviderOptions): IdentityProvider => {
  let known: Discovery | undefined;
  let asked: { answer: Promise<Discovery>; at: number } | undefined;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  const verified = new Map<string, { claims: Claims; until: number }>();

  const getJson = async (url: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }).catch(() => {
      throw unavailable();
    });
    if (response.status === 401 || response.status === 403) throw unauthenticated();
    if (!response.ok) throw unavailable();
    return response.json().catch(() => {
      throw unavailable();
    });
  };

  const ask = (): Promise<Discovery> => {
    if (asked && Date.now() < asked.at + DISCOVERED_MS) return asked.answer;
    const answer = getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).then((found) => {
      const document = Discovery.safeParse(found);
      if (!document.success || document.data.issuer !== issuer) throw unavailable();
      if (known?.jwks_uri !== document.data.jwks_uri) keys = undefined;
      known = document.data;
      return known;
    });
    const mine = { answer, at: Date.now() };
    asked = mine;
    // As long as nothing is known a failed attempt must not be remembered.
    answer.catch(() => {
      if (asked === mine && !known) asked = undefined;
    });
    return answer;
  };
  /** What was said last: nobody waits for it to be said again, and a provider that is away ends nothing that works. */
  const discover = async (): Promise<Discovery> => {
    const answer = ask();
    return known ?? answer;
  };

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known && Date.now() < known.until) return known.claims;
      verified.delete(token);
      if (!isCanonicalJwt(token)) throw unauthenticated();
      const { jwks_uri } = await discover();
      keys ??= createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: 10_000, timeoutDuration: timeoutMs, [customFetch]: fetchKeys });
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'sub'],
      }).catch((error: unknown) => {
        throw isAboutKeys(error) ? unavailable() : unauthenticated();
      });
      const { sub, exp, azp = clientId } = payload;
      if (sub === undefined || exp === undefined || azp !== clientId) throw unauthenticated();
      if (!isPlausible({ ...payload, exp }, protectedHeader.typ)) throw unauthenticated();
      const claims = { ...payload, sub, exp };
      const [oldest] = verified.keys();
      if (verified.size >= VERIFIED_KEPT && oldest !== undefined) verified.delete(oldest);
      verified.set(token, { claims, until: Math.min(Date.now() + VERIFIED_MS, exp * 1000) });
      return claims;
    },
    reach: async () => void (await ask()),
    async userInfo(token) {
      const { userinfo_endpoint } = await discover();
      return getJson(userinfo_endpoint, { authorization: `Bearer ${token}` });
    },
  };
};
