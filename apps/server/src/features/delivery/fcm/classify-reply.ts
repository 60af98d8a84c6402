import { z } from 'zod';
import { jsonIn } from '../../../platform/read-answer.ts';
import type { PushOutcome } from '../push-gateway.ts';
import type { Http2Reply } from './http2-exchange.ts';

/** The body of FCM's errors, as documented. A proxy or a firewall in between sends other bodies. */
const Refused = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().min(1),
    details: z
      .array(
        z.looseObject({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.looseObject({ field: z.string().optional() })).optional(),
        }),
      )
      .optional()
      .catch(undefined),
  }),
});
type FcmError = z.infer<typeof Refused>['error'];

const DEFAULT_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
const ERROR_TEXT_MAX = 300;

const errorIn = (body: string): FcmError | undefined => Refused.safeParse(jsonIn(body)).data?.error;
const codeOf = ({ details }: FcmError): string | undefined => details?.find(({ errorCode }) => errorCode)?.errorCode;

/** True when FCM no longer accepts the access token; false when only the key of one platform (APNs, Web Push) is refused. */
export const isTokenWithdrawn = ({ status, body }: Pick<Http2Reply, 'status' | 'body'>): boolean => {
  const error = status === 401 ? errorIn(body) : undefined;
  return error !== undefined && codeOf(error) !== 'THIRD_PARTY_AUTH_ERROR';
};

/** Returns the message's name. Checked by hand for speed, because every reply is parsed here. */
const nameIn = (reply: unknown): string | null =>
  typeof reply === 'object' && reply !== null && 'name' in reply && typeof reply.name === 'string' && reply.name !== '' ? reply.name : null;

/** Retry-After in milliseconds: seconds or an HTTP date, within an hour; nonsense and absence mean the default. */
export const retryAfterMs = (header: string | string[] | undefined, now: Date): number => {
  const text = String(header ?? '').trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_RETRY_MS) : DEFAULT_RETRY_MS;
};

/** Statuses that blame the message, its address or our key. */
const BLAMING = new Set([400, 401, 403, 404]);

/** The outcome class of an FCM error with one of the blaming statuses. */
const classifyError = (status: number, error: FcmError): PushOutcome => {
  const code = codeOf(error);
  const fields = error.details?.flatMap((detail) => detail.fieldViolations?.map((violation) => violation.field) ?? []) ?? [];
  const text = `${status} ${code ?? error.status} ${error.message ?? ''}`.replace(/\s+/g, ' ').trim().slice(0, ERROR_TEXT_MAX);
  if (status === 404 && code === 'UNREGISTERED') return { is: 'deadAddress' };
  if (status === 400 && code === 'INVALID_ARGUMENT' && fields.some((field) => field === 'message.token' || field === 'message.fid'))
    return { is: 'deadAddress' };
  if (code === 'THIRD_PARTY_AUTH_ERROR') return { is: 'refused', reason: 'credential' };
  return { is: 'stop', reason: status === 400 ? 'payload' : 'credential', error: text };
};

/** The outcome classes of FCM HTTP v1. Only a proven dead address counts as dead: one wrong project id must not prune the device base. */
export const classifyReply = ({ status, headers, body }: Http2Reply, now: () => Date): PushOutcome => {
  if (status === 200) {
    const messageId = nameIn(jsonIn(body));
    return messageId ? { is: 'accepted', messageId } : { is: 'transient' };
  }
  if (status === 429) return { is: 'throttled', afterMs: retryAfterMs(headers['retry-after'], now()) };
  if (BLAMING.has(status)) {
    const error = errorIn(body);
    // A proxy or a firewall refused it, and passed nothing on.
    return error ? classifyError(status, error) : { is: 'transient', isRefused: true };
  }
  return {
    is: 'transient',
    isRefused: true,
    ...(headers['retry-after'] !== undefined && { afterMs: retryAfterMs(headers['retry-after'], now()) }),
  };
};
