import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswersAgain, type KeptAnswer, namesTag } from './answers-again.ts';
import type { Accepted, PackedAnswer } from './packed-answer.ts';
import { securityHeaders } from './security-headers.ts';

/** Longest time that anybody may keep an answer without asking, seconds: a save must not stay unseen behind a CDN. */
const KEPT_SECONDS = 30;

/** Headers that are the same for all who ask: another one of the first answer may be about its caller, and is given to nobody else. */
const SHARED = new Set([
  ...Object.keys(securityHeaders({ imageOrigins: [], connectOrigins: [] })),
  'etag',
  'cache-control',
  'vary',
  'content-type',
]);
const sharedOf = (reply: FastifyReply): KeptAnswer['headers'] =>
  Object.fromEntries(Object.entries(reply.getHeaders()).filter(([name]) => SHARED.has(name)));

const acceptedBy = ({ headers }: FastifyRequest): Accepted => {
  const accepted = String(headers['accept-encoding'] ?? '');
  const takes = (name: string): boolean => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return { br: takes('br'), gzip: takes('gzip') };
};

type Prepared = {
  answer: PackedAnswer;
  /** Instant in milliseconds at which it ends; null when only a save ends it. */
  until: number | null;
  isCurrent: () => boolean;
  /** Whoever says who they are gets another answer at the same address. */
  onlyUnknown?: boolean;
};
type Call = { request: FastifyRequest; reply: FastifyReply };

/** Gives prepared JSON to anybody: tagged, packed as the client reads it, and given again before the framework is asked. */
export const createPreparedReply =
  ({ again, now }: { again: AnswersAgain; now: () => Date }) =>
  ({ request, reply }: Call, { answer, until, isCurrent, onlyUnknown = false }: Prepared): FastifyReply => {
    const maxAge = (): number => {
      const left = until === null ? KEPT_SECONDS : Math.floor((until - now().getTime()) / 1000);
      return Math.max(0, Math.min(KEPT_SECONDS, left));
    };
    const accepted = acceptedBy(request);
    reply
      .header('etag', answer.etag)
      .header('cache-control', `public, max-age=${maxAge()}`)
      .header('vary', onlyUnknown ? 'accept-encoding, authorization' : 'accept-encoding')
      .header('content-type', 'application/json; charset=utf-8');
    again.keep(request.raw, {
      headers: sharedOf(reply),
      etag: answer.etag,
      packed: () => answer.packed(accepted),
      onlyUnknown,
      isCurrent,
      maxAge,
    });
    if (namesTag(request.headers['if-none-match'], answer.etag)) return reply.removeHeader('content-type').code(304).send();
    const { encoding, bytes } = answer.packed(accepted);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(bytes);
  };
export type PreparedReply = ReturnType<typeof createPreparedReply>;
