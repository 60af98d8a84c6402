import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { workOn } from '../../../../test/sending.ts';
import type { Db } from '../../../tables.ts';
import { insertPlan, planDueInMs } from './plan.repository.ts';

const PLANS = 3_000;

let world: FreshWorld;
beforeEach(async () => {
  world = await freshWorld();
  // Each has a day of its own, since a day has one quota slot.
  await sql`insert into notification (id, title, content, is_test, created_at, valid_until, created_by, updated_by, include_store_type)
    select 'n' || n, 'T', 'C', false, now() + make_interval(days => n), now() + interval '70 days', 'x', 'x', 'all' from generate_series(1, ${PLANS}) n`.execute(
    world.db,
  );
  await sql`insert into fan_out_plan (notification_id, starts_at, waits_for)
    select 'n' || n, now() + make_interval(mins => n), case when n = 9 then 'late' end from generate_series(1, ${PLANS}) n`.execute(
    world.db,
  );
  await sql`insert into staff_rights (person, is_admin, as_of) values ('x', true, now())`.execute(world.db);
  await sql`analyze fan_out_plan, notification`.execute(world.db);
});
afterEach(() => world.close());

/** Rows of plans and notifications that this connection has read and not reported yet. */
const rowsRead = async (trx: Db): Promise<number> =>
  (
    await sql<{ n: number }>`select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as n
      from pg_stat_xact_user_tables where relname in ('fan_out_plan', 'notification')`.execute(trx)
  ).rows[0]?.n ?? 0;
const look = () =>
  world.db.transaction().execute(async (trx) => {
    const before = await rowsRead(trx);
    const dueInMs = await planDueInMs(trx);
    return { minutes: Math.round(dueInMs / 60_000), read: (await rowsRead(trx)) - before };
  });

test('the query for the next due time reads only the next plan and those that wait', { tags: ['PLAN-03'] }, async () => {
  const { minutes, read } = await look();
  expect(minutes).toBe(1);
  expect(read).toBeLessThan(10);
  // A waiting plan ends by itself when its validity ends.
  await sql`update notification set valid_until = now() - interval '5 minutes' where id = 'n9'`.execute(world.db);
  expect((await look()).minutes).toBe(-5);
});

test('starts all plans that are due at one instant while another fan-out blocks the worker', { tags: ['PLAN-03'] }, async () => {
  await sql`update fan_out_plan set starts_at = now(), waits_for = null where notification_id in (select 'n' || n from generate_series(1, 60) n)`.execute(
    world.db,
  );
  await sql`insert into fan_out (notification_id, of_notification, everyone, testers_only, store_ids, state) values ('n99', 'n99', true, false, '{}', 'sending')`.execute(
    world.db,
  );
  const worker = await world.db.transaction().execute(async (trx) => {
    await sql`select from fan_out where notification_id = 'n99' for update`.execute(trx);
    const held = workOn(world);
    const started = () => sql<{ n: number }>`select count(*)::int as n from fan_out where notification_id <> 'n99'`.execute(world.db);
    await expect.poll(async () => (await started()).rows[0]?.n).toBe(60);
    return held;
  });
  await worker.stop();
});

test('nothing is planned', { tags: ['PLAN-03'] }, async () => {
  await sql`delete from fan_out_plan`.execute(world.db);
  expect(await planDueInMs(world.db)).toBe(Infinity);
  await insertPlan(world.db, 'n1', new Date(Date.now() + 600_000));
  expect((await look()).minutes).toBe(10);
});
