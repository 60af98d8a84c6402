// The library checks only state, nonce and subject (its issue 2475). This file adds the rest of OpenID Connect Core 3.1.3.7 and RFC 9207.
type Expected = { issuer: string; clientId: string; nowSeconds: number };

/** Tolerated difference between clocks, in seconds. */
const TOLERANCE_S = 60;

const refuse = (what: string): never => {
  throw new Error(`The identity provider's answer is not for us: ${what}`);
};

/** Checks that discovery is the configured provider's, because everything that follows is sent there (A12). */
export const checkDiscovery = (metadata: { issuer?: string }, { issuer }: Pick<Expected, 'issuer'>): void => {
  if (metadata.issuer !== issuer) refuse('discovery names another issuer');
};

/** Checks the issuer of a callback before the code is sent (RFC 9207). It is required if the provider announces it. */
export const checkCallback = (address: string, metadata: object, { issuer }: Pick<Expected, 'issuer'>): void => {
  const named = new URL(address).searchParams.getAll('iss');
  if (named.some((name) => name !== issuer) || named.length > 1) refuse('it names another issuer');
  const says = 'authorization_response_iss_parameter_supported';
  if (named.length === 0 && says in metadata && metadata[says] === true) refuse('it names no issuer');
};

type Claims = { sub?: unknown; iss?: unknown; aud?: unknown; azp?: unknown; exp?: unknown; iat?: unknown; nbf?: unknown };

const claimsOf = (token: string): Claims => {
  const part = token.split('.')[1] ?? '';
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0);
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return refuse('its token is not a JWT');
  }
};

/**
 * Returns when the session of a sign-in ends, in milliseconds since 1970: at `expires_at`, which providers may omit, or with the access
 * token (E-35).
 */
export const expiryOf = ({ expires_at, access_token }: { expires_at?: number | undefined; access_token: string }): number => {
  const exp: unknown = expires_at ?? claimsOf(access_token).exp;
  return typeof exp === 'number' ? exp * 1000 : refuse('it does not say how long its access token is valid');
};

const isBefore = (instant: unknown, limit: number): boolean => typeof instant === 'number' && instant <= limit;

/**
 * Checks that an ID token is of this provider, for this client and valid now (A13). Its signature need not be checked, because it came
 * directly from the token endpoint.
 */
export const checkIdToken = (token: string | undefined, { issuer, clientId, nowSeconds }: Expected): void => {
  if (!token) return refuse('there is no ID token');
  const { iss, aud, azp, exp, iat, nbf = 0 } = claimsOf(token);
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (iss !== issuer) refuse('its ID token is of another issuer');
  if (!audiences.includes(clientId)) refuse('its ID token is for another client');
  if ((azp !== undefined || audiences.length > 1) && azp !== clientId) refuse('its ID token was asked for by another client');
  if (typeof exp !== 'number' || exp <= nowSeconds - TOLERANCE_S) refuse('its ID token has expired');
  if (![iat, nbf].every((instant) => isBefore(instant, nowSeconds + TOLERANCE_S))) refuse('its ID token is of the future');
};

/** Returns the claims of a user info response, JSON or a signed JWT. Throws if it is invalid or about another subject. */
export const readUserInfo = async (response: Response, subject: string): Promise<object> => {
  if (!response.ok) return refuse(`user info was answered with status ${response.status}`);
  const isJwt = /^application\/jwt\b/i.test(response.headers.get('content-type') ?? '');
  const claims: { sub?: unknown } = isJwt ? claimsOf((await response.text()).trim()) : await response.json();
  return claims.sub === subject ? claims : refuse('user info is about somebody else');
};
