import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** What the line of a request says of it: its route, never its address, which may hold what people typed. */
export const lineOf = ({ method, routeOptions, actorId }: FastifyRequest, { elapsedTime }: FastifyReply) => ({
  method,
  route: routeOptions.url,
  ms: Math.round(elapsedTime * 10) / 10,
  actor: actorId,
});

/** Each answer carries its request's number, and each request leaves one line: route, status, milliseconds, who; of a refusal also why (D-2A, API-GEN-13). */
export const sayRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.isSaid && !UNSAID.has(request.routeOptions.url ?? ''))
      request.log.info({ ...lineOf(request, reply), status: reply.statusCode }, 'answered');
    done();
  });
};
