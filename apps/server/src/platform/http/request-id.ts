import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newId } from '../ids.ts';

/** What a proxy or another service may call a request; anything else could write into the log what it likes. */
const GIVEN = /^[\w.:/+=-]{8,128}$/;
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
/** Asked every few seconds, about nobody. */
const UNSAID = new Set(['/healthz', '/readyz', '/assets/*']);

/** The number of a request: as it came in (`x-request-id`, else the trace of `traceparent`), else a new one (D-2A). */
export const requestId = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && GIVEN.test(given)) return given;
  const trace = typeof headers['traceparent'] === 'string' ? TRACE.exec(headers['traceparent'])?.[1] : undefined;
  return trace ?? newId();
};

/** Each answer carries its request's number, and each request leaves one line: route, status, milliseconds, who (D-2A). */
export const sayRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, actorId, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    if (!UNSAID.has(routeOptions.url ?? ''))
      request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms, actor: actorId }, 'answered');
    done();
  });
};
