import { contentFieldNames, contentFields, type ContentType } from '@endcap/contract/content';
import { fillPath, type RouteSpec } from '@endcap/contract/core';
import { deviceRoutes } from '@endcap/contract/devices';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aGroup, aNotification, aStore, aStoreDraft } from './builders.ts';
import type { Called } from './caller.ts';
import { drawValid, type Source, takenBy } from './draw.ts';
import { everyRoute, isForPhones } from './every-route.ts';
import { type FreshWorld, freshWorld } from './fresh-world.ts';
import { randomOf } from './random-edits.ts';

type Facts = Record<string, unknown>;
/** A resource to patch: its path parameters, its caller, and how to read it. */
type Resource = { params?: Record<string, string>; token: string; read: () => Promise<Facts> };
type Case = {
  /** Makes a resource that has the field. */
  make: (field: string) => Promise<Resource>;
  /** Values for fields whose schema is not enough to draw a valid one. */
  values?: Record<string, () => unknown>;
  /** Fields that change together with a field, by a rule of the product. */
  follows?: Record<string, readonly string[]>;
};

const image = `cloudinary:${'a'.repeat(32)}.png`;
const otherImage = `cloudinary:${'b'.repeat(32)}.png`;
const pdf = `file:${'c'.repeat(32)}.pdf`;
/** Written by the server with each change. */
const marks = new Set(['updatedAt', 'updatedBy', 'revision', 'lastChange']);
/** Names of the stores and groups that a rule refers to. */
const named = ['names', 'deleted'];
const storeRule = ['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'];
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const TRIES = 400;

let world: FreshWorld;
let admin: string;
let stores: string[];
let source: Source;
let routes: RouteSpec[];
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  stores = [await aStore(world.db), await aStore(world.db, { name: 'Drugi' }), await aStore(world.db, { name: 'Trzeci' })];
  const groups = [await aGroup(world.db, 'Jedna', stores.slice(0, 2)), await aGroup(world.db, 'Druga', stores.slice(2))];
  await sql`insert into segment (name) values ('Rodzina'), ('Seniorzy')`.execute(world.db);
  await sql`insert into promo_threshold (promo_id, id, threshold) values ('7', 't1', 50), ('7', 't2', 70)`.execute(world.db);
  for (const reference of [image, otherImage, pdf])
    await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
      values (${reference.split(':')[1]}, sha256(${reference}::bytea), 1, 'admin', now())`.execute(world.db);
  source = {
    random: randomOf(1),
    ids: new Map([
      ['store-editor', stores],
      ['store-group', groups],
      ['segments', ['Rodzina', 'Seniorzy']],
    ]),
    files: [image, otherImage, pdf],
    taken: new Map(),
  };
  routes = await everyRoute();
});
afterAll(() => world.close());

const upTo = (most: number): number => Math.floor(source.random() * most);
const some = (ids: readonly string[]): string[] => ids.filter(() => source.random() < 0.5);
const staff = async (request: `${'GET' | 'POST'} ${string}`, body?: unknown): Promise<Facts> => {
  const answer = await world.staff(request, { token: admin, ...(body !== undefined && { body }) });
  expect(answer.status, `${request} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};
/** A resource with a path of its own, made by POST and read by GET. */
const edited =
  (resource: string, id: string, draft: (field: string) => Facts): Case['make'] =>
  async (field) => {
    const { _id } = await staff(`POST /api/v1/${resource}`, draft(field));
    return { params: { [id]: String(_id) }, token: admin, read: () => staff(`GET /api/v1/${resource}/${String(_id)}`) };
  };

const typeOf = (field: string): ContentType => {
  const { types } = contentFields[field as keyof typeof contentFields] as { types?: readonly ContentType[] };
  return types?.[0] ?? 'banner';
};
let registered = 0;
const content = (field: string): Facts => ({
  contentType: typeOf(field),
  name: 'Gazetka',
  prevImage: image,
  navigationType: 'current',
  navigationTab: 'start',
  validityStart: '2026-12-01',
  validityEnd: '2026-12-08',
  discountValue: '5',
  discountValueType: 'cash',
  minBasketValue: 50,
  discountType: 1,
  datesInfoText: 'daty',
});

/** One case for each PATCH route, with a factory for its resource. A PATCH route without a case fails the first test. */
const cases: Record<string, Case> = {
  'PATCH /app/v1/devices/me': {
    make: async () => {
      const body = { installId: `patch-${registered++}`, platform: 'android' as const, appVersion: '1.0.0' };
      const token = (await world.phone(deviceRoutes.register, { body })).body.deviceSecret ?? '';
      return { token, read: async () => (await world.phone(deviceRoutes.me, { token })).body };
    },
    values: {
      // Only the kind of an address is returned.
      push: () => ({ kind: source.random() < 0.5 ? 'token' : 'fid', value: `address-${upTo(1_000)}` }),
      appVersion: () => `4.${upTo(99)}.0`,
      notificationStoreIds: () => some(stores),
    },
  },
  'PATCH /api/v1/content-editor/:contentId': {
    make: edited('content-editor', 'contentId', content),
    values: {
      url: () => `https://sklep.pl/${upTo(99)}`,
      promoThresholdId: () => `t${1 + upTo(2)}`,
      productEANs: () => some(['4006381333931', '5901234123457', '96385074']),
      discountValue: () => `${1 + upTo(20)}`,
      minBasketValue: () => 60 + upTo(20),
    },
    follows: {
      contentType: contentFieldNames.filter((field) => 'types' in contentFields[field]),
      promoThresholdId: ['promoThreshold'],
    },
  },
  'PATCH /api/v1/content-views/:viewId': {
    make: async () => {
      const { _id } = await staff('POST /api/v1/content-views', { name: 'Moje', filters: { name: 'kawa', published: true } });
      const read = async (): Promise<Facts> =>
        ((await staff('GET /api/v1/content-views'))['views'] as Facts[]).find((view) => view['_id'] === _id) ?? {};
      return { params: { viewId: String(_id) }, token: admin, read };
    },
  },
  'PATCH /api/v1/kept-days/:keptDayId': {
    make: edited('kept-days', 'keptDayId', () => ({ day: '2031-05-05', reason: 'Święto' })),
    values: { day: () => `2031-06-${10 + upTo(20)}` },
    follows: { storeGroups: named },
  },
  'PATCH /api/v1/knowledge-editor/:knowledgeId': {
    make: edited('knowledge-editor', 'knowledgeId', () => ({ name: 'Zwroty', description: 'Opis', content: 'Treść' })),
  },
  'PATCH /api/v1/notification-editor/:notificationId': {
    make: edited('notification-editor', 'notificationId', () => aNotification({ isTest: true, url: 'https://sklep.pl', image })),
  },
  'PATCH /api/v1/popup-editor/:popupId': { make: edited('popup-editor', 'popupId', () => ({ name: 'Witaj', text: 'Tekst' })) },
  'PATCH /api/v1/saved-audiences/:audienceId': {
    make: edited('saved-audiences', 'audienceId', () => ({ name: 'Wschód' })),
    follows: Object.fromEntries(storeRule.map((field) => [field, named])),
  },
  'PATCH /api/v1/store-editor/:storeId': {
    make: edited('store-editor', 'storeId', () => aStoreDraft({ storeNo: 77 })),
    values: {
      ...Object.fromEntries(days.map((day) => [`${day}Hours`, () => `${5 + upTo(9)}-20`])),
      ecommerceSlug: () => `sklep-${upTo(99)}`,
      hoursExceptions: () => [{ day: `2031-12-${10 + upTo(20)}`, hours: '8-14' }],
    },
    follows: Object.fromEntries(['street', 'zipCode', 'city'].map((field) => [field, ['address']])),
  },
  'PATCH /api/v1/store-group/:storeGroupId': {
    make: edited('store-group', 'storeGroupId', () => ({ name: 'Trzecia', includeStores: stores })),
  },
  'PATCH /api/v1/test-phones/:phoneId': {
    make: async () => {
      const body = { installId: `tester-${registered++}`, platform: 'ios' as const, appVersion: '1.0.0' };
      const { deviceId } = (await world.phone(deviceRoutes.register, { body })).body;
      await sql`update device set is_tester = true where id = ${deviceId}`.execute(world.db);
      const read = async (): Promise<Facts> =>
        ((await staff('GET /api/v1/test-phones')) as unknown as Facts[]).find((phone) => phone['_id'] === deviceId) ?? {};
      return { params: { phoneId: deviceId }, token: admin, read };
    },
  },
  // Takes any part of the settings, as a PATCH does.
  'POST /api/v1/settings-editor': {
    make: async () => {
      await staff('POST /api/v1/settings-editor', { appName: 'Koszyk', sending: { quietFrom: '22:00', quietUntil: '06:00' } });
      return { token: admin, read: () => staff('GET /api/v1/settings-editor') };
    },
    values: {
      'ecommerce.domain': () => `sklep${upTo(99)}.pl`,
      'game.url': () => `https://gra.pl/${upTo(99)}`,
      'trading.exceptions': () => [{ day: `2031-12-${10 + upTo(20)}`, kind: 'closed', note: 'Inwentaryzacja' }],
      'loyalty.thresholds': () => [1, 2, 3, 4].map((n) => ({ value: n * (1 + upTo(9)) })),
      'loyalty.questions': () => [{ question: `Jak ${upTo(99)}?`, answer: 'Tak' }],
      'loyalty.regulations': () => [
        { type: 'regulation', name: `Regulamin ${upTo(99)}`, file: pdf },
        { type: 'faq', name: 'Pytania', file: null },
      ],
      'sending.weeklyLimit': () => 1 + upTo(20),
      'sending.quietFrom': () => `2${upTo(4)}:30`,
      'sending.quietUntil': () => `0${upTo(9)}:30`,
      'sending.approvalAbove': () => 100 + upTo(99),
    },
  },
};

const isObject = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Names of the fields of a body, those of its groups with a dot: `loyalty.mainBanner`. */
const fieldsOf = (schema: z.ZodType, prefix = ''): string[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
        const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
        const isGroup = inner instanceof z.ZodObject && inner.safeParse({}).success;
        return isGroup ? fieldsOf(inner, `${prefix}${name}.`) : [`${prefix}${name}`];
      })
    : [];
/** A value that the schema of a body takes for one of its fields. */
const drawn = (schema: ReturnType<typeof takenBy>, field: string): unknown => {
  const [name = '', ...inside] = field.split('.');
  const own = schema.properties?.[name] ?? {};
  return inside.length > 0 ? drawn(own, inside.join('.')) : drawValid(source, own, name);
};
const bodyWith = (field: string, value: unknown): Facts =>
  field.split('.').reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) as Facts;
/** A resource with its groups flattened to the names that `fieldsOf` returns. */
const flat = (facts: Facts, fields: readonly string[], prefix = ''): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      isObject(value) && fields.some((field) => field.startsWith(`${prefix}${name}.`))
        ? Object.entries(flat(value, fields, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  );
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** Patches a resource; returns the status and the names of the fields that differ afterwards. */
const patched = async ({ method, path }: RouteSpec, { params, token, read }: Resource, body: Facts, fields: readonly string[]) => {
  const before = flat(await read(), fields);
  const call = isForPhones({ path } as RouteSpec) ? world.phone : world.staff;
  const { status }: Called = await call(`${method} ${fillPath(path, params)}` as 'PATCH /', { token, body });
  const after = flat(await read(), fields);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !marks.has(name));
  return { status, changed: names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])) };
};

type Patch = RouteSpec & { body: z.ZodType };
/** Patches one field with drawn values until one is accepted and changes something; returns the names of the changed fields. */
const changeOf = async (
  route: Patch,
  one: Case,
  resource: Resource,
  field: string,
  takes: (value: unknown) => boolean,
): Promise<string[]> => {
  const fields = fieldsOf(route.body);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const value = one.values?.[field]?.() ?? drawn(takenBy(route.body), field);
    if (!takes(value)) continue;
    const { status, changed } = await patched(route, resource, bodyWith(field, value), fields);
    expect(status, `${field}: ${JSON.stringify(value)}`).toBeLessThan(500);
    if (status === 200 && changed.length > 0) return changed;
    expect(changed, `${field}: ${JSON.stringify(value)} was answered ${status}`).toEqual([]);
  }
  throw new Error(`${route.path}: no value of ${field} was taken`);
};

/** Fields that the server derives from others, or whose change waits for another administrator (E-04). */
const decidedByServer: ReadonlySet<string> = new Set(['promoThreshold', 'sending.approval', 'sending.approvalLater']);

test('every PATCH route has a case here', { tags: ['E-01'] }, () => {
  const known = routes.map(({ method, path }) => `${method} ${path}`);
  expect(known.filter((route) => route.startsWith('PATCH')).toSorted()).toEqual(
    Object.keys(cases)
      .filter((route) => route.startsWith('PATCH'))
      .toSorted(),
  );
  expect(Object.keys(cases).filter((route) => !known.includes(route))).toEqual([]);
});

test.each(Object.entries(cases))(
  '%s changes the one field that it names, and nothing when it names none',
  { tags: ['E-01'] },
  async (name, one) => {
    const route = routes.find(({ method, path }) => `${method} ${path}` === name) as Patch;
    const fields = fieldsOf(route.body);
    expect(fields.length).toBeGreaterThan(0);
    const made = new Map<string, Resource>();
    const resourceFor = async (field: string): Promise<Resource> => {
      const kind = field === 'contentType' ? field : name.includes('content-editor') ? typeOf(field) : '';
      const resource = made.get(kind) ?? (await one.make(field));
      made.set(kind, resource);
      return resource;
    };
    /** The first round fills every field. The second one changes each field while all others have a value that can be lost. */
    const rounds: ((value: unknown) => boolean)[] = [(value) => !isEmpty(value), (value) => !isEmpty(value) || value === false];
    for (const takes of rounds) {
      for (const field of fields.filter((field) => !decidedByServer.has(field))) {
        const changed = await changeOf(route, one, await resourceFor(field), field, takes);
        expect(changed).toContain(field);
        const others = changed.filter((other) => other !== field && !one.follows?.[field]?.includes(other));
        expect(others, `changed by a PATCH that names ${field} alone`).toEqual([]);
      }
      for (const resource of made.values()) expect((await patched(route, resource, {}, fields)).changed, 'changed by {}').toEqual([]);
    }
  },
);
