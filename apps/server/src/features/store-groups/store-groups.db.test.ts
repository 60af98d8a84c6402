import { EVERYTHING, type Request } from '@endcap/contract/core';
import { notificationRoutes } from '@endcap/contract/notifications';
import { type StoreGroup, storeGroupRoutes } from '@endcap/contract/store-groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aGroup, aNotification, aStore, phones } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let stores: string[];
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  stores = await Promise.all(['A', 'B', 'C'].map((name) => aStore(world.db, { name })));
});
afterAll(() => world.close());

const path = '/api/v1/store-group';
const call = (request: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`, body?: unknown, headers: Record<string, string> = {}) =>
  world.staff(request, { token: admin, headers, ...(body !== undefined && { body }) });
const create = async (body: Request<typeof storeGroupRoutes.create>['body']): Promise<StoreGroup> =>
  (await world.staff(storeGroupRoutes.create, { token: admin, body })).body;
const sorted = (ids: readonly string[]) => ids.toSorted();

test(
  'a group, its stores once each; one without stores',
  { tags: ['API-GRP-02', 'API-GRP-05', 'ENT-16', 'GRP-EDIT-03', 'GRP-EDIT-09'] },
  async () => {
    const [a = '', b = ''] = stores;
    const body = { name: '  Centrum ', includeStores: [a, b, a], _id: 'mine' };
    const { status, body: group, headers } = await world.staff(storeGroupRoutes.create, { token: admin, body });
    expect([status, headers['etag']]).toEqual([201, '"1"']);
    expect(group).toMatchObject({ name: 'Centrum', includeStores: sorted([a, b]), createdBy: 'admin' });
    expect((await call(`GET ${path}/${group._id}`)).body).toEqual(group);
    expect(await create({ name: 'Pusta' })).toMatchObject({ includeStores: [] });
  },
);

test('replaces stores only if they are sent; a second delete returns 404', { tags: ['API-GRP-03', 'API-GRP-04', 'A-115'] }, async () => {
  const [a = '', b = '', c = ''] = stores;
  const { _id } = await create({ name: 'Zmienna', includeStores: [a, b] });
  expect((await call(`PATCH ${path}/${_id}`, { name: 'Nowa nazwa' })).body).toMatchObject({
    name: 'Nowa nazwa',
    includeStores: sorted([a, b]),
  });
  expect((await call(`PATCH ${path}/${_id}`, { includeStores: [b, c] }, { 'if-match': '"2"' })).body).toMatchObject({
    includeStores: sorted([b, c]),
  });
  const changes = await world.db.selectFrom('history').where('entityId', '=', _id).orderBy('seq').select('changes').execute();
  expect(changes.at(-1)?.changes).toEqual({ includeStores: [sorted([a, b]), sorted([b, c])] });
  expect((await call(`DELETE ${path}/${_id}`, undefined, { 'if-match': '"2"' })).status).toBe(412);
  expect((await call(`DELETE ${path}/${_id}`)).status).toBe(204);
  expect((await call(`DELETE ${path}/${_id}`)).status).toBe(404);
});

test('empty names, unknown stores and too many are refused by field; the same name may occur twice', { tags: ['S07'] }, async () => {
  const fields = async (body: unknown) => problemIn(await call(`POST ${path}`, body)).fields;
  for (const name of [undefined, null, '', ' ']) expect(await fields({ name })).toEqual({ name: ['required'] });
  expect(await fields({ name: 'x', includeStores: ['nosuchstore'] })).toEqual({ includeStores: ['unknown'] });
  expect(
    await fields({
      name: 'x',
      includeStores: Array(50_000)
        .fill('a')
        .map((_, n) => `s${n}`),
    }),
  ).toEqual({ includeStores: ['tooMany'] });
  expect(await fields({ name: 'x', includeStores: 'a' })).toEqual({ includeStores: ['invalid'] });
  await create({ name: 'Dwa razy' });
  expect((await call(`POST ${path}`, { name: 'Dwa razy' })).status).toBe(201);
});

test(
  'by name in Polish order; deleted stores stay as references and are not counted',
  { tags: ['API-GRP-01', 'GRP-LIST-08', 'A-72'] },
  async () => {
    const gone = await aStore(world.db, { name: 'Gone' });
    const { _id } = await create({ name: 'Ółka', includeStores: [stores[0] ?? '', gone] });
    await call(`DELETE /api/v1/store-editor/${gone}`);
    const { items } = (await world.staff(storeGroupRoutes.list, { token: admin, query: EVERYTHING })).body;
    expect(items.map(({ name }) => name)).toEqual(items.map(({ name }) => name).toSorted(new Intl.Collator('pl').compare));
    expect(items.find((group) => group._id === _id)).toMatchObject({ stores: 1, includeStores: sorted([stores[0] ?? '', gone]) });
    // A deleted store may stay in a group when it is saved again, but cannot be added.
    expect((await call(`PATCH ${path}/${_id}`, { includeStores: [gone, stores[1]] })).status).toBe(200);
    expect((await call(`PATCH ${path}/${_id}`, { includeStores: [stores[1]] })).status).toBe(200);
    expect((await call(`PATCH ${path}/${_id}`, { includeStores: [gone] })).status).toBe(422);
  },
);

test('the list has names and store counts, and the ids of stores unless `members` is false', { tags: ['17.1', 'API-GRP-01'] }, async () => {
  const [a = '', b = ''] = stores;
  const { _id } = await create({ name: 'Do wyboru', includeStores: [a, b] });
  const asked = async (query: { members?: string }) =>
    (await world.staff(storeGroupRoutes.list, { token: admin, query: { ...EVERYTHING, ...query } })).body.items;
  const all = await asked({ members: 'false' });
  expect(all.find((group) => group._id === _id)).toEqual({ _id, name: 'Do wyboru', stores: 2 });
  expect(all.filter((group) => 'includeStores' in group)).toEqual([]);
  const whole = await asked({});
  expect(whole.find((group) => group._id === _id)).toMatchObject({ stores: 2, includeStores: sorted([a, b]) });
  expect(whole.map(({ _id, name, stores: count }) => ({ _id, name, stores: count }))).toEqual(all);
});

test(
  'a deleted group selects no devices, and a fan-out that was aimed at it keeps its snapshot',
  { tags: ['S08', 'API-GRP-06', 'A-72'] },
  async () => {
    const [a = ''] = stores;
    await phones(world.db, { main: a, count: 3 });
    const group = await create({ name: 'Do usunięcia', includeStores: [a] });
    const aimed = { includeStoreType: '', includeStoreGroups: [group._id] };
    const estimate = async (rule: object) => (await call('POST /api/v1/notification-editor/audience', rule)).body;
    expect(await estimate(aimed)).toMatchObject({ devices: 3, stores: 1 });
    const { body } = await world.staff(notificationRoutes.send, { token: admin, body: aNotification(aimed) });
    expect((await call(`GET ${path}/${group._id}/usage`)).body).toEqual([
      { kind: 'notification', count: 1, items: [{ id: body._id, name: 'Promocja' }] },
    ]);
    expect((await call(`DELETE ${path}/${group._id}`)).status).toBe(204);
    expect(await estimate(aimed)).toEqual({ devices: 0, stores: 0, everyone: false, total: expect.any(Number) });
    const { _id } = body;
    expect(await world.db.selectFrom('fanOut').where('notificationId', '=', _id).select('storeIds').executeTakeFirst()).toEqual({
      storeIds: [a],
    });
  },
);

test('the audience follows the group', { tags: ['GRP-EDIT-11'] }, async () => {
  const [, b = '', c = ''] = stores;
  await phones(world.db, { main: b, count: 2 });
  await phones(world.db, { main: c, count: 5 });
  const id = await aGroup(world.db, 'Ruchoma', [b]);
  const estimate = async () =>
    (await call('POST /api/v1/notification-editor/audience', { includeStoreType: '', includeStoreGroups: [id] })).body;
  expect(await estimate()).toMatchObject({ devices: 2 });
  await call(`PATCH ${path}/${id}`, { includeStores: [b, c] });
  expect(await estimate()).toMatchObject({ devices: 7 });
});

test('two changes of the members at once: with tags one wins, without them the rows stay sound', async () => {
  const { _id } = await create({ name: 'Wyścig', includeStores: [] });
  const results = await Promise.all(stores.map((id) => call(`PATCH ${path}/${_id}`, { includeStores: [id] }, { 'if-match': '"1"' })));
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  await Promise.all(stores.map((id) => call(`PATCH ${path}/${_id}`, { includeStores: [id] })));
  expect((await world.staff(storeGroupRoutes.details, { params: { storeGroupId: _id }, token: admin })).body.includeStores).toHaveLength(1);
});
