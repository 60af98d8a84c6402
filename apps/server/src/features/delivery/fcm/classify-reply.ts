import { z } from 'zod';
import type { PushOutcome } from '../push-gateway.ts';
import type { Http2Reply } from './http2-exchange.ts';

const Refused = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    details: z
      .array(
        z.looseObject({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.looseObject({ field: z.string().optional() })).optional(),
        }),
      )
      .optional(),
  }),
});

const DEFAULT_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
const ERROR_TEXT_MAX = 300;

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The message's name; by hand, because every single reply comes through here. */
const nameIn = (reply: unknown): string | null =>
  typeof reply === 'object' && reply !== null && 'name' in reply && typeof reply.name === 'string' && reply.name !== '' ? reply.name : null;

/** Retry-After in milliseconds: seconds or an HTTP date, within an hour; nonsense and absence mean the default. */
export const retryAfterMs = (header: string | string[] | undefined, now: Date): number => {
  const text = String(header ?? '').trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_RETRY_MS) : DEFAULT_RETRY_MS;
};

/** The outcome classes of FCM HTTP v1. Only a proven dead address is ever called dead: one wrong project id must not prune the device base. */
export const classifyReply = ({ status, headers, body }: Http2Reply, now: () => Date): PushOutcome => {
  if (status === 200) {
    const messageId = nameIn(json(body));
    return messageId ? { is: 'accepted', messageId } : { is: 'transient' };
  }
  const { error } = Refused.safeParse(json(body)).data ?? { error: {} };
  const code = error.details?.find((detail) => detail.errorCode)?.errorCode;
  const fields = error.details?.flatMap((detail) => detail.fieldViolations?.map((violation) => violation.field) ?? []) ?? [];
  const text = `${status} ${code ?? error.status ?? ''} ${error.message ?? ''}`.replace(/\s+/g, ' ').trim().slice(0, ERROR_TEXT_MAX);
  if (status === 404 && code === 'UNREGISTERED') return { is: 'deadAddress' };
  if (status === 400 && code === 'INVALID_ARGUMENT' && fields.some((field) => field === 'message.token' || field === 'message.fid'))
    return { is: 'deadAddress' };
  if (status === 429) return { is: 'throttled', afterMs: retryAfterMs(headers['retry-after'], now()) };
  if (code === 'THIRD_PARTY_AUTH_ERROR') return { is: 'refused', reason: 'credential' };
  if (status === 400) return { is: 'stop', reason: 'payload', error: text };
  if ([401, 403, 404].includes(status)) return { is: 'stop', reason: 'credential', error: text };
  return {
    is: 'transient',
    isRefused: true,
    ...(headers['retry-after'] !== undefined && { afterMs: retryAfterMs(headers['retry-after'], now()) }),
  };
};
