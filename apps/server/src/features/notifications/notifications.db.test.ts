import fc from 'fast-check';
import { includeStoreTypes } from '@endcap/contract/audience';
import { linkRoutes } from '@endcap/contract/links';
import { notificationRoutes, SendNotification } from '@endcap/contract/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore, phones, times } from '../../../test/builders.ts';
import { nearFor } from '../../../test/near-values.ts';
import { sql } from 'kysely';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { earlierAttempt } from './idempotency.repository.ts';

let world: FreshWorld;
let admin: string;
let storeA: string;
let storeB: string;
let staffA: string;
let staffB: string;
let noStore: string;

beforeAll(async () => {
  world = await freshWorld();
  storeA = await aStore(world.db, { name: 'A', city: 'Łódź', notificationSign: '– A' });
  storeB = await aStore(world.db, { name: 'B' });
  admin = await world.tokenOf('admin');
  [staffA, staffB] = [await world.person('notif-a', { storeId: storeA }), await world.person('notif-b', { storeId: storeB })];
  noStore = await world.tokenOf('no-store');
  await phones(world.db, { subscribed: [storeA], count: 3 });
  await phones(world.db, { main: storeB, count: 2 });
});
afterAll(() => world.close());

const editor = '/api/v1/notification-editor';
type Options = { token?: string; store?: string; headers?: Record<string, string> };
const send = (facts: Record<string, unknown> = {}, options: Options = {}) =>
  world.staff(notificationRoutes.send, { token: staffA, body: aNotification(facts), ...options });
const test_ = (facts: Record<string, unknown> = {}, options: Options = {}) => send({ isTest: true, ...facts }, options);
const nextDay = () => {
  world.clock.aheadMs += 86_400_000;
};
const later = (days = 30) => new Date(Date.now() + world.clock.aheadMs + days * 86_400_000).toISOString();

describe('the list', () => {
  test(
    'rows contain audience and sender; the sending state is readable in the own scope alone and filters the list',
    { tags: ['D-04', 'D-26'] },
    async () => {
      const sent = await test_({ title: 'Stan wysyłki' });
      expect(sent.status).toBe(201);
      const id = sent.body._id;
      const list = async (query: string): Promise<{ items: unknown[]; total: number }> =>
        (await world.staff(`GET ${editor}/list?${query}`, { token: staffA })).body;
      expect((await list('isTest=true')).items).toMatchObject([
        { _id: id, sentBy: 'notif-a', audience: { includeStoreType: '', stores: 0, groups: 0, excludes: false } },
      ]);
      const found = async (state: string): Promise<number> => (await list(`isTest=true&state=${state}`)).total;
      expect([await found('underWay'), await found('sent'), await found('stopped')]).toEqual([1, 0, 0]);
      const deliveries = (token: string) => world.staff(`GET ${editor}/deliveries?ids=${id},nosuch`, { token });
      expect(await deliveries(staffA)).toMatchObject({ status: 200, body: [{ _id: id, details: null, sending: { state: 'expanding' } }] });
      expect(await deliveries(staffB)).toMatchObject({ status: 200, body: [] });
      expect(await deliveries(noStore)).toMatchObject({ status: 200, body: [] });
      expect((await world.staff(`GET ${editor}/list?state=nonsense`, { token: staffA })).status).toBe(400);
      await sql`update fan_out set state = 'finished', finished_at = now(), first_accepted_at = now() where notification_id = ${id}`.execute(
        world.db,
      );
      world.clock.aheadMs += 3_000;
      expect([await found('underWay'), await found('sent'), await found('stopped')]).toEqual([0, 1, 0]);
      await sql`update fan_out set state = 'cancelled' where notification_id = ${id}`.execute(world.db);
      world.clock.aheadMs += 3_000;
      expect([await found('underWay'), await found('sent'), await found('stopped')]).toEqual([0, 0, 1]);
      await sql`update fan_out set state = 'finished' where notification_id = ${id}`.execute(world.db);
      await sql`update notification set errors = '{NO_APP}' where id = ${id}`.execute(world.db);
      world.clock.aheadMs += 3_000;
      expect([await found('underWay'), await found('sent'), await found('stopped')]).toEqual([0, 0, 1]);
    },
  );
});

describe('sending', () => {
  test('201 with the entity; delivery comes later', { tags: ['API-NOTIF-03', 'NOTIF-FORM-27', 'ENT-01', 'ENT-02', 'ENT-03'] }, async () => {
    const reply = await send({ title: ' Świeży  chleb ', content: 'a\r\nb', url: 'https://sklep.pl/x' });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        title: 'Świeży chleb',
        content: 'a\nb',
        isTest: false,
        url: 'https://sklep.pl/x',
        image: null,
        storeId: storeA,
        notificationIds: [],
        details: null,
        errors: [],
        includeStoreType: '',
        includeStores: [],
        names: { [storeA]: 'A, Łódź' },
      },
    });
    expect(await world.db.selectFrom('history').select(['actor', 'entity', 'action']).execute()).toContainEqual({
      actor: 'notif-a',
      entity: 'notification',
      action: 'send',
    });
  });
  test(
    'a second real send of the day is 409, tests are not counted',
    { tags: ['API-NOTIF-05', 'API-NOTIF-08', 'API-NOTIF-09', 'NOTIF-PUSH-11', 'N19'] },
    async () => {
      expect(await send()).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'quota_used_up',
            message: "You can't send any more notifications today. Only one notification per day is allowed.",
          },
        },
      });
      expect((await world.staff(notificationRoutes.canSend, { query: {}, token: staffA })).body).toEqual({
        canSend: false,
        reason: 'quota',
      });
      expect((await world.staff(notificationRoutes.canSend, { query: {}, token: staffB })).body).toEqual({ canSend: true, reason: null });
      expect((await world.staff(notificationRoutes.canSend, { query: {}, token: admin })).body).toEqual({ canSend: true, reason: null });
      expect((await world.staff(notificationRoutes.canSend, { query: {}, token: admin, store: storeA })).body).toEqual({
        canSend: false,
        reason: 'quota',
      });
      expect((await test_()).status).toBe(201);
    },
  );
  test('50 sends for one store at once, exactly one accepted', { tags: ['N09'] }, async () => {
    const results = await Promise.all(times(50, () => send({}, { token: staffB })));
    expect(results.map((reply) => reply.status).sort()).toEqual([201, ...times(49, () => 409)]);
    expect(await world.db.selectFrom('fanOut').select('notificationId').where('subscribedStoreId', '=', storeB).execute()).toHaveLength(1);
  });
  test('the quota is per Warsaw day', { tags: ['API-NOTIF-10', 'N10', 'F65'] }, async () => {
    const store = await aStore(world.db);
    const token = await world.person('notif-midnight', { storeId: store });
    const midnight = new Date('2026-12-01T23:00:00Z').getTime();
    const statusAt = async (at: number): Promise<number> => {
      world.clock.stoppedAt = at;
      const { status } = await send({ validUntil: '2026-12-10' }, { token });
      world.clock.stoppedAt = null;
      return status;
    };
    expect([await statusAt(midnight - 500), await statusAt(midnight + 500), await statusAt(midnight + 600)]).toEqual([201, 201, 409]);
  });
  test("a store's send cannot be widened by its body", { tags: ['A-42', 'NOTIF-FORM-52', 'ROLE-17', 'Z06'] }, async () => {
    nextDay();
    const { status, body } = await send({ includeStoreType: 'all', includeStores: [storeB], validUntil: later() });
    expect([status, body]).toMatchObject([201, { includeStoreType: '', includeStores: [], storeId: storeA }]);
    const { notificationId, everyone, storeIds, subscribedStoreId } = await world.db
      .selectFrom('fanOut')
      .selectAll()
      .where('notificationId', '=', body._id)
      .executeTakeFirstOrThrow();
    expect({ notificationId, everyone, storeIds, subscribedStoreId }).toMatchObject({
      everyone: false,
      storeIds: [],
      subscribedStoreId: storeA,
    });
  });
  test('staff naming another store, or nonsense, are refused', { tags: ['Z04', 'Z14'] }, async () => {
    for (const store of [storeB, '*', `${storeA},${storeB}`, storeA.toUpperCase(), `${storeA}%00`]) {
      expect((await test_({}, { store })).body).toMatchObject({ error: { code: 'store_not_yours' } });
      expect((await world.staff(notificationRoutes.canSend, { query: {}, token: staffA, store })).status).toBe(403);
    }
    expect((await test_({}, { store: storeA })).status).toBe(201);
  });
  test('without a store nothing is listed or sent', { tags: ['D-52', 'ROLE-19', 'A-03'] }, async () => {
    expect((await test_({}, { token: noStore })).body).toMatchObject({ error: { code: 'no_store' } });
    expect(await world.staff(`GET ${editor}/list?pageSize=5`, { token: noStore })).toMatchObject({
      status: 200,
      body: { items: [], total: 0, page: 1, pageSize: 5, pageCount: 1 },
    });
    expect((await world.staff(notificationRoutes.canSend, { query: {}, token: noStore })).body).toEqual({
      canSend: false,
      reason: 'noStore',
    });
  });
  test('an administrator with an unknown store is 400', { tags: ['A-05'] }, async () =>
    expect((await test_({}, { token: admin, store: 'nostore' })).body).toMatchObject({ error: { code: 'unknown_store' } }),
  );
});

describe('bad input', () => {
  const refused = async (facts: Record<string, unknown>) => {
    const reply = await test_(facts, { token: admin });
    expect(reply.status).toBe(422);
    return problemIn(reply).fields;
  };
  test(
    '422 names field and code',
    {
      tags: [
        'NOTIF-VAL-01',
        'NOTIF-VAL-02',
        'NOTIF-VAL-03',
        'NOTIF-VAL-04',
        'NOTIF-VAL-05',
        'NOTIF-VAL-06',
        'NOTIF-VAL-07',
        'NOTIF-VAL-08',
        'NOTIF-VAL-09',
        'NOTIF-VAL-10',
        'NOTIF-VAL-11',
        'NOTIF-VAL-12',
        'NOTIF-VAL-13',
      ],
    },
    async () => {
      expect(await refused({ title: ' ', content: 'a\nb\nc\nd' })).toEqual({ title: ['required'], content: ['textTooManyLines'] });
      expect(await refused({ content: 'x'.repeat(231) })).toEqual({ content: ['textTooLong'] });
      expect(await refused({ url: 'javascript:alert(1)' })).toEqual({ url: ['notTarget'] });
      expect(await refused({ validUntil: '2020-01-01' })).toEqual({ validUntil: ['inPast'] });
      expect(await refused({ validUntil: 'tomorrow' })).toEqual({ validUntil: ['notDate'] });
    },
  );
  test('unknown stores and groups', { tags: ['N14', 'Z08'] }, async () => {
    expect(await refused({ includeStores: ['unknown'] })).toEqual({ includeStores: ['unknown'] });
    expect(await refused({ excludeStoreGroups: ['unknown'] })).toEqual({ excludeStoreGroups: ['unknown'] });
    expect(await refused({ includeStores: ["'; drop table store --"] })).toEqual({ 'includeStores.0': ['unknown'] });
    expect(await refused({ includeStores: times(10_001, (n) => `s${n}`) })).toEqual({ includeStores: ['tooMany'] });
  });
  test('images that are no longer stored or never were', { tags: ['N17'] }, async () => {
    expect(await refused({ image: `cloudinary:${'0'.repeat(32)}.png` })).toEqual({ image: ['unknown'] });
    expect(await refused({ image: 'https://evil.example/x.png' })).toHaveProperty('image');
  });
  test('a message larger than the push service takes is refused before it is accepted', { tags: ['N04'] }, async () => {
    expect(await refused({ title: 'ż'.repeat(200), content: '€'.repeat(230), url: `https://x.pl/${'ą'.repeat(1900)}` })).toEqual({
      url: ['payloadTooLarge'],
    });
  });
  test('nothing of a refused send remains', async () => {
    const before = await world.db.selectFrom('notification').select('id').execute();
    await refused({ includeStores: ['unknown'] });
    expect(await world.db.selectFrom('notification').select('id').execute()).toHaveLength(before.length);
  });
});

test('no body, query or id causes a 5xx: 400 random ones, with fields that are now and then nearly valid', async () => {
  const field = (name: string): fc.Arbitrary<unknown> =>
    fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom<unknown>(storeA, ...includeStoreTypes, null, true),
      { weight: 5, arbitrary: nearFor(name) },
    );
  const drawn = Object.fromEntries(Object.keys(SendNotification.shape).map((name) => [name, field(name)]));
  const fields = { ...drawn, validUntil: nearFor('validUntil') };
  const body = fc.record({ ...fields, isTest: fc.constant(true) }, { requiredKeys: ['isTest'] });
  const id = (await test_()).body._id;
  await fc.assert(
    fc.asyncProperty(body, fc.string({ unit: 'binary', maxLength: 60 }), async (facts, text) => {
      const payload = JSON.stringify({ ...aNotification(), ...facts }, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      const replies = [
        await world.staff(`POST ${editor}`, { token: admin, payload, headers: { 'content-type': 'application/json' } }),
        await world.staff(`PATCH ${editor}/${id}`, { token: admin, payload, headers: { 'content-type': 'application/json' } }),
        await world.staff(`PATCH ${editor}/${encodeURIComponent(text.toWellFormed())}`, {
          token: admin,
          payload,
          headers: { 'content-type': 'application/json' },
        }),
        await world.staff(
          `GET ${editor}/list?text=${encodeURIComponent(text.toWellFormed())}&page=${encodeURIComponent(text.toWellFormed())}`,
          { token: admin },
        ),
      ];
      for (const { status, body: answer } of replies) {
        expect(status).toBeLessThan(500);
        if (status >= 400) expect(answer).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
      }
    }),
    { numRuns: 60, ignoreEqualValues: true },
  );
});

describe('Idempotency-Key', { tags: ['N12', 'F37'] }, () => {
  const keyed = (key: string, facts = {}, token = staffA) => test_(facts, { token, headers: { 'idempotency-key': key } });
  test('same body: same answer; other body: 422; other person: independent', async () => {
    const first = await keyed('key-00001');
    const again = await keyed('key-00001', { validUntil: first.body.validUntil, title: 'Inny' });
    expect(again.status).toBe(422);
    const body = aNotification({ isTest: true });
    const call = (token = staffA) => world.staff(notificationRoutes.send, { token, body, headers: { 'idempotency-key': 'key-00002' } });
    const [one, two] = [await call(), await call()];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body._id).toBe(one.body._id);
    expect((await call(staffB)).body._id).not.toBe(one.body._id);
  });
  test('concurrent requests create one notification; each is answered with it or with 409', async () => {
    const body = aNotification({ isTest: true });
    const replies = await Promise.all(
      times(10, () => world.staff(notificationRoutes.send, { token: staffA, body, headers: { 'idempotency-key': 'key-00003' } })),
    );
    const ids = new Set(replies.filter((reply) => reply.status === 201).map((reply) => reply.body._id));
    expect(ids.size).toBe(1);
    for (const reply of replies) expect([201, 409]).toContain(reply.status);
  });
  test(
    'after a lost response only its sender finds the attempt by its key; an attempt in progress is reported as such',
    { tags: ['D-40'] },
    async () => {
      const key = 'key-of-a-lost/answer?';
      const body = aNotification({ isTest: true, title: 'Zgubiona odpowiedź' });
      const look = (token = staffA, one = key) => world.staff(notificationRoutes.attempt, { params: { idempotencyKey: one }, token });
      expect((await look()).status).toBe(404);
      await world.db.transaction().execute(async (trx) => {
        await earlierAttempt(trx, { actor: 'notif-a', key, bodyHash: Buffer.alloc(32) });
        expect((await look()).body).toMatchObject({ error: { code: 'request_in_progress' } });
        expect((await look(staffB)).status).toBe(404);
      });
      const sent = await world.staff(notificationRoutes.send, { token: staffA, body, headers: { 'idempotency-key': key } });
      const { _id, createdAt } = sent.body;
      expect(await look()).toMatchObject({ status: 200, body: { _id, title: 'Zgubiona odpowiedź', isTest: true, createdAt } });
      for (const token of [staffB, admin, noStore]) expect((await look(token)).status).toBe(404);
      expect((await look(staffA, 'short')).status).toBe(404);
    },
  );
  test('a malformed key is 400', async () => expect((await keyed('short')).status).toBe(400));
});

describe('reading', () => {
  test(
    'everyone sees their scope, newest first',
    { tags: ['ROLE-03', 'ROLE-18', 'A-51', 'NOTIF-LIST-20', 'NOTIF-LIST-23', 'Z02', 'Z03'] },
    async () => {
      nextDay();
      const own = (await send({ title: 'Tylko A', validUntil: later() })).body;
      const listOf = async (options: Options) => (await world.staff(notificationRoutes.list, { query: {}, ...options })).body.items;
      const mine = await listOf({ token: staffA });
      expect(mine[0]?._id).toBe(own._id);
      expect(new Set(mine.map((item) => item.storeId))).toEqual(new Set([storeA]));
      expect([...mine].sort((a, b) => b.createdAt.localeCompare(a.createdAt))).toEqual(mine);
      expect((await listOf({ token: staffB })).map((item) => item._id)).not.toContain(own._id);
      expect(new Set((await listOf({ token: admin, store: storeB })).map((item) => item.storeId))).toEqual(new Set([storeB]));
      expect((await listOf({ token: admin })).map((item) => item._id)).toContain(own._id);
      expect((await world.staff(notificationRoutes.details, { params: { notificationId: own._id }, token: staffB })).status).toBe(404);
      expect(
        (
          await world.staff(notificationRoutes.extend, {
            params: { notificationId: own._id },
            token: staffB,
            body: { validUntil: '2088-01-01' },
          })
        ).status,
      ).toBe(404);
      expect((await world.staff(notificationRoutes.details, { params: { notificationId: own._id }, token: admin })).status).toBe(200);
    },
  );
  test(
    'search is literal and ignores case and diacritics',
    { tags: ['API-NOTIF-01', 'API-NOTIF-11', 'A-22', 'API-GEN-11', 'N23', 'Q04', 'Q06'] },
    async () => {
      await test_({ title: 'Żółte łubianki 100% _tanio_', content: "d'Arc \\ ścieżka" });
      const found = async (text: string) => (await world.staff(notificationRoutes.list, { query: { text }, token: staffA })).body.total;
      for (const text of ['ZOLTE', 'żółte', 'z\u0307o\u0301łte', 'lubianki', '100%', '_tanio_', "d'Arc", '\\', 'SCIEZKA'])
        expect(await found(text), text).toBe(1);
      for (const text of ['%%%', '__', "'; --", '$$', '(a+)+$', 'x'.repeat(200)]) expect(await found(text), text).toBe(0);
      expect((await world.staff(`GET ${editor}/list?text=a%00b`, { token: staffA })).status).toBe(400);
    },
  );
  test('one shape of lists; beyond the end is empty with the true total', { tags: ['API-GEN-03', 'API-GEN-04', 'A-28'] }, async () => {
    const page = (await world.staff(notificationRoutes.list, { query: { page: 1000, pageSize: 2 }, token: staffA })).body;
    expect(page).toMatchObject({ items: [], page: 1000, pageSize: 2 });
    expect(page.total).toBeGreaterThan(0);
    const [first, second] = [
      await world.staff({ ...notificationRoutes.list, path: editor }, { query: { page: '1', pageSize: '2' }, token: staffA }),
      await world.staff(notificationRoutes.list, { query: { page: '2', pageSize: '2' }, token: staffA }),
    ].map((reply) => reply.body.items.map((item) => item._id));
    expect(first?.filter((id) => second?.includes(id))).toEqual([]);
  });
  test('invalid pages are 400, never 500', { tags: ['Q01'] }, async () => {
    for (const page of ['1.5', '1e3', '0x10', '%D9%A3', 'abc', '1&page=2'])
      expect((await world.staff(`GET ${editor}/list?page=${page}`, { token: staffA })).status).toBe(400);
    expect((await world.staff(`GET ${editor}/list?page[]=1&nonsense=1`, { token: staffA })).status).toBe(200);
  });
  test('unknown and malformed ids are 404', { tags: ['API-GEN-10', 'Z08'] }, async () => {
    for (const id of ['1', '0', '-1', 'A'.repeat(36), '%2e%2e', "'", 'x'.repeat(150), storeA])
      expect((await world.staff(`GET ${editor}/${id}`, { token: admin })).status, id).toBe(404);
  });
  test('there is no delete', { tags: ['API-NOTIF-06', 'A-36'] }, async () =>
    expect(await world.staff(`DELETE ${editor}/abc`, { token: admin })).toMatchObject({ status: 405, headers: { allow: 'GET, PATCH' } }),
  );
});

describe('the end of validity', () => {
  test(
    'of two concurrent changes with one tag one gets 412 and the stored state; without tags both apply in order',
    { tags: ['N20', 'A-106'] },
    async () => {
      nextDay();
      const sent = await send({ title: 'Dwie osoby', validUntil: later() });
      expect(sent.headers['etag']).toBe('"1"');
      const { _id } = sent.body;
      const patch = (validUntil: string, tag?: string) =>
        world.staff(notificationRoutes.extend, {
          params: { notificationId: _id },
          token: staffA,
          body: { validUntil },
          headers: tag ? { 'if-match': tag } : {},
        });
      const both = await Promise.all([patch('2088-06-01', '"1"'), patch('2088-06-02', '"1"')]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      const [stored = sent, refused] = both.toSorted((one, other) => one.status - other.status);
      const { validUntil: storedUntil } = stored.body;
      expect(refused).toMatchObject({
        headers: { etag: '"2"' },
        body: {
          error: {
            code: 'precondition_failed',
            current: { _id, validUntil: storedUntil },
          },
        },
      });
      expect((await Promise.all([patch('2088-06-03'), patch('2088-06-04')])).map(({ status }) => status)).toEqual([200, 200]);
      expect((await world.staff(notificationRoutes.details, { params: { notificationId: _id }, token: staffA })).headers['etag']).toBe(
        '"4"',
      );
    },
  );
  test(
    'only the date changes, any date is allowed, with history',
    { tags: ['API-NOTIF-04', 'API-NOTIF-07', 'A-43', 'A-49', 'NOTIF-DET-39'] },
    async () => {
      nextDay();
      const { _id } = (await send({ title: 'Data', validUntil: later() })).body;
      const patch = (body: unknown) => world.staff(`PATCH ${editor}/${_id}`, { token: staffA, body });
      expect(await patch({ validUntil: '2088-06-01', title: 'anders', _id: 'x', isTest: true })).toMatchObject({
        status: 200,
        body: { title: 'Data', isTest: false, validUntil: '2088-05-31T22:00:00.000Z' },
      });
      expect((await patch({ validUntil: '2020-01-01' })).status).toBe(200);
      expect(await patch({ validUntil: '' })).toMatchObject({ status: 422, body: { error: { fields: { validUntil: ['required'] } } } });
      const changes = await world.db
        .selectFrom('history')
        .select('changes')
        .where('entityId', '=', _id)
        .where('action', '=', 'update')
        .execute();
      expect(changes).toHaveLength(2);
    },
  );
});

describe('the audience', () => {
  test('the linked item and those who cannot open it: by store, segment, version and publication', async () => {
    const [near, far] = [await aStore(world.db), await aStore(world.db)];
    await phones(world.db, { main: near, count: 3 });
    await phones(world.db, { main: far, count: 2 });
    const check = async (url: string, rule: Record<string, unknown> = { includeStoreType: '', includeStores: [near, far] }) => {
      const { status, body } = await world.staff(linkRoutes.checkSent, { token: admin, body: { ...rule, url } });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.link;
    };
    const everywhere = await aContent(world.db, { title: 'Gazetka' });
    expect(await check(`endcap://${everywhere}#3`)).toMatchObject({
      contentId: everywhere,
      page: 3,
      name: 'Gazetka',
      whole: true,
      devices: 5,
      unable: 0,
    });
    const nearOnly = await aContent(world.db, { includeStoreType: '', includeStores: [near] });
    expect(await check(`endcap://${nearOnly}`)).toMatchObject({ devices: 5, unable: 2 });
    await sql`update device set segments = '{Rodzina,Inny}' where main_store_id = ${far}`.execute(world.db);
    expect(await check(`endcap://${await aContent(world.db, { segments: ['Rodzina'] })}`)).toMatchObject({ devices: 5, unable: 3 });
    expect(await check(`endcap://${await aContent(world.db, { version: '>=9.0.0' })}`)).toMatchObject({ devices: 5, unable: 5 });
    expect(await check(`endcap://${await aContent(world.db, { publicationStart: later(1) })}`)).toMatchObject({
      whole: false,
      before: { until: expect.any(String) },
    });
    expect(await check(`endcap://${await aContent(world.db, { deletedAt: new Date() })}`)).toMatchObject({
      gone: true,
      name: 'Gazetka',
    });
    expect(await check('endcap://nosuchthing')).toMatchObject({ gone: true, name: null });
    expect(await check('https://sklep.example')).toBeNull();
  });
  test('the details name the item behind a deep link, also when it was deleted', { tags: ['NOTIF-DET-38'] }, async () => {
    const item = await aContent(world.db, { title: 'Gazetka świąteczna' });
    const { body } = await world.staff(notificationRoutes.send, {
      token: admin,
      body: aNotification({ isTest: true, url: `endcap://${item}#2` }),
    });
    expect(body).toMatchObject({ target: { contentId: item, page: 2, name: 'Gazetka świąteczna', deleted: false } });
    await world.db.updateTable('content').set({ deletedAt: new Date() }).where('id', '=', item).execute();
    const again = async () => (await world.staff(notificationRoutes.details, { params: { notificationId: body._id }, token: admin })).body;
    await expect.poll(again).toMatchObject({ target: { name: 'Gazetka świąteczna', deleted: true } });
  });
  test(
    'the estimate follows the selection by type, group, store and subscription',
    { tags: ['D-41', 'ux-1', 'NOTIF-PUSH-05', 'NOTIF-PUSH-06', 'NOTIF-FORM-51'] },
    async () => {
      const fresh = await freshWorld();
      const [one, two, three] = [
        await aStore(fresh.db, { storeType: 'super' }),
        await aStore(fresh.db, { storeType: 'super' }),
        await aStore(fresh.db, { storeType: 'contact' }),
      ];
      const group = await aGroup(fresh.db, 'G', [one, two]);
      await phones(fresh.db, { main: one, count: 4 });
      await phones(fresh.db, { main: three, subscribed: [two], count: 3 });
      await phones(fresh.db, { count: 5 });
      await phones(fresh.db, { main: one, count: 7, push: false });
      await phones(fresh.db, { main: one, subscribed: [one, two], count: 2, tester: true });
      const estimate = async (rule: Record<string, unknown>, store?: string) =>
        (await fresh.staff(`POST ${editor}/audience`, { token: admin, ...(store && { store }), body: rule })).body;
      expect(await estimate({})).toEqual({ devices: 14, stores: 3, everyone: true, total: 14 });
      expect(await estimate({ includeStoreType: 'all', excludeStores: [three] })).toEqual({
        devices: 9,
        stores: 2,
        everyone: false,
        total: 14,
      });
      expect(await estimate({ includeStoreType: 'super' })).toEqual({ devices: 9, stores: 2, everyone: false, total: 14 });
      expect(await estimate({ includeStoreType: '', includeStoreGroups: [group], excludeStores: [two] })).toEqual({
        devices: 6,
        stores: 1,
        everyone: false,
        total: 14,
      });
      expect(await estimate({ includeStoreType: '', includeStores: [one], excludeStores: [one] })).toEqual({
        devices: 0,
        stores: 0,
        everyone: false,
        total: 14,
      });
      expect(await estimate({ includeStoreType: 'all' }, two)).toEqual({ devices: 5, stores: 1, everyone: false, total: null });
      expect(await estimate({ isTest: true })).toMatchObject({ devices: 2, everyone: false });
      await fresh.close();
    },
  );
  test('staff can only ask about their own store', { tags: ['ROLE-10', 'ROLE-12'] }, async () => {
    expect((await world.staff(notificationRoutes.estimate, { token: staffA, body: { includeStoreType: 'all' } })).body).toEqual({
      devices: 3,
      stores: 1,
      everyone: false,
      total: null,
    });
  });
});

describe('history', { tags: ['Z21'] }, () => {
  test('cannot be changed or deleted, even directly in the database', async () => {
    await expect(world.db.updateTable('history').set({ actor: 'x' }).execute()).rejects.toThrow('append-only');
    await expect(world.db.deleteFrom('history').execute()).rejects.toThrow('append-only');
  });
});
