import { readFileSync } from 'node:fs';
import type http from 'node:http';
import http2 from 'node:http2';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startControl } from './control.ts';
import { type GatewayFiles, PROJECT, publicKeyOf } from './credentials.ts';
import { answerTo, type Behaviour, createFaults, type FaultKind, isTaken, wellBehaved } from './faults.ts';
import { type FcmReply, fcmErrors } from './fcm-errors.ts';
import { createLedger } from './ledger.ts';
import { createTokens } from './tokens.ts';

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

const PAYLOAD_MAX_BYTES = 4_096;
const BODY_MAX_BYTES = 16 * 1024;
const TIME_TO_LIVE_DEFAULT_S = 28 * 86_400;
/** What FCM says to `validate_only`. */
const NOTHING_SENT: FcmReply = { status: 200, body: { name: `projects/${PROJECT}/messages/fake_message_id` } };
const SEND_PATH = /^\/v1\/projects\/([^/]+)\/messages:send$/;

type FcmMessage = {
  token?: string;
  fid?: string;
  notification?: { title?: string; body?: string; image?: string };
  data?: Record<string, string>;
  android?: { collapse_key?: string; ttl?: string; notification?: { tag?: string } };
};
/** `fault`: what happens to the stream instead of, or beside, the reply. */
type Answer = { reply: FcmReply | null; fault?: FaultKind };

/** A push service that speaks FCM HTTP v1 over TLS HTTP/2, remembers every send, and behaves badly on request. */
export const startPushGateway = async ({
  port,
  controlPort,
  files,
  tokenUri,
  onPush,
}: GatewayOptions): Promise<{ close: () => Promise<void> }> => {
  const tokens = createTokens(publicKeyOf(files.credentials), tokenUri);
  const ledger = createLedger();
  const faultOf = createFaults();
  let behaviour: Behaviour = wellBehaved();

  const take = (address: string, message: FcmMessage): FcmReply => {
    const { notification, data, android } = message;
    const key = android?.collapse_key ?? '';
    const tag = android?.notification?.tag ?? randomUUID();
    ledger.accept({ key, address, tag, ttlSeconds: android?.ttl ? Number.parseFloat(android.ttl) : TIME_TO_LIVE_DEFAULT_S });
    onPush?.({
      address,
      tag,
      title: notification?.title ?? '',
      body: notification?.body ?? '',
      image: notification?.image ?? null,
      url: data?.['url'] ?? null,
      notificationId: data?.['notificationId'] ?? '',
    });
    return { status: 200, body: { name: `projects/${PROJECT}/messages/${randomUUID()}` } };
  };

  const send = (authorization: string, project: string, body: string): Answer => {
    if (!tokens.isGood(authorization)) return { reply: fcmErrors.unauthenticated() };
    if (project !== PROJECT) return { reply: fcmErrors.wrongProject() };
    let message: FcmMessage | undefined;
    let rehearsed: boolean | undefined;
    try {
      ({ message, validate_only: rehearsed } = JSON.parse(body) as { message?: FcmMessage; validate_only?: boolean });
    } catch {
      return { reply: fcmErrors.badPayload('Invalid JSON payload received.') };
    }
    const address = message?.token ?? message?.fid;
    if (!message || !address) return { reply: fcmErrors.badField('message.token', 'Recipient of the message is not set.') };
    const accept = (to: string, what: FcmMessage): FcmReply => (rehearsed ? NOTHING_SENT : take(to, what));
    const fault = faultOf(behaviour, address);
    if (fault) {
      if (isTaken(fault.kind) && !address.startsWith('dead-')) {
        const reply = accept(address, message);
        return fault.kind === 'slow' ? { reply, fault: 'slow' } : { reply: answerTo(fault), fault: fault.kind };
      }
      return { reply: answerTo(fault), fault: fault.kind };
    }
    if (Buffer.byteLength(body) > PAYLOAD_MAX_BYTES + address.length) return { reply: fcmErrors.badPayload('Message too big') };
    if (address.startsWith('dead-')) {
      if (!rehearsed) ledger.refuse(message.android?.collapse_key ?? '', address);
      return { reply: fcmErrors.unregistered() };
    }
    if (address.startsWith('busy-')) return { reply: fcmErrors.unavailable() };
    if (address.startsWith('malformed-'))
      return { reply: fcmErrors.badField('message.token', 'The registration token is not a valid FCM registration token') };
    return { reply: accept(address, message) };
  };

  const answer = async (path: string, authorization: string, body: string): Promise<Answer> => {
    if (path === '/token') {
      const { delayMs, status, expiresIn } = behaviour.token;
      if (delayMs > 0) await sleep(delayMs);
      return { reply: status === 200 ? await tokens.issue(body, expiresIn) : { status, body: { error: 'internal_failure' } } };
    }
    const project = SEND_PATH.exec(path)?.[1];
    return project ? send(authorization, decodeURIComponent(project), body) : { reply: { status: 404, body: {} } };
  };

  const gateway = http2.createSecureServer({
    key: readFileSync(files.certificateKey),
    cert: readFileSync(files.certificate),
    settings: { maxConcurrentStreams: behaviour.maxStreams },
  });
  const sessions = new Set<http2.ServerHttp2Session>();
  gateway.on('session', (session) => {
    let streams = 0;
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => {});
    session.on('stream', (stream) => {
      streams += 1;
      if (behaviour.goawayEvery === null || streams < behaviour.goawayEvery) return;
      streams = 0;
      session.goaway(http2.constants.NGHTTP2_NO_ERROR, stream.id ?? 0);
      session.close();
    });
  });
  gateway.on('sessionError', () => {});
  gateway.on('stream', (stream, headers) => {
    let body = '';
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      if (body.length < BODY_MAX_BYTES) body += chunk;
    });
    stream.on('end', async () => {
      const { reply, fault } = await answer(headers[':path'] ?? '', String(headers.authorization), body);
      const waitMs = fault === 'slow' ? behaviour.slowMs : behaviour.latencyMs;
      if (waitMs > 0) await sleep(waitMs);
      if (stream.destroyed || fault === 'silent') return;
      if (fault === 'drop') return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
      if (fault === 'refuseStream') return stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
      if (fault === 'disconnect' || !reply) return stream.session?.destroy();
      stream.respond({ ':status': reply.status, 'content-type': 'application/json; charset=UTF-8', ...reply.headers });
      stream.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });

  const control = startControl({
    ledger,
    behaviour: () => behaviour,
    behave: (wanted) => {
      behaviour = { ...wellBehaved(), ...wanted, token: { ...wellBehaved().token, ...wanted.token } };
      for (const session of sessions)
        if (session.localSettings.maxConcurrentStreams !== behaviour.maxStreams)
          session.settings({ maxConcurrentStreams: behaviour.maxStreams });
      return behaviour;
    },
    withdrawTokens: tokens.withdraw,
    takeIssued: tokens.takeIssued,
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
