import type { JWTPayload } from 'jose';

/** The largest difference between the clocks of two machines that is accepted. */
export const CLOCK_TOLERANCE_S = 60;
/** The longest lifetime that well-known providers allow for access tokens. Tokens that claim more are refused. */
export const LIVES_AT_MOST_S = 30 * 86_400;

/** Header types of access tokens: `at+jwt` (RFC 9068), `JWT` or none. Logout tokens and security events have types of their own (A09). */
const HEADER_TYPE = /^(application\/)?(at\+)?jwt$/i;
/** The header type that only access tokens have. */
const ACCESS_TOKEN_HEADER_TYPE = /^(application\/)?at\+jwt$/i;
/** Keycloak names the kind of each token in a claim that is also called `typ`; access tokens are `Bearer`. */
const OTHER_KIND = /^(id|refresh|offline|logout)$/i;
/** Claims that access tokens never have: hashes that ID tokens carry, and the events of logout tokens. */
const FOREIGN_CLAIMS = ['at_hash', 'c_hash', 'events'];

/** Returns whether a token has a plausible lifetime and was not issued in the future (D-12, A08). */
export const hasPlausibleTimes = ({ exp, iat = 0 }: JWTPayload & { exp: number }, at: Date): boolean => {
  const now = at.getTime() / 1000;
  return exp <= now + LIVES_AT_MOST_S + CLOCK_TOLERANCE_S && iat <= now + CLOCK_TOLERANCE_S;
};

/**
 * Returns whether a token was issued for calling APIs. Some providers copy `nonce` into access tokens (Keycloak before version 25). So it
 * marks an ID token only if the type is ambiguous and the audience includes the client, as that of ID tokens does (E-32).
 */
export const isAccessToken = (claims: JWTPayload, headerType: unknown, clientId: string): boolean => {
  const header = headerType === undefined ? 'JWT' : headerType;
  const kind = String(claims['typ']);
  if (typeof header !== 'string' || !HEADER_TYPE.test(header) || OTHER_KIND.test(kind)) return false;
  if (FOREIGN_CLAIMS.some((claim) => claim in claims)) return false;
  const saysSo = ACCESS_TOKEN_HEADER_TYPE.test(header) || /^bearer$/i.test(kind);
  return saysSo || !('nonce' in claims) || ![claims.aud].flat().includes(clientId);
};

/** Returns whether a token was issued to this client, by the claims `azp` (OpenID Connect) and `client_id` (RFC 9068) if present (E-36). */
export const isOfClient = (claims: JWTPayload, clientId: string): boolean =>
  ['azp', 'client_id'].every((claim) => claims[claim] === undefined || claims[claim] === clientId);
