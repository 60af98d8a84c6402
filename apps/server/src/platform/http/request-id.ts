import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../ids.ts';
import { onEnded } from './on-ended.ts';
import { becauseOf, type Cause, writtenFor } from '../tracing/cause.ts';
import type { Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Cause of all work that the request starts. */
    cause: Cause | null;
  }
}

/** Valid request ids from a proxy or another service. Anything else could inject text into the log. */
const VALID_ID = /^[\w.:/+=-]{8,128}$/;
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
/** Routes that are polled every few seconds, without a user. */
export const HEALTH = new Set(['/healthz', '/readyz']);
const UNLOGGED = new Set([...HEALTH, '/assets/*']);

/** Returns whether an address belongs to a trusted proxy. */
type IsTrusted = (address: string | undefined) => boolean;

/**
 * Returns the headers if a trusted proxy sent them, otherwise none. With an id or a trace of their choice, other clients could hide among
 * the requests in the log and have each of their calls traced (E-43).
 */
const trustedHeaders = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, isTrusted: IsTrusted): IncomingHttpHeaders =>
  isTrusted(socket.remoteAddress) ? headers : {};

/** The id of a request: from a trusted proxy as it came (`x-request-id`, else the trace of `traceparent`), else a new one (D-2A). */
export const requestId = (request: IncomingMessage, isTrusted: IsTrusted): string => {
  const headers = trustedHeaders(request, isTrusted);
  const id = headers['x-request-id'];
  if (typeof id === 'string' && VALID_ID.test(id)) return id;
  const trace = typeof headers['traceparent'] === 'string' ? TRACE.exec(headers['traceparent'])?.[1] : undefined;
  return trace ?? newId();
};

/** Returns the log fields of a request: its route, not its URL, which may contain user input. */
export const lineOf = ({ method, routeOptions, actorId }: FastifyRequest, { elapsedTime }: FastifyReply) => ({
  method,
  route: routeOptions.url,
  ms: Math.round(elapsedTime * 10) / 10,
  actor: actorId,
});

const isUnlogged = ({ routeOptions }: FastifyRequest): boolean => UNLOGGED.has(routeOptions.url ?? '');

/**
 * Returns the request id with each response, and logs one line per request: route, status, duration, caller and writes; of a refusal also
 * the reason (D-2A, API-GEN-13, OPS-02). With tracing, each request is a span, within the trace of a trusted proxy if there is one.
 */
export const logRequests = (app: FastifyInstance, isTrusted: IsTrusted, tracing?: Tracing): void => {
  app.decorateRequest('cause', null);
  const causeOf = (request: FastifyRequest): Cause => {
    const { method, routeOptions } = request;
    const cause: Cause = { requestId: request.id, written: new Set() };
    if (!tracing || isUnlogged(request)) return cause;
    const route = routeOptions.url ?? 'none';
    const { traceparent, tracestate } = trustedHeaders(request.raw, isTrusted) as Record<string, string | undefined>;
    const facts = { 'http.request.method': method, 'http.route': route, 'endcap.request.id': request.id };
    const from = { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) };
    return { ...cause, part: tracing.begin({ name: `${method} ${route}`, kind: 'server', facts, from }) };
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.cause = causeOf(request);
    becauseOf(request.cause, done);
  });
  onEnded(app, (request, reply, isLost) => {
    const status = reply.statusCode;
    request.cause?.part?.note({ 'http.response.status_code': status });
    request.cause?.part?.end(status >= 500 ? status : undefined);
    if (!request.isLogged && !isUnlogged(request))
      request.log.info(
        { ...lineOf(request, reply), status, ...(isLost && { lost: true }), ...(request.cause && writtenFor(request.cause)) },
        'answered',
      );
  });
};
