import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { aStore, phones, times } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { endWorkerProcess, startWorkerProcess } from '../../../../test/worker-process.ts';

const PLANS = 16;
const KILLS = 6;
const PHONES = 3;
let world: FreshWorld;
const scene = sendingScene();
const { gateway, send } = scene;
beforeEach(() => void ({ world } = scene));

const left = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from fan_out_plan) + (select count(*) from fan_out where finished_at is null))::int as n`.execute(world.db);
  return rows[0]?.n ?? 0;
};

test('workers that are killed around the start start each plan exactly once', { tags: ['PLAN-03'], timeout: 180_000 }, async () => {
  const stores = await Promise.all(times(PLANS, () => aStore(world.db)));
  for (const store of stores) await phones(world.db, { count: PHONES, subscribed: [store] });
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const ids: string[] = [];
  for (const store of stores) ids.push(await send({ startsAt }, store));
  const workers = () => times(2, () => startWorkerProcess(world.databaseUrl, scene.own.env));
  let running = workers();
  // One is due about every fifth of a second from when a worker can have started.
  await sql`update fan_out_plan p set starts_at = clock_timestamp() + make_interval(secs => 2 + 0.2 * n)
    from (select notification_id, row_number() over (order by notification_id) as n from fan_out_plan) o where o.notification_id = p.notification_id`.execute(
    world.db,
  );
  let kills = 0;
  while ((await left()) > 0 && kills < KILLS) {
    const before = await left();
    // Each pair gets on by something before it dies.
    await expect.poll(left, { interval: 10 }).toBeLessThan(before);
    await sleep(Math.random() * 40);
    for (const worker of running) await endWorkerProcess(worker, 'SIGKILL');
    kills += 1;
    running = workers();
  }
  await expect.poll(left).toBe(0);
  for (const worker of running) await endWorkerProcess(worker, 'SIGTERM');
  expect(kills).toBeGreaterThan(1);
  for (const id of ids) expect(await gateway.ledger(id)).toMatchObject({ devices: PHONES, visibleAtMost: 1 });
  const { rows } = await sql<{ action: string; n: number }>`
    select action, count(*)::int as n from history where entity = 'notification' group by action order by action`.execute(world.db);
  expect(rows).toEqual([
    { action: 'create', n: PLANS },
    { action: 'send', n: PLANS },
  ]);
});
