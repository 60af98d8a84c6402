import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { phones, secretOf } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { endWorkerProcess, startWorkerProcess } from '../../../../test/worker-process.ts';

const DEVICES = 20_000;
const KILLS = 4;

let world: FreshWorld;
let admin: string;
const scene = sendingScene();
const { gateway, send } = scene;
beforeEach(() => void ({ world, admin } = scene));

test('kill -9 of the worker in a send to 20,000 loses no message and shows none twice', { tags: ['F01', 'NOTIF-PUSH-10'] }, async () => {
  await phones(world.db, { count: DEVICES - 200 });
  await phones(world.db, { count: 200, prefix: 'dead' });
  await gateway.behave({ latencyMs: 20 });
  const start = () => startWorkerProcess(world.databaseUrl, { ...scene.own.env, ENDCAP_PUSH_LANES: '6' });
  const id = await send();
  const open = async (): Promise<number> =>
    (await sql<{ n: number }>`select coalesce(sum(pending), 0)::int as n from fan_out_chunk`.execute(world.db)).rows[0]?.n ?? 0;
  const done = async (): Promise<number> =>
    (await sql<{ n: number }>`select coalesce(sum(successful + failed), 0)::int as n from fan_out_chunk`.execute(world.db)).rows[0]?.n ?? 0;

  let killedInTheMiddle = 0;
  for (let n = 1; n <= KILLS; n += 1) {
    const worker = start();
    // Each worker sends a share of the audience before it is killed.
    while ((await done()) < (DEVICES / (KILLS + 1)) * n) await sleep(20);
    if ((await open()) > 0) killedInTheMiddle += 1;
    await endWorkerProcess(worker, 'SIGKILL');
  }
  expect(killedInTheMiddle).toBe(KILLS);
  const last = start();
  while ((await open()) > 0) await sleep(50);
  await endWorkerProcess(last, 'SIGTERM');

  const details = async () =>
    ((await world.staff(`GET /api/v1/notification-editor/${id}`, { token: admin })).body as { details: unknown }).details;
  await expect.poll(details).toEqual({ successful: DEVICES - 200, remaining: 0, failed: 200, converted: 0 });
  const ledger = await gateway.ledger(id);
  expect(ledger).toMatchObject({ devices: DEVICES - 200, visibleAtMost: 1, dead: 200 });
  // A crash can repeat only the waves that were not written: lanes × two waves of 100.
  expect(ledger.sends - ledger.devices).toBeLessThanOrEqual(KILLS * 6 * 200);
  // Every dead token pruned, no live one; the last worker gave every lease back (F07).
  expect(
    (
      await sql<{
        live: number;
        gone: number;
      }>`select count(push_value)::int as live, count(*) filter (where push_value is null)::int as gone from device`.execute(world.db)
    ).rows,
  ).toEqual([{ live: DEVICES - 200, gone: 200 }]);
  expect(await world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute()).toEqual([]);
});

test.each([
  ['take-back', { takenBack: 10_000, corrected: 0, shown: 0 }],
  ['correct', { takenBack: 0, corrected: 10_000, shown: 10_000 }],
] as const)(
  'kill -9 of the worker during %s loses no message and shows none twice',
  { tags: ['F01', 'RECALL-03'] },
  async (what, ledger) => {
    await phones(world.db, { count: 10_000 });
    await sql`update device set platform = 'ios' where seq % 2 = 0`.execute(world.db);
    const start = () => startWorkerProcess(world.databaseUrl, { ...scene.own.env, ENDCAP_PUSH_LANES: '6' });
    const sums = async () =>
      (
        await sql<{ pending: number; done: number }>`
        select coalesce(sum(pending), 0)::int as pending, coalesce(sum(successful), 0)::int as done
        from fan_out_chunk c join fan_out f on f.notification_id = c.notification_id where f.kind <> 'send'`.execute(world.db)
      ).rows[0] ?? { pending: 0, done: 0 };
    const id = await send();
    const first = start();
    await scene.until(id, ({ details }) => details?.successful === 10_000);
    await endWorkerProcess(first, 'SIGKILL');
    await gateway.behave({ latencyMs: 20 });
    const body = what === 'correct' ? { body: { title: 'Poprawka', content: 'Jabłka po 3 zł', url: null, image: null } } : {};
    expect((await world.staff(`POST /api/v1/notification-editor/${id}/${what}`, { token: admin, ...body })).status).toBe(200);
    let killedInTheMiddle = 0;
    for (let n = 1; n <= 2; n += 1) {
      const worker = start();
      while ((await sums()).done < (10_000 / 3) * n) await sleep(20);
      if ((await sums()).done < 10_000) killedInTheMiddle += 1;
      await endWorkerProcess(worker, 'SIGKILL');
    }
    expect(killedInTheMiddle).toBe(2);
    const last = start();
    await expect.poll(sums).toEqual({ pending: 0, done: 10_000 });
    await endWorkerProcess(last, 'SIGTERM');
    expect(await gateway.ledger(id)).toMatchObject({ devices: 10_000, sends: 10_000, ...ledger, visibleAtMost: ledger.shown > 0 ? 1 : 0 });
    expect(await world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute()).toEqual([]);
  },
);

describe('a worker that ends during its work', () => {
  const sums = async () =>
    (
      await sql<{ pending: number; successful: number; failed: number }>`
      select coalesce(sum(pending), -1)::int as pending, coalesce(sum(successful), 0)::int as successful, coalesce(sum(failed), 0)::int as failed
      from fan_out_chunk`.execute(world.db)
    ).rows[0] ?? { pending: -1, successful: 0, failed: 0 };
  const until = async (done: (seen: Awaited<ReturnType<typeof sums>>) => boolean): Promise<void> => {
    await expect.poll(async () => done(await sums()), { interval: 30 }).toBe(true);
  };
  const workerProcess = (preload?: string) => startWorkerProcess(world.databaseUrl, scene.own.env, preload);
  /** Its lease outlasts the test, unless the worker releases it. */
  const workerOfLongLease = () => startWorkerProcess(world.databaseUrl, { ...scene.own.env, ENDCAP_PUSH_LEASE_SECONDS: '300' });

  test('a crash between the replies and the checkpoint repeats only that wave, under the same tag', { tags: ['F04'] }, async () => {
    await phones(world.db, { count: 500 });
    const id = await send();
    const doomed = workerProcess('./apps/server/test/die-before-checkpoint.mjs');
    await new Promise((resolve) => doomed.once('exit', resolve));
    expect(doomed.signalCode).toBe('SIGKILL');
    const lost = (await gateway.ledger(id)).sends;
    expect(lost).toBeGreaterThan(0);
    // One wave, and the next one that was in flight while it was written.
    expect(lost).toBeLessThanOrEqual(200);
    expect(await sums()).toMatchObject({ pending: 500, successful: 0 });
    // On a busy machine it could lose a short lease, and rightly send again.
    const next = workerOfLongLease();
    await until(({ pending }) => pending === 0);
    await endWorkerProcess(next, 'SIGTERM');
    expect(await gateway.ledger(id)).toMatchObject({ devices: 500, sends: 500 + lost, visibleAtMost: 1 });
  });
  test('kill -9 while the audience is written puts every device into exactly one chunk', { tags: ['F03'] }, async () => {
    await phones(world.db, { count: 60_000 });
    await gateway.behave({ latencyMs: 2_000 });
    const id = await send();
    let midway = 0;
    for (let n = 0; n < 6; n += 1) {
      const worker = workerProcess();
      const before = (await sums()).pending;
      await expect
        .poll(async () => (await sums()).pending > before || (await sums()).pending >= 60_000, { timeout: 240_000, interval: 5 })
        .toBe(true);
      await endWorkerProcess(worker, 'SIGKILL');
      if ((await world.db.selectFrom('fanOut').select('state').executeTakeFirst())?.state === 'expanding') midway += 1;
    }
    expect(midway).toBeGreaterThan(0);
    const last = workerProcess();
    await expect
      .poll(async () => (await world.db.selectFrom('fanOut').select('state').executeTakeFirst())?.state, { timeout: 240_000 })
      .toBe('sending');
    await endWorkerProcess(last, 'SIGKILL');
    const { rows } = await sql<{ places: number; distinct: number }>`
      select count(*)::int as places, count(distinct seq)::int as distinct from fan_out_chunk, unnest(devices) seq where notification_id = ${id}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ places: 60_000, distinct: 60_000 }]);
  });
  test('SIGTERM finishes the wave, gives the leases back and repeats nothing', { tags: ['F07'] }, async () => {
    await phones(world.db, { count: 8_000 });
    await gateway.behave({ latencyMs: 200 });
    const id = await send();
    for (let n = 0; n < 3; n += 1) {
      const before = (await sums()).successful;
      const worker = workerOfLongLease();
      await until(({ successful }) => successful >= before + 500);
      await endWorkerProcess(worker, 'SIGTERM');
      expect(worker.exitCode).toBe(0);
      expect(await world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute()).toEqual([]);
      const { sends, devices } = await gateway.ledger(id);
      expect(sends).toBe(devices);
      expect((await sums()).successful).toBe(sends);
    }
  });
  test('a frozen worker loses its lease, and its late writes are refused', { tags: ['F08'] }, async () => {
    await phones(world.db, { count: 4_000 });
    await gateway.behave({ latencyMs: 150 });
    const id = await send();
    const frozen = workerProcess();
    await until(({ successful }) => successful >= 600);
    frozen.kill('SIGSTOP');
    const other = workerProcess();
    await until(({ pending }) => pending === 0);
    const before = await sums();
    frozen.kill('SIGCONT');
    // The frozen worker attempts its pending writes before it ends.
    for (const worker of [frozen, other]) await endWorkerProcess(worker, 'SIGTERM');
    expect(await sums()).toEqual(before);
    expect(before).toEqual({ pending: 0, successful: 4_000, failed: 0 });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 4_000, visibleAtMost: 1 });
  });
  test('a token that is renewed during a send is never pruned because of the old one', { tags: ['F15'] }, async () => {
    const addresses = await phones(world.db, { count: 3_000, prefix: 'dead' });
    await gateway.behave({ latencyMs: 100 });
    await send();
    await sql`update fan_out set brake_released = true`.execute(world.db);
    const worker = workerProcess();
    // All over the audience (1,009 is prime), so that some are always in the waves that are under way.
    const unchanged = addresses.map((_, n) => addresses[(n * 1_009) % addresses.length] ?? '');
    const renew = async (address: string): Promise<void> => {
      const body = { push: { kind: 'token', value: `renewed-${address}` } };
      expect((await world.phone('PATCH /app/v1/devices/me', { token: secretOf(address), body })).status).toBe(200);
    };
    while ((await sums()).pending !== 0) {
      await Promise.all(unchanged.splice(0, 20).map(renew));
      await sleep(20);
    }
    await endWorkerProcess(worker, 'SIGTERM');
    const { rows } = await sql<{ value: string | null; n: number }>`
      select left(push_value, 7) as value, count(*)::int as n from device group by 1 order by 1`.execute(world.db);
    expect(rows).toEqual([
      { value: 'renewed', n: 3_000 - unchanged.length },
      { value: null, n: unchanged.length },
    ]);
  });
});
