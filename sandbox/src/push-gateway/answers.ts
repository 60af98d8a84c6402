import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from './credentials.ts';
import { answerTo, type Behaviour, createFaults, type FaultKind, isTaken } from './faults.ts';
import { type FcmReply, fcmErrors } from './fcm-errors.ts';
import type { Action, Ledger } from './ledger.ts';
import type { Tokens } from './tokens.ts';

export type Push = {
  address: string;
  title: string;
  body: string;
  image: string | null;
  url: string | null;
  notificationId: string;
  tag: string;
  /** Data payload, the only part that the app itself receives. */
  data: Record<string, string>;
};

const PAYLOAD_MAX_BYTES = 4_096;
const TIME_TO_LIVE_DEFAULT_S = 28 * 86_400;
/** FCM's reply to `validate_only`. */
const NOTHING_SENT: FcmReply = { status: 200, body: { name: `projects/${PROJECT}/messages/fake_message_id` } };
const SEND_PATH = /^\/v1\/projects\/([^/]+)\/messages:send$/;

type FcmMessage = {
  token?: string;
  fid?: string;
  notification?: { title?: string; body?: string; image?: string };
  data?: Record<string, string>;
  android?: { collapse_key?: string; ttl?: string; notification?: { tag?: string } };
  apns?: { headers?: { 'apns-collapse-id'?: string; 'apns-expiration'?: string } };
};
type FcmRequest = { message?: FcmMessage; validate_only?: boolean };
/** Reply to a request. `fault` alters the stream instead of, or in addition to, the reply. */
type Answer = { reply: FcmReply | null; fault?: FaultKind };
type Answering = { ledger: Ledger; tokens: Tokens; behaviour: () => Behaviour; onPush: ((push: Push) => void) | undefined };

const parsed = (body: string): FcmRequest | null => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

const keyOf = ({ android, apns }: FcmMessage): string => android?.collapse_key ?? apns?.headers?.['apns-collapse-id'] ?? '';
const actionOf = ({ data }: FcmMessage): Action => {
  const action = data?.['action'];
  return action === 'correct' || action === 'takeBack' ? action : 'show';
};
const ttlSecondsOf = ({ android, apns }: FcmMessage): number => {
  if (android?.ttl) return Number.parseFloat(android.ttl);
  const endsAt = apns?.headers?.['apns-expiration'];
  return endsAt ? Number(endsAt) - Date.now() / 1000 : TIME_TO_LIVE_DEFAULT_S;
};
const pushOf = ({ notification, data }: FcmMessage, address: string, tag: string): Push => ({
  address,
  tag,
  title: notification?.title ?? '',
  body: notification?.body ?? '',
  image: notification?.image ?? null,
  url: data?.['url'] ?? null,
  notificationId: data?.['notificationId'] ?? '',
  data: data ?? {},
});

/** Answers requests to the gateway and records the messages in the ledger. */
export const createAnswers = ({ ledger, tokens, behaviour, onPush }: Answering) => {
  const faultOf = createFaults();

  const take = (address: string, message: FcmMessage): FcmReply => {
    const action = actionOf(message);
    // A message that changes another one has no tag: the app and iOS match it by its key.
    const tag = message.android?.notification?.tag ?? (action === 'show' ? randomUUID() : keyOf(message));
    ledger.accept({ key: keyOf(message), address, tag, ttlSeconds: ttlSecondsOf(message), action });
    onPush?.(pushOf(message, address, tag));
    return { status: 200, body: { name: `projects/${PROJECT}/messages/${randomUUID()}` } };
  };

  const send = (authorization: string, project: string, body: string): Answer => {
    if (!tokens.isGood(authorization)) return { reply: fcmErrors.unauthenticated() };
    if (project !== PROJECT) return { reply: fcmErrors.wrongProject() };
    const request = parsed(body);
    if (!request) return { reply: fcmErrors.badPayload('Invalid JSON payload received.') };
    const { message, validate_only: rehearsed } = request;
    const address = message?.token ?? message?.fid;
    if (!message || !address) return { reply: fcmErrors.badField('message.token', 'Recipient of the message is not set.') };
    const accept = (): FcmReply => (rehearsed ? NOTHING_SENT : take(address, message));
    const isDead = address.startsWith('dead-');
    const fault = faultOf(behaviour(), address);
    if (fault) {
      const taken = isTaken(fault.kind) && !isDead ? accept() : null;
      return { reply: taken && fault.kind === 'slow' ? taken : answerTo(fault), fault: fault.kind };
    }
    if (Buffer.byteLength(body) > PAYLOAD_MAX_BYTES + address.length) return { reply: fcmErrors.badPayload('Message too big') };
    if (isDead) {
      if (!rehearsed && actionOf(message) === 'show') ledger.refuse(keyOf(message), address);
      return { reply: fcmErrors.unregistered() };
    }
    if (address.startsWith('busy-')) return { reply: fcmErrors.unavailable() };
    if (address.startsWith('malformed-'))
      return { reply: fcmErrors.badField('message.token', 'The registration token is not a valid FCM registration token') };
    return { reply: accept() };
  };

  const issue = async (body: string): Promise<FcmReply> => {
    const { delayMs, status, expiresIn } = behaviour().token;
    if (delayMs > 0) await sleep(delayMs);
    return status === 200
      ? tokens.issue(body, expiresIn)
      : { status, body: { error: status >= 500 ? 'internal_failure' : 'invalid_grant' } };
  };

  return async (path: string, authorization: string, body: string): Promise<Answer> => {
    if (path === '/token') return { reply: await issue(body) };
    const project = SEND_PATH.exec(path)?.[1];
    return project ? send(authorization, decodeURIComponent(project), body) : { reply: { status: 404, body: {} } };
  };
};
export type Answers = ReturnType<typeof createAnswers>;
