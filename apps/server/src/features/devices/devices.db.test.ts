import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { appStoreRoutes } from '@endcap/contract/stores';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { aStore, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { openPool } from '../../platform/db/connection.ts';
import { whileHeld } from '../../../test/while-held.ts';
import { listen } from '../../platform/http/listen.ts';
import type { Db } from '../../tables.ts';
import { lockStoresByNumber, storeKind } from '../stores/index.ts';

let world: FreshWorld;
let storeA: string;
let storeB: string;
beforeAll(async () => {
  world = await freshWorld();
  [storeA, storeB] = [
    await aStore(world.db, { name: 'A', latitude: 52.23, longitude: 21.01, notificationSign: 'secret sign' }),
    await aStore(world.db, { name: 'Ąb', latitude: 50.06, longitude: 19.94 }),
  ];
});
afterAll(() => world.close());

const app = '/app/v1';
type Held = { id: string; storeNo: number };
const facts = (more = {}) => ({
  installId: randomUUID(),
  platform: 'android' as const,
  appVersion: '3.4.0',
  push: { kind: 'token' as const, value: `token-${randomUUID()}` },
  ...more,
});
const register = async (more = {}) => {
  const body = facts(more);
  const reply = await world.phone(deviceRoutes.register, { body });
  return { ...body, ...reply.body, deviceSecret: reply.body.deviceSecret ?? '' };
};
const me = async (token: string) => (await world.phone(deviceRoutes.me, { token })).body;

describe('registration', () => {
  test('201 with id and a secret of 256 bits; the secret is stored hashed', { tags: ['APP-01'] }, async () => {
    const device = await register({ userId: 'u1', segments: ['Rodzina', 'Rodzina'], locale: 'pl-PL' });
    expect(Buffer.from(device.deviceSecret, 'base64url')).toHaveLength(32);
    expect(await me(device.deviceSecret)).toEqual({
      deviceId: device.deviceId,
      installId: device.installId,
      platform: 'android',
      appVersion: '3.4.0',
      push: { kind: 'token' },
      userId: 'u1',
      segments: ['Rodzina'],
      locale: 'pl-PL',
      mainStoreId: null,
      notificationStoreIds: [],
      isTester: false,
    });
    const row = await world.db.selectFrom('device').selectAll().where('id', '=', device.deviceId).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(device.deviceSecret);
  });
  test.each(['pl-PL-u-mu-celsius', 'en_PL@rg=plzzzz', 'sr_Latn_RS@calendar=gregorian;currency=EUR', 'zh-Hant-TW-x-a-b-c', 'de-1901'])(
    'a phone registers with the language of its system: %s',
    { tags: ['APP-01'] },
    async (locale) => {
      expect(await me((await register({ locale })).deviceSecret)).toMatchObject({ locale });
    },
  );
  test('a registered installation needs its secret: 409 without, 200 with', async () => {
    const device = await register();
    const again = (token?: string) =>
      world.phone(`POST ${app}/devices`, { body: facts({ installId: device.installId, appVersion: '3.5.0' }), ...(token && { token }) });
    expect(await again()).toMatchObject({ status: 409, body: { error: { code: 'install_taken' } } });
    expect((await again((await register()).deviceSecret)).status).toBe(409);
    expect(await again(device.deviceSecret)).toMatchObject({ status: 200, body: { deviceId: device.deviceId } });
    expect(await me(device.deviceSecret)).toMatchObject({ appVersion: '3.5.0' });
  });
  test('an installation that registers again gets the push address it sends, and keeps its own without one', async () => {
    const { installId, deviceId, deviceSecret: token } = await register();
    const addressAfter = async (push?: { kind: 'token' | 'fid'; value: string } | null) => {
      expect((await world.phone(deviceRoutes.register, { token, body: { ...facts({ installId }), push } })).status).toBe(200);
      return world.db.selectFrom('device').where('id', '=', deviceId).select(['pushKind', 'pushValue']).executeTakeFirst();
    };
    const renewed = { pushKind: 'fid', pushValue: `renewed-${installId}` };
    expect(await addressAfter({ kind: 'fid', value: renewed.pushValue })).toEqual(renewed);
    expect(await addressAfter()).toEqual(renewed);
    expect(await addressAfter(null)).toEqual({ pushKind: null, pushValue: null });
  });
  test('the same push value on another device moves there; one row is active', { tags: ['P02', 'F16'] }, async () => {
    const push = { kind: 'token', value: 'shared-token' };
    const [one, two] = [await register({ push }), await register({ push })];
    expect([(await me(one.deviceSecret))['push'], (await me(two.deviceSecret))['push']]).toEqual([null, { kind: 'token' }]);
    await world.phone(`PATCH ${app}/devices/me`, { token: one.deviceSecret, body: { push } });
    expect([(await me(one.deviceSecret))['push'], (await me(two.deviceSecret))['push']]).toEqual([{ kind: 'token' }, null]);
  });
  test('twenty phones fighting over one address end with one owner and no 5xx', { tags: ['P04'] }, async () => {
    const push = { kind: 'token', value: 'contested' };
    const devices = await Promise.all(times(20, () => register({ push: null })));
    const replies = await Promise.all(
      devices.map((device) => world.phone(`PATCH ${app}/devices/me`, { token: device.deviceSecret, body: { push } })),
    );
    expect(replies.filter((reply) => reply.status >= 500)).toEqual([]);
    expect(await world.db.selectFrom('device').select('id').where('pushValue', '=', 'contested').execute()).toHaveLength(1);
  });
  test.each([
    ['installId', { installId: '' }],
    ['platform', { platform: 'windows' }],
    ['appVersion', { appVersion: 'abc' }],
    ['appVersion', { appVersion: '1'.repeat(10_000) }],
    ['push.kind', { push: { kind: 'mail', value: 'x' } }],
    ['push.value', { push: { kind: 'token', value: 'x y' } }],
    ['segments.0', { segments: ['a\0'] }],
    ['locale', { locale: '<script>' }],
    ['locale', { locale: 'pl-' }],
    ['locale', { locale: `pl${'-ab'.repeat(11)}` }],
    ['locale', { locale: 'pl_PL@rg=<script>' }],
    ['locale', { locale: `pl_PL@${'a'.repeat(101)}` }],
    ['locale', { locale: `pl${'-abcdefgh'.repeat(10)}@${'a'.repeat(60)}` }],
  ])('a wrong %s is 422 (%#)', { tags: ['P01'] }, async (field, more) => {
    expect((await world.phone(`POST ${app}/devices`, { body: facts(more) })).body).toMatchObject({
      error: { code: 'invalid', fields: { [field]: expect.anything() } },
    });
  });
  test('registrations from one address are limited', { tags: ['P03'] }, async () => {
    const strict = await freshWorld({ ENDCAP_APP_REGISTRATION_LIMIT: '5' });
    const statuses = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push((await strict.phone(`POST ${app}/devices`, { body: facts(), headers: { 'x-forwarded-for': `10.0.0.${n}` } })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    await strict.close();
  });
});

describe('a device and its data', () => {
  test(
    'main store and favourites are set, replaced and cleared, and counted',
    { tags: ['APP-02', 'APP-03', 'NOTIF-STATS-21'] },
    async () => {
      const { deviceSecret: token } = await register();
      const admin = await world.tokenOf('admin');
      const counts = async (store: string) => (await world.staff(`GET /api/v1/stats/store-subscription/${store}`, { token: admin })).body;
      const patch = (body: unknown) => world.phone(`PATCH ${app}/devices/me`, { token, body });
      expect(await patch({ mainStoreId: storeA, notificationStoreIds: [storeA, storeB, storeA] })).toMatchObject({
        status: 200,
        body: { mainStoreId: storeA, notificationStoreIds: [storeA, storeB].sort() },
      });
      expect(await counts(storeA)).toMatchObject({ name: 'A', main: 1, notifications: 1 });
      expect(await patch({ notificationStoreIds: [storeB] })).toMatchObject({
        body: { mainStoreId: storeA, notificationStoreIds: [storeB] },
      });
      expect(await patch({ mainStoreId: null, notificationStoreIds: [] })).toMatchObject({
        body: { mainStoreId: null, notificationStoreIds: [] },
      });
      expect(await counts(storeA)).toMatchObject({ main: 0, notifications: 0 });
    },
  );
  test('an unknown store is 422 and changes nothing', async () => {
    const { deviceSecret: token } = await register();
    expect(
      await world.phone(`PATCH ${app}/devices/me`, { token, body: { mainStoreId: storeA, notificationStoreIds: ['nope'] } }),
    ).toMatchObject({ status: 422, body: { error: { fields: { notificationStoreIds: ['unknown'] } } } });
    expect(await me(token)).toMatchObject({ mainStoreId: null });
  });
  test.each([
    ['an import', (trx: Db, { storeNo }: Held) => lockStoresByNumber(trx, [storeNo])],
    ['an editor', (trx: Db, { id }: Held) => storeKind.lock(trx, id)],
  ])(
    'while %s locks a store, a phone can choose it and its staff can sign in without waiting',
    { tags: ['APP-02', 'APP-03', 'APP-14'] },
    async (who, hold) => {
      const storeNo = 4_321;
      const id = await aStore(world.db, { storeNo });
      const { deviceSecret: token } = await register();
      const staff = await world.person(`staff-while-${who.replace(' ', '-')}`, { storeId: id });
      await whileHeld(
        world.db,
        async (trx) => expect(await hold(trx, { id, storeNo })).toBeTruthy(),
        async () => {
          const body = { mainStoreId: id, notificationStoreIds: [id] };
          expect(await world.phone(`PATCH ${app}/devices/me`, { token, body })).toMatchObject({ status: 200, body });
          expect((await world.staff('POST /session/register-login', { token: staff })).status).toBe(204);
        },
      );
      await world.db.updateTable('store').set({ deletedAt: new Date() }).where('id', '=', id).execute();
    },
  );
  test('a phone that chooses a store while it is being deleted loses it with the store', { tags: ['A-72'] }, async () => {
    const store = await aStore(world.db);
    const { deviceSecret: token } = await register();
    const body = { mainStoreId: store, notificationStoreIds: [store] };
    const taken = await whileHeld(
      world.db,
      async (trx) => {
        await storeKind.lock(trx, store);
        await storeKind.remove(trx, [store], { by: 'admin', at: new Date() });
      },
      () => world.phone(`PATCH ${app}/devices/me`, { token, body }),
    );
    expect(taken.status).toBe(200);
    expect(await me(token)).toMatchObject({ mainStoreId: null, notificationStoreIds: [] });
  });
  test('a change that names deleted stores is applied without them, and the response lists them', { tags: ['E-10', 'A-72'] }, async () => {
    const [gone, alsoGone] = [await aStore(world.db), await aStore(world.db)];
    const { deviceSecret: token } = await register();
    const patch = (body: object) => world.phone(deviceRoutes.change, { token, body });
    const lists = { mainStoreId: gone, notificationStoreIds: [gone, storeA, alsoGone] };
    expect((await patch(lists)).body).toMatchObject({ mainStoreId: gone, droppedStoreIds: [] });
    await world.db.updateTable('store').set({ deletedAt: new Date() }).where('id', 'in', [gone, alsoGone]).execute();
    for (const kept of [storeA, storeB])
      expect(await patch({ ...lists, notificationStoreIds: [gone, kept, alsoGone], appVersion: '3.5.0' })).toMatchObject({
        status: 200,
        body: { appVersion: '3.5.0', mainStoreId: null, notificationStoreIds: [kept], droppedStoreIds: [gone, alsoGone] },
      });
    expect((await patch({ mainStoreId: gone })).body).toMatchObject({ mainStoreId: null, droppedStoreIds: [gone] });
    expect((await patch({ notificationStoreIds: [storeB, alsoGone] })).body).toMatchObject({ droppedStoreIds: [alsoGone] });
    expect((await patch({ appVersion: '3.6.0' })).body).toMatchObject({ notificationStoreIds: [storeB], droppedStoreIds: [] });
    expect((await patch({ mainStoreId: storeA })).body).toMatchObject({ mainStoreId: storeA });
    expect(await world.phone(`PATCH ${app}/devices/me`, { token, body: { notificationStoreIds: [gone, 'nope'] } })).toMatchObject({
      status: 422,
      body: { error: { fields: { notificationStoreIds: ['unknown'] } } },
    });
    expect(await me(token)).toMatchObject({ mainStoreId: storeA, notificationStoreIds: [storeB] });
    expect(await me(token)).not.toHaveProperty('droppedStoreIds');
  });
  test('segments are stored in normalised spelling, however the app writes them', { tags: ['A-78'] }, async () => {
    const { deviceSecret: token } = await register({ segments: ['Klub  VIP', 'Klub\u00a0VIP ', 'Cafe\u0301', `${'e\u0301'.repeat(60)}`] });
    expect(await me(token)).toMatchObject({ segments: ['Klub VIP', 'Café', 'é'.repeat(60)] });
    const change = (segments: string[]) => world.phone(`PATCH ${app}/devices/me`, { token, body: { segments } });
    expect(await change(['Klub\tVIP'])).toMatchObject({ status: 200, body: { segments: ['Klub VIP'] } });
    for (const [name, code] of [
      ['\u200b', 'required'],
      ['', 'required'],
      ['x'.repeat(101), 'tooLong'],
      ['\ud800', 'invalid'],
    ] as const)
      expect(await change(['A', name]), name).toMatchObject({ status: 422, body: { error: { fields: { 'segments.1': [code] } } } });
  });
  test('the tester code marks a device, a wrong one does not', { tags: ['APP-04'] }, async () => {
    const { deviceSecret: token } = await register();
    expect((await world.phone(`POST ${app}/devices/me/tester`, { token, body: { code: 'wrong' } })).body).toMatchObject({
      error: { code: 'wrong_tester_code' },
    });
    expect((await world.phone(`POST ${app}/devices/me/tester`, { token, body: { code: 'tester-code' } })).status).toBe(204);
    expect(await me(token)).toMatchObject({ isTester: true });
  });
  test('deleting a device revokes its secret and address at once, and the installation may register again', async () => {
    const device = await register();
    await world.phone(`PATCH ${app}/devices/me`, {
      token: device.deviceSecret,
      body: { mainStoreId: storeA, notificationStoreIds: [storeA] },
    });
    expect((await world.phone(`DELETE ${app}/devices/me`, { token: device.deviceSecret })).status).toBe(204);
    expect((await world.phone(`GET ${app}/devices/me`, { token: device.deviceSecret })).status).toBe(401);
    expect((await world.phone(`POST ${app}/devices`, { body: facts({ installId: device.installId, push: device.push }) })).status).toBe(
      201,
    );
  });
  test("another device's data need another secret", { tags: ['APP-16', 'P05'] }, async () => {
    for (const path of [
      'GET /devices/me',
      'PATCH /devices/me',
      'DELETE /devices/me',
      'GET /notifications',
      'POST /notifications/abc/opened',
    ])
      for (const token of [undefined, 'guess', 'x'.repeat(43)])
        expect((await world.phone(path.replace(' ', ` ${app}`) as 'GET /', { ...(token && { token }) })).status).toBe(401);
  });
});

describe('stores for phones', () => {
  test('public fields only, by name or by distance', { tags: ['APP-08', 'P14', 'D-35'] }, async () => {
    const list = async (query: { near?: string; limit?: string } = {}) => {
      await world.appApp.refresh();
      return (await world.phone(appStoreRoutes.list, { query })).body;
    };
    expect((await list()).items.map((store) => store.name)).toEqual(['A', 'Ąb']);
    expect((await list({ near: '50.06,19.94', limit: '1' })).items).toMatchObject([{ name: 'Ąb', distanceKm: 0 }]);
    expect((await list({ near: '50.06,19.94' })).items[1]).toMatchObject({ name: 'A', distanceKm: expect.closeTo(252.57, 1) });
    expect(Object.keys((await list()).items[0] ?? {}).sort()).toEqual([
      '_id',
      'address',
      'city',
      'closesAt',
      'drive',
      'ecommerceSlug',
      'gasStation',
      'hoursToday',
      'latitude',
      'longitude',
      'name',
      'openNow',
      'openingHours',
      'opensAt',
      'phone',
      'storeNo',
      'storeType',
      'street',
      'zipCode',
    ]);
    const shops = await world.db.selectFrom('store').where('deletedAt', 'is', null).select('id').execute();
    for (let n = shops.length; n < 25; n += 1) await aStore(world.db, { name: `D-35 ${n}` });
    expect((await list()).items).toHaveLength(25);
    expect((await list({ limit: '21' })).items).toHaveLength(21);
    for (const limit of ['x', '1.5', '1e3', ''])
      expect(await world.phone(`GET ${app}/stores?limit=${limit}`), limit).toMatchObject({
        status: 422,
        body: { error: { fields: { limit: ['notInteger'] } } },
      });
    for (const near of ['x', '91,0', '1;drop', '1,2,3']) expect((await world.phone(`GET ${app}/stores?near=${near}`)).status).toBe(400);
  });
});

test('a limit below 1 is too small, and one above the number of stores returns all of them', { tags: ['E-82', 'APP-08'] }, async () => {
  for (const limit of ['0', '-1', '-0', '-999999999999'])
    expect(await world.phone(`GET /app/v1/stores?limit=${limit}`), limit).toMatchObject({
      status: 422,
      body: { error: { fields: { limit: ['tooSmall'] } } },
    });
  const all = (await world.phone('GET /app/v1/stores')).body as { items: unknown[] };
  for (const limit of ['1000000000', '9'.repeat(12), '9'.repeat(400)])
    expect(((await world.phone(`GET /app/v1/stores?limit=${limit}`)).body as { items: unknown[] }).items, limit).toHaveLength(
      all.items.length,
    );
});

describe('many phones', () => {
  test(
    'two thousand concurrent requests get a response or a time to retry, and the back office still works',
    { tags: ['P08'] },
    async () => {
      await listen(world.appApp, { port: 0, host: '127.0.0.1' });
      const port = portOf(world.appApp.server);
      const devices = await Promise.all(times(20, () => register()));
      const admin = await world.tokenOf('admin');
      const staffList = () => world.staff('GET /api/v1/notification-editor/list', { token: admin });
      // Sign in before the load starts: the identity provider has to answer within a time limit, and this process is the load and its
      // server too.
      expect((await staffList()).status).toBe(200);
      const herd = times(2_000, async (n) => {
        const secret = devices[n % devices.length]?.deviceSecret ?? '';
        const answer = await fetch(`http://127.0.0.1:${port}${app}/notifications`, { headers: { authorization: `Bearer ${secret}` } });
        await answer.text();
        return [answer.status, answer.headers.get('retry-after')] as const;
      });
      const [{ status: staffStatus }, answers] = await Promise.all([staffList(), Promise.all(herd)]);
      expect(staffStatus).toBe(200);
      for (const [status, retryAfter] of answers) {
        expect([200, 429, 503]).toContain(status);
        if (status !== 200) expect(Number(retryAfter)).toBeGreaterThan(0);
      }
    },
  );
  test('many concurrent changes of one device leave connections for other devices, and are all applied', { tags: ['P08'] }, async () => {
    const small = await freshWorld({ ENDCAP_DATABASE_POOL_SIZE: '2' });
    const beside = openPool({ url: small.databaseUrl, poolSize: 2, onError: () => {} });
    const [one, other] = await Promise.all(
      times(2, async () => (await small.phone(deviceRoutes.register, { body: facts() })).body.deviceSecret ?? ''),
    );
    const change = (token: string | undefined, userId: string) =>
      small.phone(deviceRoutes.change, { token: token ?? '', body: { userId } });
    const holder = await beside.connect();
    const { deviceId } = (await small.phone(deviceRoutes.me, { token: one ?? '' })).body;
    await holder.query('begin');
    await holder.query('select from device where id = $1 for update', [deviceId]);
    const answered: string[] = [];
    const changes = times(10, async (n) => {
      const { status } = await change(one, `u${n}`);
      answered.push('one');
      return status;
    });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await beside.query(waiting)).rows.length).toBeGreaterThan(0);
    expect((await change(other, 'other')).status).toBe(200);
    answered.push('other');
    await holder.query('rollback');
    holder.release();
    expect(await Promise.all(changes)).toEqual(Array(10).fill(200));
    expect(answered).toEqual(['other', ...Array<string>(10).fill('one')]);
    await beside.end();
    await small.close();
  });
  test('requests of phones contain no timestamps, so the clock of a phone has no effect', { tags: ['P13'] }, async () => {
    const { paths } = (await world.phone('GET /openapi.json')).body as { paths: Record<string, Record<string, object>> };
    const sent = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => {
        const { requestBody, parameters } = operation as { requestBody?: unknown; parameters?: unknown };
        return JSON.stringify([requestBody ?? null, parameters ?? null]);
      }),
    );
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((part) => /date-time|"date"/.test(part))).toEqual([]);
  });
});
