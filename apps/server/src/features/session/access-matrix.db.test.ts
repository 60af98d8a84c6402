import { randomUUID } from 'node:crypto';
import type { RouteSpec } from '@endcap/contract/core';
import { appAssistantRoutes } from '@endcap/contract/assistant';
import { deviceRoutes } from '@endcap/contract/devices';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { popupRoutes } from '@endcap/contract/popups';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { everyRoute, isForPhones } from '../../../test/every-route.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { portOf } from '../../../test/port-of.ts';
import { isOver, sendingAs, workOn } from '../../../test/sending.ts';
import { accessMatrix, identities, routesWithFreshRights } from '../../../test/access-matrix.ts';

const SERVICE_TOKEN = 'service-token-of-the-matrix-0123456789';
let world: FreshWorld;
let routes: RouteSpec[];
let tokens: Record<(typeof identities)[number], () => Promise<string | null>>;
const ids: Record<string, string> = {};

const sandboxToken = async (query: string): Promise<string> =>
  ((await (await fetch(`${inject('issuer')}/sandbox/token?${query}`)).json()) as { token: string }).token;
/** The same token with another last sign, whose bits no signature has. */
const respelt = (token: string): string => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + signs[signs.indexOf(token.at(-1) ?? 'A') ^ 1];
};
const aPhone = async (store: string): Promise<string> => {
  const body = {
    installId: randomUUID(),
    platform: 'android' as const,
    appVersion: '3.4.0',
    push: { kind: 'token' as const, value: `matrix-${randomUUID()}` },
  };
  const { deviceSecret = '' } = (await world.phone(deviceRoutes.register, { body })).body;
  await world.phone('PATCH /app/v1/devices/me', { token: deviceSecret, body: { notificationStoreIds: [store], mainStoreId: store } });
  return deviceSecret;
};

beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN, ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
  routes = await everyRoute();
  const [a, b] = [await aStore(world.db, { name: 'A' }), await aStore(world.db, { name: 'B' })];
  const admin = await world.tokenOf('admin');
  await world.person('matrix-a', { storeId: a });
  await world.person('matrix-b', { storeId: b });
  const device = await aPhone(a);
  const other = await aPhone(b);
  const left = await world.person('matrix-left', { storeId: a });
  await world.staff('POST /session/logout', { token: left });
  const { send, until } = sendingAs(
    () => world,
    () => admin,
  );
  const worker = workOn(world);
  const sent = await send({}, a);
  await until(sent, isOver);
  await worker.stop();
  Object.assign(ids, {
    notificationId: sent,
    id: sent,
    storeId: a,
    contentId: await aContent(world.db),
    storeGroupId: await aGroup(world.db, 'G', [a]),
  });
  ids['popupId'] = (await world.staff(popupRoutes.create, { token: admin, body: { name: 'P', text: 'T' } })).body._id;
  ids['knowledgeId'] = (
    await world.staff(knowledgeRoutes.create, { token: admin, body: { name: 'K', description: 'D', content: 'C' } })
  ).body._id;
  ids['promoId'] = '7';
  await world.staff('POST /api/v1/settings-editor', { token: admin, body: { assistant: { enabled: true } } });
  // The app API applies the setting when it next polls for changes.
  const opened = async () => (await world.phone(appAssistantRoutes.open, { token: device })).body;
  await vi.waitFor(
    async () => {
      ids['threadId'] = (await opened()).threadId;
      expect(ids['threadId']).toBeTruthy();
    },
    { timeout: inject('patience').state },
  );
  const fixed = (token: string | null) => async () => token;
  tokens = {
    nobody: fixed(null),
    garbage: fixed('a.b.c'),
    expired: fixed(await sandboxToken('person=admin&seconds=-120')),
    'foreign audience': fixed(await sandboxToken('person=admin&audience=urn:other')),
    're-spelt after sign-out': fixed(respelt(left)),
    'no store': () => world.tokenOf('no-store'),
    'store A': () => world.tokenOf('matrix-a'),
    'store B': () => world.tokenOf('matrix-b'),
    administrator: () => world.tokenOf('admin'),
    device: fixed(device),
    'another device': fixed(other),
    'import token': fixed(SERVICE_TOKEN),
  };
});
afterAll(() => world.close());

const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;

let calls = 0;
/** Calls a route with nothing but its path and returns the status. Permitted callers may fail validation, others authorization. */
const statusFor = async (route: RouteSpec, token: string | null): Promise<number> => {
  // DELETE calls use an unknown id, so that the entities remain for later calls.
  const goes = route.method === 'DELETE';
  const known = route.path.startsWith('/api/v1/assistant/') ? { id: ids['threadId'] } : ids;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => (goes ? 'abc' : (known[name as 'id'] ?? 'abc')));
  const call = isForPhones(route) ? world.phone : world.staff;
  const query = route.path.startsWith('/app/v1/') && route.query && 'appVersion' in route.query.shape ? '?appVersion=3.4.0' : '';
  // From an address of its own, so that made-up secrets never run out.
  const headers = { 'x-forwarded-for': `10.0.${(calls += 1) >> 8}.${calls & 255}` };
  const { status, body } = await call(`${route.method} ${path}${query}` as 'GET /', { headers, ...(token !== null && { token }) });
  if (status === 401 && !route.page) expect(problemIn({ body }).code, nameOf(route)).toBe('unauthenticated');
  if (status === 403 && route.access === 'admin' && !route.page) expect(problemIn({ body }).code, nameOf(route)).toBe('forbidden');
  return status;
};

test('every route has a row, and every row a route', { tags: ['SEC-02'] }, () => {
  expect(Object.keys(accessMatrix).toSorted()).toEqual(routes.map(nameOf).toSorted());
});
test(
  'a prepared route returns the statuses of its row over a socket too, where responses are cached',
  { tags: ['SEC-02', 'APP-06', 'APP-07'] },
  async () => {
    await world.appApp.listen({ port: 0, host: '127.0.0.1' });
    const base = `http://127.0.0.1:${portOf(world.appApp.server)}`;
    const prepared = routes.filter((route) => route.prepared);
    expect(prepared.length).toBeGreaterThan(2);
    for (const route of prepared) {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'abc');
      const query = route.query && 'appVersion' in route.query.shape ? '?appVersion=3.4.0' : '';
      const ask = async (token: string | null) => {
        const { status, headers, body } = await fetch(`${base}${path}${query}`, {
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        });
        await body?.cancel();
        return { status, headers: [...headers.keys()].filter((name) => name !== 'date').toSorted() };
      };
      const first = await ask(null);
      expect(await ask(null)).toEqual(first);
      const statuses: number[] = [];
      for (const identity of identities) statuses.push((await ask(await tokens[identity]())).status);
      expect(statuses.join(' '), nameOf(route)).toBe(accessMatrix[nameOf(route)]);
    }
  },
);
test(
  'each route returns the status of its row to each of twelve identities',
  { tags: ['SEC-02', 'Z01', 'Z02', 'Z07', 'Z16', 'Z24', 'X08', 'ROLE-01', 'ROLE-15', 'ROLE-21', 'API-STATS-03', 'APP-15'] },
  async () => {
    const found: Record<string, string> = {};
    // The route that erases the phone comes last.
    const inOrder = routes.toSorted(
      (one, two) => Number(nameOf(one) === 'DELETE /app/v1/devices/me') - Number(nameOf(two) === 'DELETE /app/v1/devices/me'),
    );
    for (const route of inOrder) {
      const statuses: number[] = [];
      for (const identity of identities) statuses.push(await statusFor(route, await tokens[identity]()));
      found[nameOf(route)] = statuses.join(' ');
    }
    expect(found).toEqual(accessMatrix);
  },
);

describe('rights that are withdrawn at the provider', { tags: ['A20'] }, () => {
  const writes = () => routes.filter(({ access, method }) => (access === 'staff' || access === 'admin') && method !== 'GET');
  const columnOf = (route: RouteSpec, identity: (typeof identities)[number]): number =>
    Number(accessMatrix[nameOf(route)]?.split(' ')[identities.indexOf(identity)]);

  test.each([
    ['the flag is gone', { isAdmin: false, storeId: null }, (route: RouteSpec) => columnOf(route, 'no store')],
    ['the person is disabled', { disabled: true }, () => 401],
  ])('%s: sends and deletes are refused at once, nothing else within a minute', async (_what, change, refused) => {
    const found: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const route of writes()) {
      const token = await world.person('leaving', { isAdmin: true });
      expect(await world.staff('GET /session/get-rights', { token })).toMatchObject({ status: 200, body: { isAdmin: true } });
      await world.person('leaving', change);
      found[nameOf(route)] = await statusFor(route, token);
      expected[nameOf(route)] = routesWithFreshRights.includes(nameOf(route)) ? refused(route) : columnOf(route, 'administrator');
    }
    expect(found).toEqual(expected);
    expect(routesWithFreshRights.every((name) => name in found)).toBe(true);
  });
});
