import { sql } from 'kysely';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { type Store, storeRoutes } from '@endcap/contract/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aGroup, aNotification, aStore, aStoreDraft, phones } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const path = '/api/v1/store-editor';
type Entity = { _id: string; name: string; [field: string]: unknown };
const call = (request: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`, body?: unknown, headers: Record<string, string> = {}) =>
  world.staff(request, { token: admin, headers, ...(body !== undefined && { body }) }) as Promise<{
    status: number;
    body: never;
    headers: Record<string, unknown>;
  }>;
const create = async (facts: Record<string, unknown> = {}): Promise<Store> =>
  (await world.staff(storeRoutes.create, { token: admin, body: aStoreDraft(facts) })).body;
const historyOf = (id: string) =>
  world.db.selectFrom('history').where('entityId', '=', id).orderBy('seq').select(['actor', 'action', 'changes']).execute();

describe('create, read, change, delete', () => {
  test(
    'a new store with defaults and derived fields, a tag and a history',
    { tags: ['API-STORE-02', 'API-STORE-05', 'CONST-15', 'STORE-EDIT-13', 'ENT-15', 'ENT-27', 'API-GEN-09'] },
    async () => {
      await world.staff('POST /session/register-login', { token: admin });
      const { status, body, headers } = await call(`POST ${path}`, aStoreDraft({ address: 'mine', main: 9, _id: 'mine', admin: true }));
      expect(status).toBe(201);
      expect(headers['etag']).toBe('"1"');
      const store = body as Entity;
      expect(store).toMatchObject({
        _id: expect.stringMatching(/^[a-z2-7]{24}$/),
        ...aStoreDraft(),
        storeNo: null,
        storeType: 'contact',
        phone: null,
        ecommerceSlug: null,
        notificationSign: null,
        drive: false,
        gasStation: false,
        address: 'ul. Długa 1, 90-001 Łódź',
        main: 0,
        notifications: 0,
        createdAt: expect.stringMatching(/Z$/),
        createdBy: 'Anna Wójcik',
        updatedAt: expect.stringMatching(/Z$/),
        updatedBy: 'Anna Wójcik',
      });
      for (const inner of ['revision', 'admin', 'deletedAt', 'nameFolded']) expect(Object.keys(store)).not.toContain(inner);
      expect((await call(`GET ${path}/${store._id}`)).body).toEqual(store);
      const [entry] = await historyOf(store._id);
      expect(entry).toMatchObject({
        actor: 'admin',
        action: 'create',
        changes: { name: [null, 'Koszyk Łódź'], storeType: [null, 'contact'] },
      });
    },
  );

  test(
    'changes only the fields that were sent, clears null and empty ones, and ignores derived fields',
    { tags: ['API-STORE-03', 'API-GEN-08', 'A-115', 'NFR-09', 'STORE-EDIT-22'] },
    async () => {
      const { _id } = await create({ storeNo: 12, phone: '+48 22', notificationSign: '– Długa', drive: true });
      const changed = await call(`PATCH ${path}/${_id}`, {
        storeNo: '',
        phone: null,
        zipCode: ' 90-002 ',
        main: 5,
        address: 'x',
        unknown: 1,
      });
      expect(changed).toMatchObject({
        status: 200,
        body: {
          storeNo: null,
          phone: null,
          zipCode: '90-002',
          notificationSign: '– Długa',
          drive: true,
          main: 0,
          address: 'ul. Długa 1, 90-002 Łódź',
        },
        headers: { etag: '"2"' },
      });
      expect((await historyOf(_id)).at(-1)).toEqual({
        actor: 'admin',
        action: 'update',
        changes: { storeNo: [12, null], phone: ['+48 22', null], zipCode: ['90-001', '90-002'] },
      });
    },
  );

  test('a change that changes nothing writes nothing', { tags: ['A-123'] }, async () => {
    const { _id } = await create();
    expect(await call(`PATCH ${path}/${_id}`, { name: ' Koszyk  Łódź ' })).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(await historyOf(_id)).toHaveLength(1);
  });

  test('gone after DELETE, also for a second one', { tags: ['API-STORE-04', 'API-GEN-09', 'A-114'] }, async () => {
    const { _id } = await create();
    expect((await call(`DELETE ${path}/${_id}`)).status).toBe(204);
    for (const request of [
      `DELETE ${path}/${_id}`,
      `GET ${path}/${_id}`,
      `GET ${path}/nosuchid`,
      `GET ${path}/${encodeURIComponent("'; --")}`,
    ] as const)
      expect((await call(request)).status).toBe(404);
    expect((await call(`PATCH ${path}/${_id}`, { name: 'x' })).status).toBe(404);
    expect((await historyOf(_id)).at(-1)).toMatchObject({ action: 'delete', changes: { name: ['Koszyk Łódź', null] } });
  });
});

describe('two people at once', { tags: ['A-106'] }, () => {
  test('a stale If-Match is 412 with the current entity, who and when; nothing is lost', async () => {
    const { _id } = await create();
    expect((await call(`PATCH ${path}/${_id}`, { name: 'Nowa' }, { 'if-match': '"1"' })).status).toBe(200);
    const second = await call(`PATCH ${path}/${_id}`, { name: 'Inna' }, { 'if-match': '"1"' });
    expect(second).toMatchObject({
      status: 412,
      headers: { etag: '"2"' },
      body: {
        error: {
          code: 'precondition_failed',
          current: { _id, name: 'Nowa', updatedBy: expect.any(String), updatedAt: expect.any(String) },
        },
      },
    });
    expect(Object.keys(problemIn(second).current ?? {})).not.toContain('revision');
    expect((await call(`DELETE ${path}/${_id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect((await call(`GET ${path}/${_id}`)).body).toMatchObject({ name: 'Nowa' });
    expect((await call(`PATCH ${path}/${_id}`, { name: 'Inna' }, { 'if-match': '"7", "2"' })).status).toBe(200);
  });
  test('weak and malformed tags match no version; * and no header match any version', async () => {
    const { _id } = await create();
    for (const tag of ['W/"1"', '1', '"01"', ''])
      expect((await call(`PATCH ${path}/${_id}`, { name: 'x' }, { 'if-match': tag })).status).toBe(412);
    expect((await call(`PATCH ${path}/${_id}`, { name: 'x' }, { 'if-match': '*' })).status).toBe(200);
    expect((await call(`PATCH ${path}/${_id}`, { name: 'y' })).status).toBe(200);
  });
  test('twenty changes of different fields at once are all kept, one version each', async () => {
    const { _id } = await create();
    const fields = ['name', 'street', 'city', 'zipCode', 'phone'];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call(`PATCH ${path}/${_id}`, { [fields[n % 5] ?? '']: `v${n}` })),
    );
    expect(results.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { body, headers } = await call(`GET ${path}/${_id}`);
    expect(headers['etag']).toBe('"21"');
    for (const field of fields) expect((body as Entity)[field]).toMatch(/^v\d+$/);
    expect(await historyOf(_id)).toHaveLength(21);
  });
  test('exactly one of twenty concurrent changes with the same tag succeeds', async () => {
    const { _id } = await create();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call(`PATCH ${path}/${_id}`, { name: `v${n}` }, { 'if-match': '"1"' })),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 412)).toHaveLength(19);
  });
});

describe('bad input', () => {
  const codesOf = async (facts: Record<string, unknown>) => {
    const { status, body } = await call(`POST ${path}`, aStoreDraft(facts));
    return status === 422 ? problemIn({ body }).fields : status;
  };
  test.each(['name', 'street', 'city', 'zipCode', 'openingHours'])(
    '%s must not be missing or blank',
    { tags: ['API-STORE-06', 'S03'] },
    async (field) => {
      for (const value of [undefined, null, '', ' \n ']) expect(await codesOf({ [field]: value })).toEqual({ [field]: ['required'] });
      const { _id } = await create();
      expect((await call(`PATCH ${path}/${_id}`, { [field]: null })).body).toMatchObject({ error: { fields: { [field]: ['required'] } } });
    },
  );
  test.each([
    [undefined, 'required'],
    [null, 'required'],
    ['', 'required'],
    ['abc', 'notNumber'],
    ['1,2,3', 'notNumber'],
    ['1e1', 'notNumber'],
    [true, 'notNumber'],
    [90.1, 'outOfRange'],
    ['-90,5', 'outOfRange'],
  ])('latitude %j is %s', { tags: ['STORE-EDIT-05', 'STORE-EDIT-21'] }, async (latitude, code) =>
    expect(await codesOf({ latitude })).toEqual({ latitude: [code] }),
  );
  test('decimal comma and point, seven decimals, both ends of the range', { tags: ['STORE-EDIT-21', 'A-69'] }, async () => {
    expect(await create({ latitude: '52,22634567891', longitude: ' -180 ' })).toMatchObject({ latitude: 52.2263457, longitude: -180 });
  });
  test.each(['12a', -1, '-1', 1.5, 2 ** 31, 2 ** 53, '9999999999', {}, [], true])(
    'storeNo %j is refused',
    { tags: ['S02'] },
    async (storeNo) => expect(await codesOf({ storeNo })).toEqual({ storeNo: ['notInteger'] }),
  );
  test('0 and leading zeros are numbers, and a number may occur twice', { tags: ['S02', 'A-71'] }, async () => {
    expect(await create({ storeNo: 0 })).toMatchObject({ storeNo: 0 });
    expect(await create({ storeNo: '0417' })).toMatchObject({ storeNo: 417 });
    expect(await create({ storeNo: 417 })).toMatchObject({ storeNo: 417 });
  });
  test('store type and yes/no are exact', { tags: ['S03'] }, async () => {
    for (const storeType of ['', 'all', 'Super', 5, null]) expect(await codesOf({ storeType })).toEqual({ storeType: ['unknown'] });
    for (const drive of ['yes', 'true', 1, null]) expect(await codesOf({ drive })).toEqual({ drive: ['invalid'] });
  });
  test('limits, and HTML is text', { tags: ['S04', 'A-53', 'A-66', 'A-70'] }, async () => {
    expect(await codesOf({ phone: 'x'.repeat(10_000), zipCode: 'x'.repeat(10_000) })).toEqual({ phone: ['tooLong'], zipCode: ['tooLong'] });
    expect(await codesOf({ notificationSign: 'x'.repeat(41), openingHours: 'x'.repeat(1_001) })).toEqual({
      notificationSign: ['tooLong'],
      openingHours: ['tooLong'],
    });
    for (const ecommerceSlug of ['Łódź', 'a b', '-a', 'a--b', 'A'])
      expect(await codesOf({ ecommerceSlug })).toEqual({ ecommerceSlug: ['notSlug'] });
    const html = '<img src=x onerror=alert(1)>';
    expect(await create({ phone: html, name: `a\u0000b\u202ec` })).toMatchObject({ phone: html, name: 'abc' });
  });
  test('rejects a body that is not an object or not JSON', { tags: ['N05'] }, async () => {
    for (const body of [[], 'x', 5, null]) expect((await call(`POST ${path}`, body)).status).toBe(422);
    expect((await world.staff(`POST ${path}`, { token: admin, payload: 'a;b', headers: { 'content-type': 'text/csv' } })).status).toBe(415);
  });
});

describe('list', () => {
  beforeEach(() => world.db.updateTable('store').set({ deletedAt: new Date() }).execute());
  type Page = { items: Entity[]; total: number; page: number; pageSize: number; pageCount: number };
  const list = async (query: string): Promise<Page> => (await call(`GET ${path}/list?${query}`)).body;

  test(
    'by name in Polish order, both searches combine, at both paths',
    { tags: ['API-STORE-01', 'STORE-LIST-12', 'STORE-LIST-16', 'A-26', 'A-112'] },
    async () => {
      for (const [name = '', street = ''] of [
        ['Żabka', 'ul. Polna 1'],
        ['Zorza', 'ul. Łąkowa 2'],
        ['Ćma', 'ul. Polna 3'],
        ['Cegła', 'ul. Polna 4'],
      ])
        await aStore(world.db, { name, street });
      expect((await list('')).items.map(({ name }) => name)).toEqual(['Cegła', 'Ćma', 'Zorza', 'Żabka']);
      expect((await list('name=Z')).items.map(({ name }) => name)).toEqual(['Zorza', 'Żabka']);
      expect((await list('name=zab&address=POLNA')).items.map(({ name }) => name)).toEqual(['Żabka']);
      expect((await list('name=zorza&address=polna')).total).toBe(0);
      expect((await list('address=lakowa')).total).toBe(1);
      expect((await call(`GET ${path}?name=zab`)).body).toEqual(await list('name=zab'));
    },
  );
  test(
    'digits find a number too; sorted by number those without one come last; one type alone',
    { tags: ['O1', 'O2', 'O3', 'STORE-LIST-01'] },
    async () => {
      const facts = [
        { name: 'Numer 104', storeNo: 7, storeType: 'super' },
        { name: 'Numer trzeci', storeNo: 104, storeType: 'contact' },
        { name: 'Numer czwarty', storeNo: 1040, storeType: 'super' },
        { name: 'Numer bez', storeNo: null, storeType: 'contact' },
      ];
      for (const fact of facts) await aStore(world.db, fact as Parameters<typeof aStore>[1]);
      const names = async (query: string) => (await list(query)).items.map(({ name }) => name);
      expect(await names('name=104')).toEqual(['Numer 104', 'Numer trzeci']);
      expect(await names('name=99999999999')).toEqual([]);
      expect(await names('name=numer&sortField=storeNo')).toEqual(['Numer 104', 'Numer trzeci', 'Numer czwarty', 'Numer bez']);
      expect(await names('name=numer&sortField=-storeNo')).toEqual(['Numer czwarty', 'Numer trzeci', 'Numer 104', 'Numer bez']);
      expect(await names('name=numer&sortField=-storeNo&page=4&pageSize=1')).toEqual(['Numer bez']);
      expect(await names('name=numer&sortField=-name&storeType=contact')).toEqual(['Numer trzeci', 'Numer bez']);
      expect((await call(`GET ${path}/list?sortField=city`)).status).toBe(400);
      expect((await call(`GET ${path}/list?storeType=kiosk`)).status).toBe(400);
    },
  );

  test('one type after another, each list contains the stores of its own type', { tags: ['O3'] }, async () => {
    const ids = { super: (await create({ storeType: 'super' }))._id, contact: (await create({ storeType: 'contact' }))._id };
    const listed = async (type: string): Promise<string[]> => (await list(`page=0&storeType=${type}`)).items.map(({ _id }) => _id);
    const [supers, contacts] = [await listed('super'), await listed('contact')];
    expect(supers).toContain(ids.super);
    expect(contacts).toContain(ids.contact);
    expect(supers.filter((id) => contacts.includes(id))).toEqual([]);
  });
  test('diacritics, case and composition do not matter', { tags: ['Q06'] }, async () => {
    await aStore(world.db, { name: 'Zażółć gęślą jaźń' });
    for (const name of ['zazolc', 'ZAŻÓŁĆ', 'Zaz\u0307o\u0301łc\u0301', 'GĘŚLĄ', 'gesla'])
      expect([name, (await list(`name=${encodeURIComponent(name)}`)).total]).toEqual([name, 1]);
  });
  test('searches are literal, limited, and unknown keys are ignored', { tags: ['API-GEN-11', 'Q04', 'Q05', 'Q08', 'Q10'] }, async () => {
    await aStore(world.db, { name: '100% _\\ "promo"' });
    await aStore(world.db, { name: 'Zwykły' });
    for (const name of ['%', '_', '\\', '"', '100%'])
      expect([name, (await list(`name=${encodeURIComponent(name)}`)).total]).toEqual([name, 1]);
    expect((await list(`name=${encodeURIComponent("'; drop table store; --")}`)).total).toBe(0);
    expect((await call(`GET ${path}/list?name=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await call(`GET ${path}/list?name=%00`)).status).toBe(400);
    expect((await call(`GET ${path}/list?$where=1&createdBy.email=x&filter[a]=b`)).status).toBe(200);
  });
  test(
    'pages, also the last, one beyond it, and everything at once',
    { tags: ['API-GEN-03', 'API-GEN-04', 'API-GEN-05', 'Q01'] },
    async () => {
      for (let n = 0; n < 23; n += 1) await aStore(world.db, { name: `S${String(n).padStart(2, '0')}` });
      expect(await list('page=2')).toMatchObject({
        total: 23,
        page: 2,
        pageSize: 20,
        pageCount: 2,
        items: [{ name: 'S20' }, { name: 'S21' }, { name: 'S22' }],
      });
      expect((await list('page=9')).items).toEqual([]);
      expect((await list('page=0&pageSize=100000')).items).toHaveLength(23);
      for (const page of ['1.5', 'abc', '1e3', '1&page=2']) expect((await call(`GET ${path}/list?page=${page}`)).status).toBe(400);
    },
  );
  test('serves two hundred concurrent requests for the heaviest list with the connections of the pool', { tags: ['Q15'] }, async () => {
    for (let n = 0; n < 60; n += 1) await aStore(world.db, { name: `Wiele ${n}` });
    const answers = Promise.all(
      Array.from({ length: 200 }, () =>
        world.staff(storeRoutes.list, { token: admin, query: { page: 0, pageSize: 100_000, name: 'wiele', address: 'dluga' } }),
      ),
    );
    // PostgreSQL itself comes now and then, to tidy up.
    const busy = async (): Promise<number> =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
          world.db,
        )
      ).rows[0]?.n ?? 0;
    expect(await busy()).toBeLessThanOrEqual(world.world.config.ENDCAP_DATABASE_POOL_SIZE);
    expect((await world.staff('GET /healthz')).status).toBe(200);
    expect(new Set((await answers).map(({ status, body }) => `${status} ${body.total}`))).toEqual(new Set(['200 60']));
  });
  test('a page has counts of devices unless the request excludes them', async () => {
    const id = await aStore(world.db);
    await phones(world.db, { main: id, subscribed: [id], count: 2 });
    expect((await list('')).items[0]).toMatchObject({ main: 2, notifications: 2 });
    expect(Object.keys((await list('counts=false')).items[0] ?? {})).not.toContain('main');
    expect(Object.keys((await list('counts=false')).items[0] ?? {})).not.toContain('hoursExceptions');
    expect((await list('')).items[0]?.hoursExceptions).toEqual([]);
    const [closures] = (await list('counts=false&hoursExceptions=true')).items;
    expect(closures?.hoursExceptions).toEqual([]);
    expect(Object.keys(closures ?? {})).not.toContain('main');
  });
  test('a new or renamed store is in the next response', { tags: ['STORE-EDIT-25'] }, async () => {
    const { _id } = await create({ name: 'Nowy' });
    expect((await list('name=nowy')).total).toBe(1);
    await call(`PATCH ${path}/${_id}`, { name: 'Inny' });
    expect([(await list('name=nowy')).total, (await list('name=inny')).total]).toEqual([0, 1]);
  });
});

describe('deleting a store that is in use', { tags: ['S05', 'A-72', 'API-STORE-07'] }, () => {
  test('the question before it names groups, notifications, staff and devices', async () => {
    const { _id } = await create();
    const group = await aGroup(world.db, 'Łódzkie', [_id]);
    await phones(world.db, { main: _id, count: 2 });
    await phones(world.db, { subscribed: [_id], count: 3 });
    const token = await world.person('usage-staff', { name: 'Jan Lis', storeId: _id });
    await world.staff('POST /session/register-login', { token });
    const { body: sent } = await world.staff(notificationRoutes.send, {
      token: admin,
      body: aNotification({ includeStoreType: '', includeStores: [_id] }),
    });
    expect((await call(`GET ${path}/${_id}/usage`)).body).toEqual([
      { kind: 'storeGroup', count: 1, items: [{ id: group, name: 'Łódzkie' }] },
      { kind: 'notification', count: 1, items: [{ id: sent._id, name: 'Promocja' }] },
      { kind: 'staff', count: 1, items: [{ id: null, name: 'Jan Lis' }] },
      { kind: 'mainDevice', count: 2, items: [] },
      { kind: 'subscribedDevice', count: 3, items: [] },
    ]);
    expect((await call(`GET ${path}/${(await create())._id}/usage`)).body).toEqual([]);
  });

  test('an audience never widens, phones and staff lose the store, a fan-out under way keeps its phones', async () => {
    await world.db.deleteFrom('notificationQuota').execute();
    const [gone, other] = [await create(), await create()];
    await phones(world.db, { main: gone._id, count: 4 });
    await phones(world.db, { main: other._id, count: 1 });
    const { body: registered } = await world.phone(deviceRoutes.register, {
      body: { installId: 'lost-store', platform: 'ios', appVersion: '3.4.0' },
    });
    const secret = registered.deviceSecret ?? '';
    await world.phone('PATCH /app/v1/devices/me', {
      token: secret,
      body: { mainStoreId: gone._id, notificationStoreIds: [gone._id, other._id] },
    });
    const sent = await world.staff(notificationRoutes.send, {
      token: admin,
      body: aNotification({ includeStoreType: '', includeStores: [gone._id] }),
    });
    const { _id: notificationId } = sent.body;

    expect((await call(`DELETE ${path}/${gone._id}`)).status).toBe(204);

    const estimate = (rule: object) => call('POST /api/v1/notification-editor/audience', rule);
    expect((await estimate({ includeStoreType: '', includeStores: [gone._id] })).body).toEqual({
      devices: 0,
      stores: 0,
      everyone: false,
      total: expect.any(Number),
    });
    expect((await estimate({ includeStoreType: '', includeStores: [gone._id, other._id] })).body).toMatchObject({ devices: 1, stores: 1 });
    expect((await world.phone('GET /app/v1/devices/me', { token: secret })).body).toMatchObject({
      mainStoreId: null,
      notificationStoreIds: [other._id],
    });
    const staff = await world.person('lost-staff', { storeId: gone._id });
    expect((await world.staff('GET /session/get-my-store', { token: staff })).status).toBe(404);
    const frozen = await world.db
      .selectFrom('fanOut')
      .where('notificationId', '=', notificationId)
      .select('storeIds')
      .executeTakeFirstOrThrow();
    expect(frozen.storeIds).toEqual([gone._id]);
    const reachable = await world.db.selectFrom('device').where('mainStoreId', '=', gone._id).select('id').execute();
    expect(reachable).toHaveLength(5);
    expect((await call(`GET /api/v1/notification-editor/${notificationId}`)).body).toMatchObject({ includeStores: [gone._id], names: {} });
  });
});
