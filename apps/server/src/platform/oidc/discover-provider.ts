import { Problem } from '@endcap/contract/core';
import { z } from 'zod';
import { jsonIn, readAnswer, readJsonAnswer } from '../read-answer.ts';

/** The parts of a discovery document that we use. `fetch` and the key set need absolute URLs. */
const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  /** Recommended, not required, by OpenID Connect Discovery. */
  userinfo_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  /** Only the page calls it. */
  token_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  /** Used by the page to sign out at the provider (AUTH-17); optional for signing in. */
  end_session_endpoint: z.unknown().optional(),
});
type Discovery = z.infer<typeof Discovery>;

/** Refresh interval of the discovery document. It shows that the provider is reachable, and the URL of its keys may change. */
const DISCOVERED_MS = 60_000;

export const unauthenticated = (why = 'Sign in again') => new Problem('unauthenticated', why);
/** `cause`: for the log. */
export const unavailable = (why = 'The identity provider is not available, try again', cause?: unknown) =>
  Object.assign(new Problem('unavailable', why), { cause });

/** Shown to the administrator at the sign-in. Some providers reject tokens for an API at their user info endpoint (E-30). */
const USER_INFO_REFUSES =
  'User info of the identity provider refuses the access token. If it refuses all tokens of this API, have the provider sign app_metadata into access tokens and name the claim in ENDCAP_OIDC_FACTS_CLAIM';
const NO_USER_INFO =
  'The identity provider names no userinfo_endpoint: have it sign app_metadata into access tokens and name the claim in ENDCAP_OIDC_FACTS_CLAIM';

/** Matches the `WWW-Authenticate` header of a rejected access token (RFC 6750, 3). Some omit the scheme, others send JSON only. */
const REFUSES_TOKEN = /\bbearer\b|\berror=/i;
const TokenRefusal = z.object({ error: z.enum(['invalid_request', 'invalid_token', 'insufficient_scope']) });

/** True when the provider itself refuses an access token, false for the page of a proxy or a firewall in between. */
const refusesToken = async (response: Response): Promise<boolean> => {
  if (response.status !== 401 && response.status !== 403) return false;
  const text = await readAnswer(response).catch(() => '');
  return REFUSES_TOKEN.test(response.headers.get('www-authenticate') ?? '') || TokenRefusal.safeParse(jsonIn(text)).success;
};

type Options = {
  timeoutMs: number;
  monotonic: () => number;
  /** True if permissions come from user info; a provider without it is then rejected. */
  needsUserInfo: boolean;
};

export const discoverProvider = (issuer: string, { timeoutMs, monotonic, needsUserInfo }: Options) => {
  let document: Discovery | undefined;
  let latest: { answer: Promise<Discovery>; at: number } | undefined;

  const get = async (url: string, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }).catch((error: unknown) => {
      throw unavailable(undefined, error);
    });
    if (!response.ok) {
      // Documents that anybody may read need no token.
      if ('authorization' in headers && (await refusesToken(response))) throw unauthenticated(USER_INFO_REFUSES);
      await response.body?.cancel().catch(() => {});
      throw unavailable(undefined, new Error(`${url} answered ${response.status}`));
    }
    return response;
  };
  const getJson = async (url: string): Promise<unknown> => {
    const response = await get(url);
    return readJsonAnswer(response).catch((error: unknown) => {
      throw unavailable(undefined, error);
    });
  };
  const ask = (): Promise<Discovery> => {
    if (latest && monotonic() - latest.at < DISCOVERED_MS) return latest.answer;
    const answer = getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).then((body) => {
      const parsed = Discovery.safeParse(body);
      if (!parsed.success || parsed.data.issuer !== issuer) throw unavailable();
      if (needsUserInfo && parsed.data.userinfo_endpoint === undefined) throw unavailable(NO_USER_INFO);
      document = parsed.data;
      return document;
    });
    const mine = { answer, at: monotonic() };
    latest = mine;
    // A failed attempt must not be cached as long as there is no document.
    answer.catch(() => {
      if (latest === mine && !document) latest = undefined;
    });
    return answer;
  };
  return {
    get,
    getJson,
    /** Returns a document that is a minute old at most; throws while the provider cannot be reached. */
    ask,
    /** Origins that the page calls, as far as discovered. Some providers have endpoints on other origins than the issuer (E-31). */
    pageOrigins: (): string[] => {
      const { token_endpoint, userinfo_endpoint, jwks_uri } = document ?? {};
      const addresses = [issuer, token_endpoint, userinfo_endpoint, jwks_uri].filter((address) => address !== undefined);
      return [...new Set(addresses.map((address) => new URL(address).origin))];
    },
    /** Returns the last document without waiting for its refresh, so that sign-ins continue while the provider is unreachable. */
    discover: async (): Promise<Discovery> => {
      const answer = ask();
      return document ?? answer;
    },
  };
};
