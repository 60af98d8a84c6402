import { sql } from 'kysely';
import { storeRoutes } from '@endcap/contract/stores';
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

test(
  'one row per store, by number, with counts from devices; deleted stores are not listed',
  { tags: ['API-STATS-01', 'API-STATS-02', 'ENT-22', 'NOTIF-STATS-16', 'NOTIF-STATS-21', 'NOTIF-STATS-22'] },
  async () => {
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
  },
);

test(
  'while phones change their store, every answer is one moment: no phone is missing or counted twice; an unknown store is 404',
  { tags: ['S17'] },
  async () => {
    const [from, to] = [await aStore(world.db, { name: 'From' }), await aStore(world.db, { name: 'To' })];
    await phones(world.db, { main: from, subscribed: [from], count: 300 });
    let moving = true;
    const mover = (async () => {
      for (let n = 0; moving; n += 1) {
        const [source, target] = n % 2 === 0 ? [from, to] : [to, from];
        await sql`update device set main_store_id = ${target} where seq in (select seq from device where main_store_id = ${source} limit 7)`.execute(
          world.db,
        );
      }
    })();
    const sums = new Set<number>();
    for (let n = 0; n < 60; n += 1) {
      const { body } = await world.staff(storeRoutes.subscriptions, { token: admin });
      sums.add(body.filter(({ _id }) => [from, to].includes(_id)).reduce((sum, { main }) => sum + main, 0));
    }
    moving = false;
    await mover;
    expect([...sums]).toEqual([300]);
    expect((await world.staff('GET /api/v1/stats/store-subscription/nosuchstore', { token: admin })).status).toBe(404);
  },
);
