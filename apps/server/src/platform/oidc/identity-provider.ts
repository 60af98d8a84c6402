import { type JWTPayload, jwtVerify } from 'jose';
import { discoverProvider, unauthenticated, unavailable } from './discover-provider.ts';
import { createProviderKeys, isAboutKeys } from './provider-keys.ts';

export type IdentityProviderOptions = { issuer: string; clientId: string; audience: string; algorithms: string[]; timeoutMs?: number };
type Claims = JWTPayload & { sub: string; exp: number };
/** A signature that was good is not computed again for so long. */
const VERIFIED_MS = 60_000;
const VERIFIED_KEPT = 10_000;

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

/** What we need of any OpenID provider: to verify access tokens and to ask who somebody is. */
export type IdentityProvider = {
  /** Claims of a valid access token; throws `unauthenticated`, or `unavailable` when keys cannot be fetched. */
  verify: (token: string) => Promise<Claims>;
  /** Has its keys fetched and read before anybody brings a token. */
  prepare: () => Promise<void>;
  /** Throws while the provider cannot be reached, as of a minute ago at most. */
  reach: () => Promise<void>;
  /** Whether it can be told of a sign-out; throws while nothing is known of it. */
  hasSignOut: () => Promise<boolean>;
  /** The provider's current user info of the token's owner. */
  userInfo: (token: string) => Promise<unknown>;
};

/** Tokens that were verified a while ago, with their claims; of too many the oldest is forgotten. */
const createVerifiedTokens = () => {
  const verified = new Map<string, { claims: Claims; until: number }>();
  return {
    claimsOf: (token: string): Claims | undefined => {
      const known = verified.get(token);
      if (known && Date.now() < known.until) return known.claims;
      verified.delete(token);
      return undefined;
    },
    note: (token: string, claims: Claims): Claims => {
      const [oldest] = verified.keys();
      if (verified.size >= VERIFIED_KEPT && oldest !== undefined) verified.delete(oldest);
      verified.set(token, { claims, until: Math.min(Date.now() + VERIFIED_MS, claims.exp * 1000) });
      return claims;
    },
  };
};

export const connectIdentityProvider = ({
  issuer,
  clientId,
  audience,
  algorithms,
  timeoutMs = 5_000,
}: IdentityProviderOptions): IdentityProvider => {
  const provider = discoverProvider(issuer, timeoutMs);
  const keys = createProviderKeys(algorithms, timeoutMs);
  const verified = createVerifiedTokens();

  return {
    async verify(token) {
      const known = verified.claimsOf(token);
      if (known) return known;
      if (!isCanonicalJwt(token)) throw unauthenticated();
      const { jwks_uri } = await provider.discover();
      const { payload, protectedHeader } = await jwtVerify(token, keys.at(jwks_uri), {
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
      return verified.note(token, { ...payload, sub, exp });
    },
    prepare: async () => {
      const { jwks_uri } = await provider.discover();
      await keys.at(jwks_uri).reload();
      await keys.use(jwks_uri);
    },
    reach: async () => void (await provider.ask()),
    hasSignOut: async () => typeof (await provider.discover()).end_session_endpoint === 'string',
    async userInfo(token) {
      const { userinfo_endpoint } = await provider.discover();
      return provider.getJson(userinfo_endpoint, { authorization: `Bearer ${token}` });
    },
  };
};
