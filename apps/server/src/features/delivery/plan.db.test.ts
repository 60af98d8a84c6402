import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { insertPlan, lookAhead } from './plan.repository.ts';

const PLANS = 3_000;

let world: FreshWorld;
beforeEach(async () => {
  world = await freshWorld();
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type)
    select 'n' || n, 'T', 'C', false, now() + interval '70 days', 'x', 'x', 'all' from generate_series(1, ${PLANS}) n`.execute(world.db);
  await sql`insert into fan_out_plan (notification_id, starts_at, waits_for)
    select 'n' || n, now() + make_interval(mins => n), case when n = 9 then 'late' end from generate_series(1, ${PLANS}) n`.execute(
    world.db,
  );
  await sql`analyze fan_out_plan, notification`.execute(world.db);
});
afterEach(() => world.close());

/** Rows of plans and notifications that one look ahead reads. */
const look = () =>
  world.db.transaction().execute(async (trx) => {
    const ahead = await lookAhead(trx);
    const { rows } = await sql<{ n: number }>`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
      from pg_stat_xact_user_tables where relname in ('fan_out_plan', 'notification')`.execute(trx);
    return { minutes: Math.round(ahead.planDueInMs / 60_000), read: rows[0]?.n };
  });

test('PLAN-03: however many plans there are, a look ahead reads the next and those that wait', async () => {
  const { minutes, read } = await look();
  expect(minutes).toBe(1);
  expect(read).toBeLessThan(10);
  // What waits ends by itself.
  await sql`update notification set valid_until = now() - interval '5 minutes' where id = 'n9'`.execute(world.db);
  expect((await look()).minutes).toBe(-5);
});

test('PLAN-03: nothing is planned', async () => {
  await sql`delete from fan_out_plan`.execute(world.db);
  expect(await lookAhead(world.db)).toEqual({ isOpen: false, planDueInMs: Infinity });
  await insertPlan(world.db, 'n1', new Date(Date.now() + 600_000));
  expect((await look()).minutes).toBe(10);
});
