import type { RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance } from 'fastify';
import { addApiPage } from './api-page.ts';
import { openApi } from './openapi.ts';

const READY_CACHE_MS = 1_000;

/** Liveness, readiness (cached, so that it cannot be used to load the database) and the API's description. */
export const addServiceRoutes = (
  app: FastifyInstance,
  options: { title: string; declared: readonly RouteSpec[]; isReady: () => Promise<boolean> },
): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  let last: { at: number; ready: Promise<boolean> } | undefined;
  app.get('/readyz', async (_request, reply) => {
    const now = performance.now();
    if (!last || now - last.at > READY_CACHE_MS) last = { at: now, ready: options.isReady().catch(() => false) };
    const ready = await last.ready;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable' });
  });
  addApiPage(app, options.title, options.declared);
  let document: unknown;
  app.get('/openapi.json', async () => (document ??= openApi(options.title, options.declared)));
};
