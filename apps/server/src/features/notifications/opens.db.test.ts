import { notificationRoutes, OPENS_STORES_NAMED } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNotification, aStore, phones, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const send = async (store?: string, token = admin): Promise<string> =>
  (await world.staff(notificationRoutes.send, { token, ...(store && { store }), body: aNotification({ isTest: true }) })).body._id;
/** Lets `opened` phones of a store open it some minutes after the hour of the send; the rest only receive it. */
const opening = (id: string, mainStore: string | null, opened: number, minutes: number) =>
  sql`insert into notification_receipt (notification_id, device_seq, delivered_at, opened_at)
    select n.id, d.seq, n.created_at, case when row_number() over (order by d.seq) <= ${opened}
      then date_trunc('hour', n.created_at, 'UTC') + make_interval(mins => ${minutes}) end
    from notification n, device d where n.id = ${id} and d.main_store_id is not distinct from ${mainStore}
    on conflict do nothing`.execute(world.db);
const opensOf = async (id: string, token = admin) => world.staff(notificationRoutes.opens, { params: { notificationId: id }, token });

test(
  'opens by hour and by main store add up to the count of the details; deliveries without an open do not count',
  { tags: ['NOTIF-DET-24', 'A-46'] },
  async () => {
    const [near, far] = [await aStore(world.db, { storeNo: 7, name: 'Near' }), await aStore(world.db, { storeNo: 8, name: 'Far' })];
    const gone = await aStore(world.db, { storeNo: 9, name: 'Gone', deletedAt: new Date() });
    await phones(world.db, { main: near, count: 5 });
    await phones(world.db, { main: far, count: 3 });
    await phones(world.db, { main: gone, count: 1 });
    await phones(world.db, { count: 2 });
    const id = await send();
    expect((await opensOf(id)).body).toMatchObject({ total: 0, over: [], stores: { named: [], others: 0, othersOpened: 0 } });
    world.clock.aheadMs += 11_000;

    const later = await send();
    await opening(later, near, 4, 10);
    await opening(later, far, 2, 130);
    await opening(later, gone, 1, 130);
    await opening(later, null, 1, 0);
    const { status, body } = await opensOf(later);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 8, unit: 'hour' });
    expect(body.over.map(({ opened }) => opened)).toEqual([5, 0, 3]);
    expect(body.stores).toEqual({
      named: [
        { storeId: near, storeNo: 7, name: 'Near, Łódź', deleted: false, opened: 4 },
        { storeId: far, storeNo: 8, name: 'Far, Łódź', deleted: false, opened: 2 },
        ...[
          { storeId: gone, storeNo: 9, name: 'Gone, Łódź', deleted: true, opened: 1 },
          { storeId: null, storeNo: null, name: null, deleted: false, opened: 1 },
        ].toSorted((a, b) => Number(a.storeId === null) - Number(b.storeId === null)),
      ],
      others: 0,
      othersOpened: 0,
    });
    const report = await sql<{ converted: number }>`select count(*)::int as converted from notification_receipt
    where notification_id = ${later} and opened_at is not null`.execute(world.db);
    expect(report.rows[0]?.converted).toBe(body.total);
  },
);

test(
  'staff see when their own notification was opened and no other store; another store’s is not found',
  { tags: ['ROLE-18', 'NOTIF-DET-24'] },
  async () => {
    const [own, other] = [await aStore(world.db, { storeNo: 31 }), await aStore(world.db, { storeNo: 32 })];
    await phones(world.db, { main: other, subscribed: [own], count: 2 });
    const id = await send(own);
    await opening(id, other, 2, 30);
    const ownStaff = await world.person('opens-own', { storeId: own });
    const strangers = await world.person('opens-other', { storeId: other });
    expect((await opensOf(id, ownStaff)).body).toMatchObject({ total: 2, stores: null });
    expect((await opensOf(id)).body).toMatchObject({ total: 2, stores: { named: [{ storeId: other, opened: 2 }] } });
    expect((await opensOf(id, strangers)).status).toBe(404);
  },
);

test('stores beyond those that are named are combined in one sum', { tags: ['NOTIF-DET-24'] }, async () => {
  const stores = await Promise.all(times(OPENS_STORES_NAMED + 3, (n) => aStore(world.db, { storeNo: 100 + n })));
  const id = await send();
  for (const [n, store] of stores.entries()) {
    await phones(world.db, { main: store, count: n === 0 ? 3 : 1 });
    await opening(id, store, 3, 5);
  }
  const { body } = await opensOf(id);
  expect(body.total).toBe(stores.length + 2);
  expect(body.stores?.named).toHaveLength(OPENS_STORES_NAMED);
  expect(body.stores?.named[0]).toMatchObject({ storeId: stores[0], opened: 3 });
  expect(body.stores).toMatchObject({ others: 3, othersOpened: 3 });
});
