import { EARLIER_DAYS, storeRoutes } from '@endcap/contract/stores';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore, phones, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { noteSubscriptions, startNotingSubscriptions } from './note-subscription-days.ts';

const DAY_MS = 86_400_000;
let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const deps = () => ({ db: world.db, now: world.world.now });
const earlier = async () => (await world.staff(storeRoutes.earlierSubscriptions, { token: admin })).body;
const today = () => warsawDay(world.world.now());
const rowsOf = async (day: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from store_subscription_day where day = ${day}`.execute(world.db);
  return rows[0]?.n ?? 0;
};

test(
  'a day is noted once, however many processes check; what changes later on that day belongs to the next',
  { tags: ['NOTIF-STATS-21'] },
  async () => {
    expect(await earlier()).toEqual({ day: null, isWhole: false, stores: [] });
    const [one, none] = [await aStore(world.db, { storeNo: 1 }), await aStore(world.db, { storeNo: 2 })];
    await aStore(world.db, { storeNo: 3, deletedAt: new Date() });
    await phones(world.db, { main: one, subscribed: [one], count: 3 });
    await phones(world.db, { main: one, count: 1 });
    const noted = await Promise.all(times(6, () => noteSubscriptions(deps())));
    expect(noted.filter(Boolean)).toHaveLength(1);
    const first = today();
    const ofFirst = [
      { _id: one, main: 4, notifications: 3 },
      { _id: none, main: 0, notifications: 0 },
    ];
    expect(await rowsOf(first)).toBe(2);
    await phones(world.db, { main: none, subscribed: [none], count: 2 });
    expect(await noteSubscriptions(deps())).toBe(false);
    expect((await earlier()).day).toBe(first);
    expect((await earlier()).isWhole).toBe(false);
    expect((await earlier()).stores).toEqual(expect.arrayContaining(ofFirst));

    // A process that starts on the next day notes it at once; the comparison stays with the earliest that is known.
    world.clock.aheadMs += DAY_MS;
    const errors: unknown[] = [];
    await startNotingSubscriptions({ ...deps(), onError: (error) => errors.push(error) }).stop();
    expect(errors).toEqual([]);
    expect(await rowsOf(today())).toBe(2);
    expect((await earlier()).day).toBe(first);

    world.clock.aheadMs += (EARLIER_DAYS - 1) * DAY_MS;
    expect(await earlier()).toMatchObject({ day: first, isWhole: true });

    // After more than thirty days it is the first day within them, though the one thirty days back was slept through.
    world.clock.aheadMs += DAY_MS;
    expect(await earlier()).toMatchObject({ day: warsawDay(new Date(world.world.now().getTime() - EARLIER_DAYS * DAY_MS)), isWhole: true });
    world.clock.aheadMs += DAY_MS;
    expect(await earlier()).toEqual({ day: null, isWhole: false, stores: [] });
  },
);

test('earlier subscriptions are for administrators only', { tags: ['NOTIF-STATS-21', 'ROLE-15'] }, async () => {
  const token = await world.person('days-staff', { storeId: await aStore(world.db, { storeNo: 9 }) });
  expect((await world.staff(storeRoutes.earlierSubscriptions, { token })).status).toBe(403);
});
