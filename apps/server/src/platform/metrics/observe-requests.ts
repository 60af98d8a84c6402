import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Seconds of each request by its route, never by its address; what no route answers stands together. */
export const observeRequests = (app: FastifyInstance, metrics: Metrics): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.request({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
};
