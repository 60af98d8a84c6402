import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { notificationRoutes, sendStatusOf } from '@endcap/contract/notifications';
import { previewRoutes } from '@endcap/contract/preview';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { demoId, seed } from '../../sandbox/src/seed/index.ts';

let world: FreshWorld;
let token: string;
beforeAll(async () => {
  world = await freshWorld();
  expect(await seed({ databaseUrl: world.databaseUrl, devices: 4_000 })).toBe(true);
  token = await world.tokenOf('admin');
}, 120_000);
afterAll(() => world.close());

const none = async (statement: ReturnType<typeof sql>): Promise<void> => expect((await statement.execute(world.db)).rows).toEqual([]);

test(
  'sends of the demo chain stand as a worker leaves them: finished, stopped for an error, or with phones that wait',
  { tags: ['E-60'] },
  async () => {
    await none(sql`
    select f.notification_id from fan_out f join notification n on n.id = f.notification_id cross join lateral (
      select count(*) as chunks, sum(pending) as pending, sum(successful) as successful, max(last_device) as last, bool_and(sample is null or sample = 'done') as sampled
      from fan_out_chunk c where c.notification_id = f.notification_id) c
    where f.chunks <> c.chunks or f.of_notification is distinct from f.notification_id or f.cursor <> c.last or not c.sampled
      or (f.first_accepted_at is not null) <> (c.successful > 0) or (f.finished_at is null) <> (c.pending > 0)
      or (f.state = 'stopped') <> (n.errors <> '{}') or (f.state = 'sending') <> (c.pending > 0) or f.proven <> (c.successful > 0)
      or n.updated_at <> n.created_at`);
    // The outcome bytes agree with the counts.
    await none(sql`
    select c.notification_id, c.no from fan_out_chunk c cross join lateral (
      select count(*) filter (where byte = 1) as successful, count(*) filter (where byte between 2 and 10) as failed, count(*) filter (where byte = 0 or byte > 125) as pending,
        count(*) filter (where byte = 6) as credential, count(*) filter (where byte = 7) as stopped, count(*) filter (where byte = 2) as dead
      from (select get_byte(outcomes, place - 1) as byte from generate_series(1, cardinality(devices)) place) bytes) b
    where (c.pending, c.successful, c.failed) <> (b.pending, b.successful, b.failed)
      or coalesce((failed_by ->> 'credential')::int, 0) <> credential or coalesce((failed_by ->> 'stopped')::int, 0) <> stopped
      or coalesce((failed_by ->> 'deadToken')::int, 0) <> dead or (select sum(value::int) from jsonb_each_text(failed_by)) <> c.failed`);
  },
);

test(
  'phones of the demo chain were registered before they got anything, and get nothing after their address was found dead',
  { tags: ['E-60'] },
  async () => {
    const outcome = sql`
    select n.created_at as at, d.seq, get_byte(c.outcomes, d.place::int - 1) as byte from notification n join fan_out_chunk c on c.notification_id = n.id,
      unnest(c.devices) with ordinality d(seq, place)`;
    await none(sql`select 1 from (${outcome}) o join device using (seq) where device.created_at > o.at`);
    await none(sql`select 1 from (${outcome}) o join device using (seq) where o.byte = 2 and device.push_value is not null`);
    await none(
      sql`with o as (${outcome}) select 1 from o dead join o later on later.seq = dead.seq and later.at > dead.at where dead.byte = 2`,
    );
    expect((await sql`with o as (${outcome}) select 1 from o where byte = 2`.execute(world.db)).rows.length).toBeGreaterThan(10);
  },
);

test(
  'the coupon of the demo chain that the push service refused is shown nowhere as something that customers have',
  { tags: ['E-60'] },
  async () => {
    const id = demoId('notification', 'refused');
    const { body } = await world.staff(notificationRoutes.details, { token, params: { notificationId: id } });
    expect(sendStatusOf(body)).toBe('notSent');
    const store =
      (await sql<{ id: string }>`select unnest(store_ids) as id from fan_out where notification_id = ${id} limit 1`.execute(world.db))
        .rows[0]?.id ?? '';
    const preview = await world.staff(previewRoutes.show, { token, body: { appVersion: '3.4.0', storeId: store } });
    expect(preview.body.notifications.map(({ title }) => title)).toContain('Nowa gazetka już jest');
    expect(preview.body.notifications.map(({ _id }) => _id)).not.toContain(id);
    const day = warsawDay(new Date(body.createdAt));
    const sheet = await world.staff(daySheetRoutes.read, { token, query: { storeId: store, day } });
    expect(sheet.body.pushes.map(({ _id }) => _id)).not.toContain(id);
  },
);

test('sends of the demo chain are valid until the start of a day in Warsaw, the fourteenth ahead', { tags: ['E-62'] }, async () => {
  await none(sql`
    select id from notification where valid_until at time zone 'Europe/Warsaw' <> (created_at at time zone 'Europe/Warsaw')::date + 14`);
  expect((await sql`select id from notification`.execute(world.db)).rows.length).toBeGreaterThan(5);
});
