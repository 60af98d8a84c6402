import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Prepared } from './answer.ts';
import { createCompressedBodies, type Encoding, encodingFor } from './compressed-bodies.ts';
import { noOrigins, PUBLIC_JSON_HEADERS, securityHeaders } from './security-headers.ts';

/** Longest `max-age`, in seconds: caches such as a CDN must not hide a save for longer. */
const MAX_AGE_SECONDS = 30;
// One string for each number of seconds, shared by all answers.
const CACHE_CONTROL = Array.from({ length: MAX_AGE_SECONDS + 1 }, (_, seconds) => `public, max-age=${seconds}`);

/** Headers that protect pages are of no use on public JSON, and a fifth of what it costs to answer (decision 0052). */
const FOR_PAGES = Object.keys(securityHeaders(noOrigins)).filter((name) => !PUBLIC_JSON_HEADERS.has(name));
/** Headers that are removed, because a prepared response is sent to many callers: those for pages, and the request id. */
const NOT_SHARED = [...FOR_PAGES, 'x-request-id'];
/** Headers that are the same for all callers. Any other header of the first response may concern its caller and is not reused. */
const SHARED = new Set([...PUBLIC_JSON_HEADERS, 'vary']);
const TYPE = 'application/json; charset=utf-8';

/** Maximum bytes of all cached requests. */
const CACHE_BYTES = 24e6;
/** Estimated bytes of a request besides its key. Answers are stored elsewhere. */
const OWN_BYTES = 2_000;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
/** Returns whether an `If-None-Match` header matches a tag. `*` matches every tag (RFC 9110). */
const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === etag || tagsOf(header).some((tag) => tag === etag || tag === '*'));

export type PreparedReply = {
  prepared: Prepared;
  /** Returns the answer to a repeated request; null if the route handler has to compute it. */
  again: () => Prepared | null;
  /** Callers with an `Authorization` header get another response at the same URL. */
  onlyUnknown?: boolean;
};
type Call = { request: FastifyRequest; reply: FastifyReply };
/** A cached request: its shared headers as alternating names and values, and the means to answer it again. */
type CachedRequest = Omit<PreparedReply, 'prepared'> & { headers: readonly string[]; encoding: Encoding };

/**
 * Serves prepared JSON with an ETag, compressed as the client accepts it. A route handler answers the first request; repeated requests are
 * answered before they reach the framework, with the same headers. They are found by the bytes of their URL.
 */
export const createPreparedAnswers = ({ now }: { now: () => Date }) => {
  const bodies = createCompressedBodies();
  const requests = new LRUCache<string, CachedRequest>({ maxSize: CACHE_BYTES, sizeCalculation: (_, key) => OWN_BYTES + key.length });
  const answered = { 200: 0, 304: 0 };

  const keyOf = ({ url, headers }: IncomingMessage): string => `${headers['accept-encoding'] ?? ''} ${url}`;
  const cacheControl = ({ until }: Prepared): string => {
    const left = until === null ? MAX_AGE_SECONDS : Math.floor((until - now().getTime()) / 1000);
    return CACHE_CONTROL[Math.max(0, Math.min(MAX_AGE_SECONDS, left))] ?? 'no-cache';
  };

  return {
    /** Sends the first answer to a request, and caches the request. */
    give: ({ request, reply }: Call, { prepared, again, onlyUnknown = false }: PreparedReply): FastifyReply => {
      for (const name of NOT_SHARED) reply.removeHeader(name);
      reply.header('vary', onlyUnknown ? 'accept-encoding, authorization' : 'accept-encoding');
      const shared = Object.entries(reply.getHeaders()).filter(([name]) => SHARED.has(name));
      const headers = shared.flatMap(([name, value]) => [name, String(value)]);
      const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''));
      requests.set(keyOf(request.raw), { headers, encoding, onlyUnknown, again });
      const { etag } = prepared.answer;
      reply.header('etag', etag).header('cache-control', cacheControl(prepared));
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.header('content-type', TYPE).send(bodies.of(prepared.answer, encoding));
    },
    /** Answers a cached request and returns true, or returns false to leave the request to the framework. */
    answerFromCache: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== 'GET') return false;
      const cached = requests.get(keyOf(request));
      if (!cached || (cached.onlyUnknown && request.headers.authorization !== undefined)) return false;
      const prepared = cached.again();
      if (!prepared) return false;
      const { etag } = prepared.answer;
      const head = [...cached.headers, 'etag', etag, 'cache-control', cacheControl(prepared)];
      if (namesTag(request.headers['if-none-match'], etag)) {
        response.writeHead(304, head).end();
        answered[304] += 1;
        return true;
      }
      const body = bodies.of(prepared.answer, cached.encoding);
      if (cached.encoding !== 'identity') head.push('content-encoding', cached.encoding);
      head.push('content-type', TYPE, 'content-length', String(body.length));
      response.writeHead(200, head).end(body);
      answered[200] += 1;
      return true;
    },
    /** Number of responses from the cache, by status. */
    answered,
  };
};
export type PreparedAnswers = ReturnType<typeof createPreparedAnswers>;
