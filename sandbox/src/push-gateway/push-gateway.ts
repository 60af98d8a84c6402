import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { jwtVerify } from 'jose';
import { type GatewayFiles, PROJECT, publicKeyOf } from './credentials.ts';
import { type FcmReply, fcmErrors } from './fcm-errors.ts';
import { createLedger } from './ledger.ts';

export type Push = {
  address: string;
  title: string;
  body: string;
  image: string | null;
  url: string | null;
  notificationId: string;
  tag: string;
};
export type GatewayOptions = { port: number; controlPort: number; files: GatewayFiles; tokenUri: string; onPush?: (push: Push) => void };

/** What the next answers are instead of the truth; set by tests through the control port. */
type Behaviour = { latencyMs: number; failures: { kind: keyof typeof fcmErrors | 'drop'; count: number; retryAfter?: string }[] };

const PAYLOAD_MAX_BYTES = 4_096;
const BODY_MAX_BYTES = 16 * 1024;

type FcmMessage = {
  token?: string;
  fid?: string;
  notification?: { title?: string; body?: string; image?: string };
  data?: Record<string, string>;
  android?: { collapse_key?: string; notification?: { tag?: string } };
};

const failureOf = (failure: Behaviour['failures'][number]): FcmReply => {
  if (failure.kind === 'quota') return fcmErrors.quota(failure.retryAfter);
  if (failure.kind === 'badField') return fcmErrors.badField('message.notification.title', 'Invalid value');
  if (failure.kind === 'badPayload') return fcmErrors.badPayload('Invalid JSON payload received.');
  return failure.kind === 'drop' ? fcmErrors.unavailable() : fcmErrors[failure.kind]();
};

/** A push service that speaks FCM HTTP v1 over TLS HTTP/2, remembers every send, and behaves badly on request. */
export const startPushGateway = async ({
  port,
  controlPort,
  files,
  tokenUri,
  onPush,
}: GatewayOptions): Promise<{ close: () => Promise<void> }> => {
  const accountKey = publicKeyOf(files.credentials);
  const tokens = new Set<string>();
  const ledger = createLedger();
  let behaviour: Behaviour = { latencyMs: 0, failures: [] };

  const issueToken = async (body: string): Promise<FcmReply> => {
    try {
      const form = new URLSearchParams(body);
      await jwtVerify(form.get('assertion') ?? '', accountKey, { audience: tokenUri, algorithms: ['RS256'] });
      const access_token = randomUUID();
      tokens.add(access_token);
      return { status: 200, body: { access_token, expires_in: 3600, token_type: 'Bearer' } };
    } catch {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
    }
  };

  const send = (authorization: string, project: string, body: string): FcmReply => {
    if (!tokens.has(authorization.replace(/^Bearer /, ''))) return fcmErrors.unauthenticated();
    if (project !== PROJECT) return fcmErrors.wrongProject();
    const failure = behaviour.failures[0];
    if (failure) {
      failure.count -= 1;
      if (failure.count <= 0) behaviour.failures.shift();
      return failureOf(failure);
    }
    let message: FcmMessage | undefined;
    try {
      message = (JSON.parse(body) as { message?: FcmMessage }).message;
    } catch {
      return fcmErrors.badPayload('Invalid JSON payload received.');
    }
    const address = message?.token ?? message?.fid;
    if (!message || !address) return fcmErrors.badField('message.token', 'Recipient of the message is not set.');
    if (Buffer.byteLength(body) > PAYLOAD_MAX_BYTES + address.length) return fcmErrors.badPayload('Message too big');
    const key = message.android?.collapse_key ?? '';
    if (address.startsWith('dead-')) {
      ledger.refuse(key, address);
      return fcmErrors.unregistered();
    }
    if (address.startsWith('malformed-'))
      return fcmErrors.badField('message.token', 'The registration token is not a valid FCM registration token');
    const tag = message.android?.notification?.tag ?? randomUUID();
    ledger.accept(key, address, tag);
    onPush?.({
      address,
      tag,
      title: message.notification?.title ?? '',
      body: message.notification?.body ?? '',
      image: message.notification?.image ?? null,
      url: message.data?.['url'] ?? null,
      notificationId: message.data?.['notificationId'] ?? '',
    });
    return { status: 200, body: { name: `projects/${PROJECT}/messages/${randomUUID()}` } };
  };

  const gateway = http2.createSecureServer({
    key: readFileSync(files.certificateKey),
    cert: readFileSync(files.certificate),
    settings: { maxConcurrentStreams: 100 },
  });
  const sessions = new Set<http2.ServerHttp2Session>();
  gateway.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => {});
  });
  gateway.on('stream', (stream, headers) => {
    let body = '';
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      if (body.length < BODY_MAX_BYTES) body += chunk;
    });
    stream.on('end', async () => {
      const path = headers[':path'] ?? '';
      const project = /^\/v1\/projects\/([^/]+)\/messages:send$/.exec(path)?.[1];
      const drop = behaviour.failures[0]?.kind === 'drop';
      const reply =
        path === '/token'
          ? await issueToken(body)
          : project
            ? send(String(headers.authorization), decodeURIComponent(project), body)
            : { status: 404, body: {} };
      if (behaviour.latencyMs > 0) await sleep(behaviour.latencyMs);
      if (stream.destroyed) return;
      if (drop) return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
      stream.respond({ ':status': reply.status, 'content-type': 'application/json; charset=UTF-8', ...reply.headers });
      stream.end(JSON.stringify(reply.body));
    });
  });

  const control = http.createServer(async (request, response) => {
    const [, what, key = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
    const answer = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET' && what === 'ledger') return answer(ledger.summary(key));
    if (request.method === 'GET' && what === 'addresses') return answer(ledger.addresses(key));
    if (request.method === 'POST' && what === 'behaviour') {
      let text = '';
      for await (const chunk of request) text += chunk;
      behaviour = { latencyMs: 0, failures: [], ...JSON.parse(text) };
      return answer(behaviour);
    }
    if (request.method === 'POST' && what === 'clear') return answer(ledger.clear() ?? {});
    response.writeHead(404).end();
  });

  const listening = (server: http.Server | http2.Http2SecureServer, at: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, '127.0.0.1', resolve));
  await listening(gateway, port);
  await listening(control, controlPort);
  return {
    close: async () => {
      for (const session of sessions) session.destroy();
      gateway.close();
      control.close();
    },
  };
};
