import type { AddressInfo } from 'node:net';
import type { RouteSpec } from '@endcap/contract/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore } from '../../apps/server/test/builders.ts';
import { everyRoute, isForPhones } from '../../apps/server/test/every-route.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { callersAt, uploadFiles } from './callers.ts';
import { fuzz } from './fuzz.ts';
import { wrongWith } from './judge.ts';

const SERVICE_TOKEN = 'service-token-of-the-fuzz-0123456789';
let world: FreshWorld;
let routes: RouteSpec[];
let adminUrl: string;
let appUrl: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN, ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
  routes = await everyRoute();
  for (const app of [world.adminApp, world.appApp]) await app.listen({ port: 0, host: '127.0.0.1' });
  const at = (app: FreshWorld['adminApp']): string => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  [adminUrl, appUrl] = [at(world.adminApp), at(world.appApp)];
  for (const number of [101, 102]) await aStore(world.db, { name: `Koszyk ${number}`, storeNo: number });
});
afterAll(() => world.close());

type Declared = { paths: Record<string, Record<string, unknown>> };

test('the fuzz covers exactly the routes that the two APIs declare', { tags: ['SEC-01'] }, async () => {
  for (const [url, phones] of [
    [adminUrl, false],
    [appUrl, true],
  ] as const) {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Declared;
    const declared = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const drawn = routes.filter((route) => isForPhones(route) === phones);
    expect(drawn.map(({ method, path }) => `${method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`).toSorted()).toEqual(declared.toSorted());
  }
});
const { numRuns = 0, seed = 0 } = fc.readConfigureGlobal();
const REQUESTS = 2 * numRuns;
test(
  `no generated request of any caller gets a 5xx or a response that violates its schema (${REQUESTS} requests)`,
  { tags: ['SEC-01', 'D-15'] },
  async () => {
    const callers = callersAt({ adminUrl, appUrl, tokenOf: world.tokenOf, serviceToken: SERVICE_TOKEN });
    const files = await uploadFiles({ adminUrl, tokenOf: world.tokenOf });
    const { found, statuses } = await fuzz({ adminUrl, appUrl, routes, callers, files, count: REQUESTS, seed });
    expect(found, `PROPERTY_SEED=${seed}`).toEqual([]);
    // If all requests were refused, the fuzz would find nothing.
    const well = Object.entries(statuses).reduce((sum, [status, times]) => (Number(status) < 300 ? sum + times : sum), 0);
    expect(well, JSON.stringify(statuses)).toBeGreaterThan(REQUESTS / 10);
  },
);
test('reports 5xx, undeclared statuses, bodies that violate the schema or error shape, and HTML responses', { tags: ['SEC-01'] }, () => {
  const route = routes.find(({ path, method }) => path === '/api/v1/popup-editor/list' && method === 'GET') as RouteSpec;
  const headers = { 'content-type': 'application/json' };
  const list = { items: [], total: 0, page: 1, pageSize: 20, pageCount: 1 };
  const answered = (status: number, body: unknown, type = headers) =>
    wrongWith(route, 'GET', { status, headers: type, text: JSON.stringify(body), ms: 1 });
  expect(answered(200, list)).toBe(null);
  expect(answered(401, { error: { code: 'unauthenticated', message: '' } })).toBe(null);
  expect(answered(409, { error: { code: 'conflict', message: '' } })).toBe('409, which its description does not name');
  expect(answered(500, { error: { code: 'internal', message: '' } })).toBe('500');
  expect(answered(200, { ...list, total: 'many' })).toContain('total');
  expect(answered(404, { message: 'Route GET:/ not found' })).toContain('shape');
  expect(answered(200, list, { 'content-type': 'text/html' })).toContain('page');
});
