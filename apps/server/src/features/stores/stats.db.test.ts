import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

test('API-STATS-01, ENT-22, NOTIF-STATS-16, 21, 22: one row per store, by number, with counts from devices; deleted stores are not listed', async () => {
  const [ten, none] = [await aStore(world.db, { storeNo: 10, name: 'Ten' }), await aStore(world.db, { storeNo: null, name: 'None' })];
  const two = await aStore(world.db, { storeNo: 2, name: 'Two' });
  await aStore(world.db, { storeNo: 1, name: 'Gone', deletedAt: new Date() });
  await phones(world.db, { main: ten, subscribed: [ten, two], count: 3 });
  await phones(world.db, { main: two, count: 1, push: false });
  const { status, body } = await world.staff('GET /api/v1/stats/store-subscription', { token: admin });
  expect(status).toBe(200);
  expect(body).toEqual([
    { _id: two, storeNo: 2, name: 'Two', address: 'ul. Długa 1, 90-001 Łódź', main: 1, notifications: 3 },
    { _id: ten, storeNo: 10, name: 'Ten', address: 'ul. Długa 1, 90-001 Łódź', main: 3, notifications: 3 },
    { _id: none, storeNo: null, name: 'None', address: 'ul. Długa 1, 90-001 Łódź', main: 0, notifications: 0 },
  ]);
  expect((await world.staff(`GET /api/v1/stats/store-subscription/${ten}`, { token: admin })).body).toEqual((body as unknown[])[1]);
});
