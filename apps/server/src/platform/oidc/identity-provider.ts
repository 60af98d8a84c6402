import { Problem } from '@endcap/contract/core';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';

export type IdentityProviderOptions = { issuer: string; clientId: string; audience: string; algorithms: string[]; timeoutMs?: number };
type Claims = JWTPayload & { sub: string; exp: number };
type Discovery = { jwks_uri: string; userinfo_endpoint: string };

/** A signature that was good is not computed again for so long. */
const VERIFIED_MS = 60_000;
const VERIFIED_KEPT = 10_000;

const unauthenticated = () => new Problem('unauthenticated', 'Sign in again');
const unavailable = () => new Problem('unavailable', 'The identity provider is not available, try again');

/** What we need of any OpenID provider: to verify access tokens and to ask who somebody is. */
export type IdentityProvider = {
  /** Claims of a valid access token; throws `unauthenticated`, or `unavailable` when keys cannot be fetched. */
  verify: (token: string) => Promise<Claims>;
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
  let discovered: Promise<Discovery> | undefined;
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

  const discover = (): Promise<Discovery> => {
    discovered ??= getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).then((found) => {
      const document = found as Partial<Discovery> & { issuer?: string };
      if (document.issuer !== issuer || !document.jwks_uri || !document.userinfo_endpoint) throw unavailable();
      return { jwks_uri: document.jwks_uri, userinfo_endpoint: document.userinfo_endpoint };
    });
    // A failed attempt must not be remembered.
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  };

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known && Date.now() < known.until) return known.claims;
      verified.delete(token);
      const { jwks_uri } = await discover();
      keys ??= createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: 10_000, timeoutDuration: timeoutMs });
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance: 60,
        requiredClaims: ['exp', 'sub'],
      }).catch((error: unknown) => {
        const keysUnreachable =
          error instanceof errors.JWKSTimeout ||
          (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
          error instanceof TypeError;
        throw keysUnreachable ? unavailable() : unauthenticated();
      });
      // ID tokens carry a nonce or a hash of the access token, logout tokens carry events: neither is an access token (A09).
      if ('nonce' in payload || 'at_hash' in payload || 'events' in payload) throw unauthenticated();
      if (payload.azp !== undefined && payload.azp !== clientId) throw unauthenticated();
      const { sub, exp } = payload;
      if (sub === undefined || exp === undefined) throw unauthenticated();
      const claims = { ...payload, sub, exp };
      const [oldest] = verified.keys();
      if (verified.size >= VERIFIED_KEPT && oldest !== undefined) verified.delete(oldest);
      verified.set(token, { claims, until: Math.min(Date.now() + VERIFIED_MS, exp * 1000) });
      return claims;
    },
    async userInfo(token) {
      const { userinfo_endpoint } = await discover();
      return getJson(userinfo_endpoint, { authorization: `Bearer ${token}` });
    },
  };
};
