import type { RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance } from 'fastify';
import { addApiPage } from './api-page.ts';
import { openApi } from './openapi.ts';
import { createReadiness, type ReadyPart } from './readiness.ts';

/** Liveness, readiness with the names of the parts that are missing, and the API's description. */
export const addServiceRoutes = (
  app: FastifyInstance,
  options: { title: string; declared: readonly RouteSpec[]; parts: readonly ReadyPart[] },
): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  const readiness = createReadiness(options.parts);
  app.get('/readyz', async (_request, reply) => {
    const { ready, missing } = await readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', ...(missing.length > 0 && { missing }) });
  });
  addApiPage(app, options.title, options.declared);
  let document: unknown;
  app.get('/openapi.json', async () => (document ??= openApi(options.title, options.declared)));
};
