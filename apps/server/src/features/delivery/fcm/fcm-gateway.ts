import { fcmChange, fcmMessage, type PushMessage } from '@endcap/contract/notifications';
import type { PushAddress, PushGateway, PushOutcome, Send } from '../push-gateway.ts';
import { accessTokens, CredentialsRefused } from './access-token.ts';
import { classifyReply, isTokenWithdrawn } from './classify-reply.ts';
import type { Http2Reply } from './http2-exchange.ts';
import { openHttp2Pool } from './http2-pool.ts';
import type { ServiceAccount } from './service-account.ts';

export type FcmOptions = {
  endpoint: string;
  /** Called before each request for an access token. All accounts belong to one project. */
  account: () => ServiceAccount;
  ca: string | undefined;
  sessions: number;
  now: () => Date;
  timeoutMs?: number;
};

const FRESH_TOKENS = 3;

/** FCM HTTP v1 over our own HTTP/2 sessions: the body is built once per notification, the address spliced in. */
export const openFcmGateway = ({ endpoint, account, ca, sessions, now, timeoutMs }: FcmOptions): PushGateway => {
  const options = { ca, ...(timeoutMs && { timeoutMs }) };
  const pool = openHttp2Pool(endpoint, { ...options, sessions });
  const tokens = accessTokens(
    account,
    async (origin, path, form) => {
      const tokenPool = openHttp2Pool(origin, { ...options, sessions: 1 });
      const head = tokenPool.headTo(path, ['content-type', 'application/x-www-form-urlencoded']);
      return tokenPool.request({ head, body: form }).finally(() => tokenPool.close());
    },
    now,
  );
  const { project_id: project } = account();
  const path = `/v1/projects/${encodeURIComponent(project)}/messages:send`;
  let authorized: { token: string; head: readonly string[] } = { token: '', head: [] };

  const post = (token: string, body: Buffer): Promise<Http2Reply> => {
    if (token !== authorized.token)
      authorized = { token, head: pool.headTo(path, ['authorization', `Bearer ${token}`, 'content-type', 'application/json']) };
    return pool.request({ head: authorized.head, body });
  };

  const failed = (error: unknown): PushOutcome =>
    error instanceof CredentialsRefused ? { is: 'stop', reason: 'credential', error: error.message } : { is: 'transient' };
  /** A token may be withdrawn early, and a fresh one too while this process is busy. The reply to the third fresh token is final. */
  const postAgain = async (withdrawn: string, body: Buffer): Promise<PushOutcome> => {
    let token = withdrawn;
    for (let left = FRESH_TOKENS; ; left -= 1) {
      tokens.reject(token);
      token = await tokens.get();
      const reply = await post(token, body);
      if (left === 1 || !isTokenWithdrawn(reply)) return classifyReply(reply, now);
    }
  };
  const deliverWith = (token: string, body: Buffer): Promise<PushOutcome> =>
    post(token, body).then((reply) => (isTokenWithdrawn(reply) ? postAgain(token, body).catch(failed) : classifyReply(reply, now)), failed);
  const deliver = (body: Buffer): Promise<PushOutcome> => {
    const token = tokens.get();
    return typeof token === 'string' ? deliverWith(token, body) : token.then((fresh) => deliverWith(fresh, body), failed);
  };

  const sender = (message: PushMessage, options: string): Send => {
    const { change } = message;
    const body = change ? fcmChange(message, change, now()) : fcmMessage(message, now());
    const shared = Buffer.from(`,${JSON.stringify(body).slice(1)}}`);
    return ({ kind, value }: PushAddress) =>
      deliver(Buffer.concat([Buffer.from(`{${options}"message":{"${kind}":${JSON.stringify(value)}`), shared]));
  };

  return {
    project,
    prepare: (message) => sender(message, ''),
    dryRun: (message) => sender(message, '"validate_only":true,'),
    breadth: pool.breadth,
    isKeyRefused: tokens.isRefused,
    close: pool.close,
  };
};
