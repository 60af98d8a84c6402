import type { FastifyInstance } from 'fastify';
import { onEnded } from '../http/on-ended.ts';
import type { Metrics } from './metrics.ts';

/** Records the duration of each request by its route, never by its URL. Requests without a route are counted together. */
export const observeRequests = (app: FastifyInstance, metrics: Metrics): void => {
  onEnded(app, ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
    metrics.request({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1_000);
  });
};
