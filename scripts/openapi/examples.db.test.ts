import { exampleOf } from '@endcap/contract/api';
import { deviceRoutes } from '@endcap/contract/devices';
import { ID_PATTERN, type RouteSpec, usesStoreHeader } from '@endcap/contract/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent, aStore } from '../../apps/server/test/builders.ts';
import { everyRoute, isForPhones } from '../../apps/server/test/every-route.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { openApi, type Operation } from '../../apps/server/src/platform/http/openapi.ts';

const SERVICE_TOKEN = 'service-token-of-the-examples-0123456789';
/** The id used in all examples. */
const ID = String(exampleOf({ type: 'string', pattern: ID_PATTERN.source }, {}));
const IMAGE = String(exampleOf({ type: 'string' }, {}, 'prevImage')).replace('cloudinary:', '');

let world: FreshWorld;
let routes: RouteSpec[];
let tokens: Record<RouteSpec['access'], string | null>;
let staff: string;
let otherStore: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN });
  routes = await everyRoute();
  await aStore(world.db, { id: ID });
  await world.db.insertInto('storeGroup').values({ id: ID, name: 'Z przykładu', deletedAt: null }).execute();
  await aContent(world.db, { id: ID, validityStart: '2026-01-01T00:00:00Z', validityEnd: '2096-01-01T00:00:00Z' });
  // A product that has been in use for a year, and the file that examples of content name.
  await sql`insert into history (actor, entity, entity_id, action, changes, at)
    values ('admin', 'settings', 'settings', 'update', '{}', now() - interval '1 year')`.execute(world.db);
  await world.db
    .insertInto('storedFile')
    .values({ name: IMAGE, contentHash: Buffer.from('example'), bytes: 1, uploadedBy: 'admin', askedAt: new Date() })
    .execute();
  otherStore = await aStore(world.db);
  staff = await world.person('examples-staff', { storeId: await aStore(world.db) });
  const body = { installId: 'of-the-test', platform: 'android', appVersion: '2.4.0' } as const;
  const { deviceSecret } = (await world.phone(deviceRoutes.register, { body })).body;
  const admin = await world.tokenOf('admin');
  await world.staff('POST /api/v1/settings-editor', { token: admin, body: { assistant: { enabled: true } } });
  tokens = { anyone: null, admin, staff: admin, device: deviceSecret ?? null, service: SERVICE_TOKEN };
});
afterAll(() => world.close());

/** A route with the examples of its description. */
type Described = { name: string; route: RouteSpec; address: string; body: unknown };
const describedRoutes = (): Described[] =>
  [false, true].flatMap((phones) => {
    const own = routes.filter((route) => isForPhones(route) === phones);
    const { paths, components } = openApi({ title: 'x', url: 'https://endcap.koszyk.pl' }, own);
    return own.map((route) => {
      const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      const operation = paths[path]?.[route.method.toLowerCase()];
      const example = ({ name, schema }: Operation['parameters'][number]): string => String(exampleOf(schema, components.schemas, name));
      const given = operation?.parameters.filter(({ required }) => required) ?? [];
      const query = new URLSearchParams(given.filter((one) => one.in === 'query').map((one) => [one.name, example(one)]));
      const filled = given
        .filter((one) => one.in === 'path')
        .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(example(one))), path);
      return {
        name: `${route.method} ${route.path}`,
        route,
        address: `${route.method} ${filled}${query.size > 0 ? `?${query}` : ''}`,
        body: operation?.requestBody?.content['application/json']?.example,
      };
    });
  });
type Caller = { token?: string | null; store?: string };
const answerTo = async ({ route, address, body }: Described, { token = tokens[route.access], store }: Caller = {}) => {
  const call = isForPhones(route) ? world.phone : world.staff;
  const answer = await call(address as 'GET /', {
    ...(token !== null && { token }),
    ...(store !== undefined && { store }),
    ...(body !== undefined && { body }),
  });
  const error = (answer.body as { error?: { code?: string; fields?: unknown } } | null)?.error;
  return { status: answer.status, code: error?.code ?? null, fields: error?.fields ?? null };
};

test('the APIs accept the documented example of every request body', { tags: ['E-82', 'KIT-04'] }, async () => {
  const withBody = describedRoutes().filter(({ route, body }) => route.body && body !== undefined);
  expect(withBody.length).toBeGreaterThan(30);
  const refused: unknown[] = [];
  for (const one of withBody) {
    const answer = await answerTo(one);
    if ([400, 413, 415, 422].includes(answer.status) || answer.status >= 500) refused.push([one.name, answer, one.body]);
  }
  expect(refused).toEqual([]);
});

test(
  'routes about a store check the header of the selected store, and all others ignore it',
  { tags: ['E-82', 'A-05', 'ROLE-17'] },
  async () => {
    const ofStaff = describedRoutes().filter(
      ({ route }) => route.access === 'staff' && !route.multipart && route.path !== '/session/logout',
    );
    expect(ofStaff.filter(({ route }) => usesStoreHeader(route)).length).toBeGreaterThan(15);
    expect(ofStaff.filter(({ route }) => !usesStoreHeader(route)).length).toBeGreaterThan(5);
    for (const one of ofStaff)
      for (const { token, store, refusal } of [
        { token: staff, store: otherStore, refusal: { status: 403, code: 'store_not_yours', fields: null } },
        { token: tokens.admin, store: 'nosuchstore', refusal: { status: 400, code: 'unknown_store', fields: null } },
      ]) {
        const expected = usesStoreHeader(one.route) ? refusal : await answerTo(one, { token });
        expect(await answerTo(one, { token, store }), one.name).toEqual(expected);
      }
  },
);
