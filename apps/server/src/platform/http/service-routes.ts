import type { RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { build } from '../build.ts';
import { CLOCK_OFF_MS } from '../db/database-clock.ts';
import { addApiPage } from './api-page.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Leaving } from './leaving.ts';
import { type ApiInfo, type OpenApi, openApi } from './openapi.ts';
import { createReadiness, type ReadyPart } from './readiness.ts';

type ServiceParts = {
  declared: readonly RouteSpec[];
  parts: readonly ReadyPart[];
  leaving: Leaving;
  metrics: Metrics | undefined;
  /** True if callers are counted by address. If so, `/readyz` reports whether a trusted proxy forwarded the address of its caller. */
  countsCallers?: boolean;
  /** Milliseconds by which the system clock is ahead of the database's; null: not measured yet. `/readyz` reports a difference. */
  clockAheadMs?: (() => number | null) | undefined;
};

const clientOf = ({ ips }: FastifyRequest): 'forwarded' | 'direct' => (ips !== undefined && ips.length > 1 ? 'forwarded' : 'direct');

const clockDetail = (aheadMs: number): { clockAheadSeconds?: number } =>
  Math.abs(aheadMs) > CLOCK_OFF_MS ? { clockAheadSeconds: Math.round(aheadMs / 100) / 10 } : {};

/** Liveness, readiness with the version and the names of the parts that are missing, and the API's description. */
export const addServiceRoutes = (
  app: FastifyInstance,
  { declared, parts, leaving, metrics, countsCallers = false, clockAheadMs, ...info }: ApiInfo & ServiceParts,
): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  const readiness = createReadiness(parts);
  metrics?.level({ name: 'endcap_ready', help: 'Whether a part that the process needs answers', label: 'part' }, async () => {
    const { missing } = await readiness();
    return Object.fromEntries(parts.map(({ name }) => [name, missing.includes(name) ? 0 : 1]));
  });
  app.get('/readyz', async (request, reply) => {
    if (leaving.isBegun()) return reply.code(503).send({ status: 'leaving' });
    const { ready, missing } = await readiness();
    const status = ready ? 'ready' : 'unavailable';
    const client = countsCallers && { client: clientOf(request) };
    const clock = clockDetail(clockAheadMs?.() ?? 0);
    return reply.code(ready ? 200 : 503).send({ status, ...(missing.length > 0 && { missing }), ...clock, ...client, build });
  });
  let document: OpenApi | undefined;
  const description = (): OpenApi => (document ??= openApi(info, declared));
  app.get('/openapi.json', async () => description());
  addApiPage(app, description);
};
