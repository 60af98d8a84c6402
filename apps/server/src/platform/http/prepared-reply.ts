import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswersAgain, type KeptQuestion, namesTag } from './answers-again.ts';
import { type Accepted, bytesOf, type Prepared } from './packed-answer.ts';
import { noOrigins, PUBLIC_JSON_HEADERS, securityHeaders } from './security-headers.ts';

/** Longest time that anybody may keep an answer without asking, seconds: a save must not stay unseen behind a CDN. */
const KEPT_SECONDS = 30;

/** What protects pages is of no use on public JSON, and a fifth of what it costs to answer (decision 0052). */
const FOR_PAGES = Object.keys(securityHeaders(noOrigins)).filter((name) => !PUBLIC_JSON_HEADERS.has(name));
/** It is given to many, and has the number of none of them. */
const NOT_SHARED = [...FOR_PAGES, 'x-request-id'];
/** Headers that are the same for all who ask: another one of the first answer may be about its caller, and is given to nobody else. */
const SHARED = new Set([...PUBLIC_JSON_HEADERS, 'vary', 'content-type']);
const sharedOf = (reply: FastifyReply): KeptQuestion['headers'] =>
  Object.fromEntries(Object.entries(reply.getHeaders()).filter(([name]) => SHARED.has(name)));

// The same text for all who are told the same.
const CACHE_CONTROL = Array.from({ length: KEPT_SECONDS + 1 }, (_, seconds) => `public, max-age=${seconds}`);

const acceptedBy = ({ headers }: FastifyRequest): Accepted => {
  const accepted = String(headers['accept-encoding'] ?? '');
  const takes = (name: string): boolean => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return { br: takes('br'), gzip: takes('gzip') };
};

export type Asked = {
  prepared: Prepared;
  /** What the answer is when the same is asked again; null when that has to be looked up. */
  again: () => Prepared | null;
  /** Whoever says who they are gets another answer at the same address. */
  onlyUnknown?: boolean;
};
type Call = { request: FastifyRequest; reply: FastifyReply };

/** Gives prepared JSON to anybody: tagged, packed as the client reads it, and given again before the framework is asked. */
export const createPreparedReply = ({ again, now }: { again: AnswersAgain; now: () => Date }) => {
  const cacheControl = ({ until }: Prepared): string => {
    const left = until === null ? KEPT_SECONDS : Math.floor((until - now().getTime()) / 1000);
    return CACHE_CONTROL[Math.max(0, Math.min(KEPT_SECONDS, left))] ?? 'no-cache';
  };
  return ({ request, reply }: Call, { prepared, again: askAgain, onlyUnknown = false }: Asked): FastifyReply => {
    for (const name of NOT_SHARED) reply.removeHeader(name);
    reply
      .header('vary', onlyUnknown ? 'accept-encoding, authorization' : 'accept-encoding')
      .header('content-type', 'application/json; charset=utf-8');
    const accepted = acceptedBy(request);
    again.keep(request.raw, { headers: sharedOf(reply), accepted, onlyUnknown, again: askAgain, cacheControl });
    const { etag } = prepared.answer;
    reply.header('etag', etag).header('cache-control', cacheControl(prepared));
    if (namesTag(request.headers['if-none-match'], etag)) return reply.removeHeader('content-type').code(304).send();
    const packed = prepared.answer.packed(accepted);
    if (packed.encoding) reply.header('content-encoding', packed.encoding);
    return reply.send(bytesOf(packed));
  };
};
export type PreparedReply = ReturnType<typeof createPreparedReply>;
