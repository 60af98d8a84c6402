import { emptyAudienceRule } from '@endcap/contract/audience';
import { attentionRoutes, estimatedOf, notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { startOfDayAhead, typedInstant, warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aNotification, aStore, phones, times } from '../../../test/builders.ts';
import { callerOf } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { sendingAs } from '../../../test/sending.ts';
import { buildAdminApi } from '../../compose-admin-api.ts';

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

const forecast = async (rule: object, store?: string, staff = world.staff) => {
  const body = { ...emptyAudienceRule, ...rule };
  return (await staff(attentionRoutes.forecast, { token: admin, body, ...(store && { store }) })).body;
};
/** Requests it from an API with an empty cache: one that has answered may use sends that are ten seconds old. */
const settled = async (rule: object, expected: object, store?: string): Promise<void> => {
  const api = await buildAdminApi(world.world, world.db);
  expect(await forecast(rule, store, callerOf(api)).finally(() => api.close())).toMatchObject(expected);
};
const sentDaysAgo = (id: string, days: number) =>
  sql`update notification set created_at = created_at - make_interval(days => ${days}) where id = ${id}`.execute(world.db);
const free = () => sql`delete from notification_quota`.execute(world.db);

describe('pushes that the recipients got already', () => {
  test(
    'counts pushes of today and of seven days, and phones with at least four; no tests, older sends or sends that nobody got',
    { tags: ['CARE-01'] },
    async () => {
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
      await settled(all, { sampled: 10, whole: true, day: 0, week: 6, fourth: 0 });
      expect(await forecast(all)).toMatchObject({ day: 0, week: 6 });
      await send({ includeStoreType: 'all' });
      await settled(all, { sampled: 10, day: 10, week: 10, fourth: 6 });
      // The API with the cached sends returns the same a little later.
      await expect.poll(() => forecast(all), { interval: 500 }).toMatchObject({ sampled: 10, day: 10, week: 10, fourth: 6 });
      await settled({ includeStores: [b] }, { sampled: 4, day: 4, week: 4, fourth: 0 });
      await settled({}, { sampled: 6, day: 6, week: 6, fourth: 6 }, a);
      expect(await forecast({ includeStoreType: 'generalist' })).toMatchObject({ sampled: 0, whole: true, week: 0 });
    },
  );

  test(
    'of many phones a sample counts within its margin, the same each time, also for a part of the phones',
    { tags: ['CARE-01'] },
    async () => {
      const [big, small] = [await aStore(world.db), await aStore(world.db)];
      await phones(world.db, { main: big, count: 24_000 });
      await phones(world.db, { main: big, subscribed: [small], count: 6_000 });
      await phones(world.db, { main: small, count: 300 });
      await send({}, small);
      const all = { includeStoreType: 'all' };
      await settled(all, { whole: false, sampled: 2_000 });
      // By then the cached sends of the previous test have expired.
      await expect.poll(async () => Math.abs((await forecast(all)).week - 500), { interval: 200 }).toBeLessThan(400);
      const seen = await forecast(all);
      const { devices, margin } = estimatedOf(seen.week, seen, 30_300);
      expect(Math.abs(devices - 6_000)).toBeLessThanOrEqual(margin);
      expect(margin).toBeLessThan(800);
      expect(await forecast(all)).toEqual(seen);
      expect(await forecast({ includeStores: [small] })).toMatchObject({ sampled: 2_000, whole: false });
      // Fewer phones than a sample has: they are read by their stores.
      await sql`update device set main_store_id = ${big} where main_store_id = ${small} and seq % 3 > 0`.execute(world.db);
      await sql`delete from device_subscription`.execute(world.db);
      expect(await forecast({ includeStores: [small] })).toMatchObject({ sampled: 100, whole: true });
      // Not fewer, because each subscribes to many of them; and too few of those that are drawn belong to it.
      const many = await Promise.all(times(200, () => aStore(world.db)));
      await sql`insert into device_subscription (store_id, device_seq)
      select other, seq from device cross join unnest(${many}::text[]) other where main_store_id = ${small}`.execute(world.db);
      expect(await forecast({ includeStores: many })).toMatchObject({ sampled: 100, whole: true });
    },
  );
});

/** A time of Warsaw so many days ahead. */
const ahead = (days: number, time: string): string => typedInstant(`${warsawDay(startOfDayAhead(new Date(), days))} ${time}`) ?? '';
const change = (id: string, facts: Record<string, unknown>) =>
  world.staff(notificationRoutes.changePlan, { token: admin, params: { notificationId: id }, body: aNotification(facts) });
const limitTo = (weeklyLimit: number | null) => world.staff(settingsRoutes.save, { token: admin, body: { sending: { weeklyLimit } } });

describe('pushes that the recipients will get', () => {
  const all = { includeStoreType: 'all' };
  /** Six phones that subscribe to a store of their own, four of another. */
  const stores = async (): Promise<[string, string]> => {
    const [a, b] = [await aStore(world.db), await aStore(world.db)];
    await phones(world.db, { main: a, subscribed: [a], count: 6 });
    await phones(world.db, { main: b, count: 4 });
    return [a, b];
  };

  test(
    'plans count on the day of the start and in the seven days until it; the plan that is changed does not count',
    { tags: ['CARE-01'] },
    async () => {
      const [a, b] = await stores();
      await sentDaysAgo(await send({}, a), 3);
      const own = await send({ startsAt: ahead(1, '10:00') }, a);
      const ofOffice = await send({ startsAt: ahead(2, '18:00'), includeStoreType: '', includeStores: [b] });
      const last = await send({ startsAt: ahead(9, '10:00'), validUntil: ahead(20, '10:00'), ...all });
      const at = (startsAt: string, more: object = {}) => ({ ...all, startsAt, ...more });
      // Plans of another day do not count for today.
      await settled(all, { sampled: 10, day: 0, week: 6 });
      // Until a start later that day, and after it.
      await settled(at(ahead(1, '9:00')), { day: 6, week: 6, fourth: 0 });
      await settled(at(ahead(1, '11:00')), { day: 6, week: 6 });
      await settled(at(ahead(2, '9:00')), { day: 4, week: 6 });
      await settled(at(ahead(2, '19:00')), { day: 4, week: 10 });
      await settled(at(ahead(8, '9:00')), { day: 0, week: 10 });
      // Neither the one that was sent nor that of the first day lies within seven days of it.
      await settled(at(ahead(9, '9:00')), { day: 10, week: 4 });
      await settled({ startsAt: ahead(2, '19:00') }, { sampled: 6, day: 0, week: 6 }, a);

      expect(await forecast(at(ahead(2, '19:00'), { notificationId: ofOffice }))).toMatchObject({ day: 0, week: 6 });
      expect((await change(ofOffice, { startsAt: ahead(3, '8:00'), includeStoreType: '', includeStores: [a, b] })).status).toBe(200);
      // Cancelled, or waiting for a person, it does not go out by itself.
      await world.staff(`POST /api/v1/notification-editor/${own}/cancel`, { token: admin });
      await sql`update fan_out_plan set waits_for = 'late' where notification_id = ${last}`.execute(world.db);
      await settled(at(ahead(2, '19:00')), { day: 0, week: 6 });
      await settled(at(ahead(3, '9:00')), { day: 10, week: 10 });
      await settled(at(ahead(1, '11:00')), { day: 0, week: 6 });
      await settled(at(ahead(9, '11:00')), { day: 0, week: 10 });
    },
  );

  test(
    'for a send now, the day includes plans of later today, and the limit counts until the start',
    { tags: ['CARE-01', 'CARE-02'] },
    async () => {
      const [a] = await stores();
      await send({ startsAt: ahead(1, '18:00') }, a);
      await limitTo(1);
      try {
        world.clock.stoppedAt = Date.parse(ahead(1, '9:00'));
        await settled(all, { day: 6, week: 0, limit: 1, limited: 0 });
        expect(await forecast({ ...all, startsAt: ahead(1, '19:00') })).toMatchObject({ day: 6, week: 6, limit: 1, limited: 6 });
      } finally {
        world.clock.stoppedAt = null;
        await limitTo(null);
      }
    },
  );

  test('a start that is not allowed for plans is refused by its field', { tags: ['CARE-01'] }, async () => {
    const refusal = async (startsAt: string) =>
      (await world.staff(attentionRoutes.forecast, { token: admin, body: { ...emptyAudienceRule, startsAt } })) as unknown;
    const fields = (code: string) => ({ status: 422, body: { error: { fields: { startsAt: [code] } } } });
    expect(await refusal(ahead(-1, '10:00'))).toMatchObject(fields('inPast'));
    expect(await refusal(ahead(70, '10:00'))).toMatchObject(fields('tooFar'));
    expect(await refusal('jutro')).toMatchObject(fields('notDate'));
  });
});
