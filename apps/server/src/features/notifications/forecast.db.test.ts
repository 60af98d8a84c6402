import { emptyAudienceRule } from '@endcap/contract/audience';
import { attentionRoutes, estimatedOf } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { sendingAs } from '../../../test/sending.ts';

let world: FreshWorld;
let admin: string;
const { send } = sendingAs(
  () => world,
  () => admin,
);
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`truncate device, device_subscription, notification_quota, notification cascade`.execute(world.db);
});

const forecast = async (rule: object, store?: string) => {
  const body = { ...emptyAudienceRule, ...rule };
  return (await world.staff(attentionRoutes.forecast, { token: admin, body, ...(store && { store }) })).body;
};
/** What was sent may be known from ten seconds before. */
const settled = (rule: object, expected: object, store?: string) =>
  vi.waitFor(async () => expect(await forecast(rule, store)).toMatchObject(expected), { timeout: 20_000, interval: 200 });
const sentDaysAgo = (id: string, days: number) =>
  sql`update notification set created_at = created_at - make_interval(days => ${days}) where id = ${id}`.execute(world.db);
const free = () => sql`delete from notification_quota`.execute(world.db);

describe('what else they get', () => {
  test('CARE-01: today, within seven days, at least the fourth; tests, older ones and those that nobody got do not count', async () => {
    const [a, b] = [await aStore(world.db), await aStore(world.db)];
    await phones(world.db, { main: a, subscribed: [a], count: 6 });
    await phones(world.db, { main: b, count: 4 });
    await sentDaysAgo(await send({}, a), 2);
    await sentDaysAgo(await send({ includeStoreType: '', includeStores: [a] }), 3);
    await free();
    await send({ isTest: true, includeStoreType: 'all' });
    await sentDaysAgo(await send({ includeStoreType: 'all' }), 8);
    await free();
    const cancelled = await send({ includeStoreType: 'all' });
    await sql`update fan_out set state = 'cancelled', finished_at = now() where notification_id = ${cancelled}`.execute(world.db);
    await free();
    const all = { includeStoreType: 'all' };
    await settled(all, { sampled: 10, whole: true, today: 0, week: 6, fourth: 0 });
    await send({ includeStoreType: 'all' });
    await settled(all, { sampled: 10, today: 10, week: 10, fourth: 6 });
    await settled({ includeStores: [b] }, { sampled: 4, today: 4, week: 4, fourth: 0 });
    await settled({}, { sampled: 6, today: 6, week: 6, fourth: 6 }, a);
    expect(await forecast({ includeStoreType: 'generalist' })).toMatchObject({ sampled: 0, whole: true, week: 0 });
  });

  test('CARE-01: of many phones a sample says it within its margin, the same one each time, of any part of them', async () => {
    const [big, small] = [await aStore(world.db), await aStore(world.db)];
    await phones(world.db, { main: big, count: 24_000 });
    await phones(world.db, { main: big, subscribed: [small], count: 6_000 });
    await phones(world.db, { main: small, count: 300 });
    await send({}, small);
    const all = { includeStoreType: 'all' };
    await settled(all, { whole: false, sampled: 2_000 });
    // What the test before sent is forgotten by then.
    await vi.waitFor(async () => expect(Math.abs((await forecast(all)).week - 500)).toBeLessThan(400), { timeout: 20_000, interval: 200 });
    const seen = await forecast(all);
    const { devices, margin } = estimatedOf(seen.week, seen, 30_300);
    expect(Math.abs(devices - 6_000)).toBeLessThanOrEqual(margin);
    expect(margin).toBeLessThan(800);
    expect(await forecast(all)).toEqual(seen);
    expect(await forecast({ includeStores: [small] })).toMatchObject({ sampled: 2_000, whole: false });
    // Too few of those that are drawn belong to it: it is read by its stores.
    await sql`update device set main_store_id = ${big} where main_store_id = ${small} and seq % 3 > 0`.execute(world.db);
    await sql`delete from device_subscription`.execute(world.db);
    expect(await forecast({ includeStores: [small] })).toMatchObject({ sampled: 100, whole: true });
  });
});
