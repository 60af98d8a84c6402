import { z } from 'zod';
import type { Http2Reply, Http2Request } from './http2-pool.ts';
import { type ServiceAccount, signAssertion } from './service-account.ts';

const EARLY_MS = 5 * 60_000;
const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** The token endpoint refuses our key: nothing can be sent until a person mends it. */
export class CredentialsRefused extends Error {}

type Post = (url: string, form: string) => Promise<Pick<Http2Reply, 'status' | 'body'>>;

/** Hands out the current access token, refreshing it five minutes early and once at a time. */
export const accessTokens = (account: ServiceAccount, post: Post, now: () => Date) => {
  let current: { token: string; goodUntil: number } | undefined;
  let refreshing: Promise<string> | undefined;

  const refresh = async (): Promise<string> => {
    const assertion = await signAssertion(account, now());
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString();
    const { status, body } = await post(account.token_uri, form);
    if (status === 400 || status === 401 || status === 403) throw new CredentialsRefused(`The token endpoint answered ${status}`);
    if (status !== 200) throw new Error(`The token endpoint answered ${status}`);
    const reply = TokenReply.parse(JSON.parse(body));
    current = { token: reply.access_token, goodUntil: now().getTime() + reply.expires_in * 1000 - EARLY_MS };
    return reply.access_token;
  };

  return {
    get: (): Promise<string> => {
      if (current && now().getTime() < current.goodUntil) return Promise.resolve(current.token);
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    /** Forgets a token that the service no longer takes. */
    reject: (token: string): void => {
      if (current?.token === token) current = undefined;
    },
  };
};

/** Posts a form over http or https, with the authority of the push service when it is not public. */
export const postForm =
  (post: (origin: string, request: Http2Request) => Promise<Http2Reply>): Post =>
  async (url, form) => {
    const { origin, pathname, search } = new URL(url);
    return post(origin, { path: `${pathname}${search}`, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form });
  };
