import { notificationRoutes } from '@endcap/contract/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNotification, aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let anna: string;
let bob: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_TEST_SEND_LIMIT: '10' });
  const store = await aStore(world.db, { name: 'Sklep' });
  await phones(world.db, { subscribed: [store], count: 3 });
  [anna, bob] = [await world.person('tests-anna', { storeId: store }), await world.person('tests-bob', { storeId: store })];
});
afterAll(() => world.close());

const send = (token: string, facts: object = {}, headers: Record<string, string> = {}) =>
  world.staff(notificationRoutes.send, { token, headers, body: aNotification({ isTest: true, ...facts }) });

test(
  'a person sends ten tests a minute, one after the other or at once; sends for customers are not counted',
  { tags: ['E-42', 'NOTIF-PUSH-11'] },
  async () => {
    const first = await send(anna, { title: 'Ten sam' }, { 'idempotency-key': 'the-same-test' });
    expect(first.status).toBe(201);
    // Neither a refused test nor the same one again is another test.
    expect((await send(anna, { title: '' })).status).toBe(422);
    const { validUntil } = first.body;
    expect((await send(anna, { title: 'Ten sam', validUntil }, { 'idempotency-key': 'the-same-test' })).status).toBe(201);
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => send(anna)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(9).fill(201), 429, 429, 429]);
    const refused = await send(anna);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(bob)).status).toBe(201);
    expect((await send(anna, { isTest: false })).status).toBe(201);
    const { tests } = await world.db
      .selectFrom('notification')
      .where('isTest', '=', true)
      .where('createdBy', '=', 'tests-anna')
      .select((eb) => eb.fn.countAll<number>().as('tests'))
      .executeTakeFirstOrThrow();
    expect(Number(tests)).toBe(10);
    world.clock.aheadMs += 60_000;
    expect((await send(anna)).status).toBe(201);
  },
);
