import { z } from 'zod';
import { jsonIn } from '../../../platform/read-answer.ts';
import type { Http2Reply } from './http2-exchange.ts';
import { type ServiceAccount, signAssertion } from './service-account.ts';

const EARLY_MS = 5 * 60_000;
/** A token is not used in its last seconds, because it could expire during the request. */
const LAST_MS = 30_000;
/** After this time the metric tries a refused key again. */
const REFUSED_MS = 60_000;
/** Time between tries of a failed refresh while the old token is still valid. */
const AGAIN_MS = 10_000;
/** Error replies of the token endpoint (RFC 6749, 5.2). Google's APIs nest a status. Proxies and API gateways send other bodies. */
const TokenError = z.object({
  error: z.union([
    z.enum([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'access_denied',
    ]),
    z.object({ status: z.enum(['INVALID_ARGUMENT', 'UNAUTHENTICATED', 'PERMISSION_DENIED', 'NOT_FOUND', 'FAILED_PRECONDITION']) }),
  ]),
});
const REFUSING = new Set([400, 401, 403]);
const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** The token endpoint refuses our key. Nothing can be sent until a person replaces it. */
export class CredentialsRefused extends Error {}

/** Posts a form over http or https, trusting the authority of the push service when that is not a public one. */
type Post = (origin: string, path: string, form: string) => Promise<Pick<Http2Reply, 'status' | 'body'>>;
type CachedToken = { token: string; refreshAt: number; endsAt: number };

/**
 * Returns the current access token. Refreshes it five minutes early, one refresh at a time, and uses the old one while it is
 * valid (F28). Each request for a token uses the current service account (OPS-11).
 */
export const accessTokens = (accountNow: () => ServiceAccount, post: Post, now: () => Date) => {
  let cached: CachedToken | undefined;
  let refreshing: Promise<string> | undefined;
  let refusedAt: number | undefined;

  const fetchToken = async (): Promise<string> => {
    const account = accountNow();
    const assertion = await signAssertion(account, now());
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString();
    const { origin, pathname, search } = new URL(account.token_uri);
    const { status, body } = await post(origin, `${pathname}${search}`, form);
    const isRefused = REFUSING.has(status) && TokenError.safeParse(jsonIn(body)).success;
    refusedAt = isRefused ? now().getTime() : undefined;
    if (isRefused) throw new CredentialsRefused(`The token endpoint answered ${status}`);
    if (status !== 200) throw new Error(`The token endpoint answered ${status}`);
    const { access_token: token, expires_in: seconds } = TokenReply.parse(JSON.parse(body));
    const at = now().getTime();
    // A short-lived token is refreshed half-way.
    cached = { token, refreshAt: at + Math.max(seconds * 1000 - EARLY_MS, seconds * 500), endsAt: at + seconds * 1000 - LAST_MS };
    return token;
  };

  const refresh = (): Promise<string> => {
    refreshing ??= fetchToken().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  const get = (): string | Promise<string> => {
    const at = now().getTime();
    if (!cached || at >= cached.endsAt) return refresh();
    const { token } = cached;
    if (at >= cached.refreshAt) {
      cached.refreshAt = at + AGAIN_MS;
      refresh().catch(() => {});
    }
    return token;
  };

  return {
    get,
    /** Returns true if the token endpoint refuses the key. Requests a token if none is cached or the last refusal is old. */
    isRefused: async (): Promise<boolean> => {
      if (refusedAt !== undefined && now().getTime() - refusedAt < REFUSED_MS) return true;
      try {
        await get();
        return refusedAt !== undefined;
      } catch (error) {
        if (error instanceof CredentialsRefused) return true;
        throw error;
      }
    },
    /** Drops a token that the service no longer accepts. */
    reject: (token: string): void => {
      if (cached?.token === token) cached = undefined;
    },
  };
};
