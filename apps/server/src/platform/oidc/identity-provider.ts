import { type JWTPayload, jwtVerify } from 'jose';
import { CLOCK_TOLERANCE_S, hasPlausibleTimes, isAccessToken, isOfClient } from './access-token.ts';
import { discoverProvider, unauthenticated, unavailable } from './discover-provider.ts';
import { createProviderKeys, isAboutKeys } from './provider-keys.ts';
import { readUserInfo } from './user-info.ts';
import { OTHER_CLIENT, whyNoJwt, whyRefused } from './why-refused.ts';

export type IdentityProviderOptions = {
  issuer: string;
  clientId: string;
  audience: string;
  algorithms: string[];
  /** True if permissions come from user info; false if access tokens have them in a claim. */
  needsUserInfo?: boolean;
  /** The time at which tokens are checked. */
  now: () => Date;
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number;
  timeoutMs?: number;
};
type Claims = JWTPayload & { sub: string; exp: number };
/** Milliseconds for which a verified signature is cached. */
const VERIFIED_MS = 60_000;
const MAX_VERIFIED = 10_000;

const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
/** One token has one spelling (D-10): base64url leaves bits over at a part's end, and some readers skip what does not belong. */
const isCanonicalJwt = (token: string): boolean => {
  const parts = token.split('.');
  return parts.length === 3 && parts.every(isCanonical);
};

/** Client of an OpenID provider: verifies access tokens and reads user info. */
export type IdentityProvider = {
  /** Claims of a valid access token; throws `unauthenticated`, or `unavailable` when keys cannot be fetched. */
  verify: (token: string) => Promise<Claims>;
  /** Fetches and parses the keys before the first token arrives. */
  prepare: () => Promise<void>;
  /** Throws if the provider could not be reached within the last minute. */
  reach: () => Promise<void>;
  /** The origins on which the page calls it. */
  pageOrigins: () => string[];
  /** The URL at which the page exchanges its code for tokens; throws before discovery succeeds. */
  tokenEndpoint: () => Promise<string | undefined>;
  /** Returns whether the provider supports sign-out; throws before discovery succeeds. */
  hasSignOut: () => Promise<boolean>;
  /** The provider's current user info of the token's owner. */
  userInfo: (token: string) => Promise<unknown>;
};

/** Caches verified tokens with their claims. Evicts the oldest when full. */
const createVerifiedTokens = (now: () => Date) => {
  const verified = new Map<string, { claims: Claims; until: number }>();
  return {
    claimsOf: (token: string): Claims | undefined => {
      const cached = verified.get(token);
      if (cached && now().getTime() < cached.until) return cached.claims;
      verified.delete(token);
      return undefined;
    },
    note: (token: string, claims: Claims): Claims => {
      const [oldest] = verified.keys();
      if (verified.size >= MAX_VERIFIED && oldest !== undefined) verified.delete(oldest);
      verified.set(token, { claims, until: Math.min(now().getTime() + VERIFIED_MS, claims.exp * 1000) });
      return claims;
    },
  };
};

export const connectIdentityProvider = ({
  issuer,
  clientId,
  audience,
  algorithms,
  needsUserInfo = true,
  now,
  monotonic = () => performance.now(),
  timeoutMs = 5_000,
}: IdentityProviderOptions): IdentityProvider => {
  const provider = discoverProvider(issuer, { timeoutMs, monotonic, needsUserInfo });
  const keys = createProviderKeys(algorithms, now, provider.getJson);
  const verified = createVerifiedTokens(now);

  return {
    async verify(token) {
      const cached = verified.claimsOf(token);
      if (cached) return cached;
      if (!isCanonicalJwt(token)) throw unauthenticated(whyNoJwt(token));
      const { jwks_uri } = await provider.discover();
      const { payload, protectedHeader } = await jwtVerify(token, keys.at(jwks_uri).find, {
        issuer,
        audience,
        algorithms,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now(),
        requiredClaims: ['exp', 'sub'],
      }).catch((error: unknown) => {
        throw isAboutKeys(error) ? unavailable(undefined, error) : unauthenticated(whyRefused(error));
      });
      const { sub, exp } = payload;
      if (sub === undefined || exp === undefined) throw unauthenticated();
      if (!isOfClient(payload, clientId)) throw unauthenticated(OTHER_CLIENT);
      if (!hasPlausibleTimes({ ...payload, exp }, now()) || !isAccessToken(payload, protectedHeader.typ, clientId)) throw unauthenticated();
      return verified.note(token, { ...payload, sub, exp });
    },
    prepare: async () => {
      const { jwks_uri } = await provider.discover();
      await keys.prepare(jwks_uri);
    },
    reach: async () => void (await provider.ask()),
    pageOrigins: provider.pageOrigins,
    tokenEndpoint: async () => (await provider.discover()).token_endpoint,
    hasSignOut: async () => typeof (await provider.discover()).end_session_endpoint === 'string',
    async userInfo(token) {
      const { userinfo_endpoint, jwks_uri } = await provider.discover();
      if (userinfo_endpoint === undefined) throw unavailable();
      const response = await provider.get(userinfo_endpoint, { authorization: `Bearer ${token}` });
      return readUserInfo(response, { issuer, clientId, audience, algorithms, find: keys.at(jwks_uri).find, now });
    },
  };
};
