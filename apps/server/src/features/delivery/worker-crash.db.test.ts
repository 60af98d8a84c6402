import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { aNotification, phones } from '../../../test/builders.ts';
import { freshWorld, gatewayAt } from '../../../test/fresh-world.ts';
import { ownGateway } from '../../../test/own-gateway.ts';

const DEVICES = 20_000;
const KILLS = 4;

test('F01, NOTIF-PUSH-10: kill -9 of the worker in the middle of 20,000 loses nobody and shows nobody two', {
  timeout: 120_000,
}, async () => {
  const world = await freshWorld();
  const own = await ownGateway();
  const gateway = gatewayAt(() => own.controlUrl);
  const admin = await world.tokenOf('admin');
  await phones(world.db, { count: DEVICES - 200 });
  await phones(world.db, { count: 200, prefix: 'dead' });
  await gateway.behave({ latencyMs: 20 });
  const start = (): ChildProcess =>
    fork('apps/server/src/processes/push-worker.ts', {
      execArgv: [],
      stdio: 'ignore',
      env: {
        ...process.env,
        LOG_LEVEL: 'silent',
        DATABASE_URL: world.databaseUrl,
        OIDC_ISSUER: inject('issuer'),
        OIDC_CLIENT_ID: 'endcap-web',
        OIDC_AUDIENCE: 'urn:endcap:api',
        ...own.env,
        PUSH_LEASE_SECONDS: '2',
        PUSH_RATE: '0',
        PUSH_LANES: '6',
      },
    });
  const { body } = await world.staff('POST /api/v1/notification-editor', { token: admin, body: aNotification() });
  const id = (body as { _id: string })._id;
  const open = async (): Promise<number> =>
    (await sql<{ n: number }>`select coalesce(sum(pending), 0)::int as n from fan_out_chunk`.execute(world.db)).rows[0]?.n ?? 0;
  const done = async (): Promise<number> =>
    (await sql<{ n: number }>`select coalesce(sum(successful + failed), 0)::int as n from fan_out_chunk`.execute(world.db)).rows[0]?.n ?? 0;

  let killedInTheMiddle = 0;
  for (let n = 1; n <= KILLS; n += 1) {
    const worker = start();
    // Each worker gets on by a share of the audience before it dies.
    while ((await done()) < (DEVICES / (KILLS + 1)) * n) await sleep(20);
    if ((await open()) > 0) killedInTheMiddle += 1;
    worker.kill('SIGKILL');
    await new Promise((resolve) => worker.once('exit', resolve));
  }
  expect(killedInTheMiddle).toBe(KILLS);
  const last = start();
  while ((await open()) > 0) await sleep(50);
  last.kill('SIGTERM');
  await new Promise((resolve) => last.once('exit', resolve));

  await sleep(1_100);
  const details = ((await world.staff(`GET /api/v1/notification-editor/${id}`, { token: admin })).body as { details: unknown }).details;
  expect(details).toEqual({ successful: DEVICES - 200, remaining: 0, failed: 200, converted: 0 });
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
  own.stop();
  await world.close();
});
