import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { aStore, phones } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { isOver, type Seen } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';
import { endWorkerProcess, startWorkerProcess } from '../../../test/worker-process.ts';

let world: FreshWorld;
let admin: string;
const scene = sendingScene({ lanes: 2 });
const { gateway, send, seenOf, until, work, stopWorkers } = scene;
beforeEach(() => void ({ world, admin } = scene));
const rest = (id: string, token = admin) => world.staff(`POST /api/v1/notification-editor/${id}/continue`, { token });
const isStopped = (seen: Seen): boolean => seen.sending.state === 'stopped' && (isOver(seen) || seen.details === null);
/** Waits until the worker has stored the end of a send, a moment after the last outcome. */
const ended = (id: string) =>
  expect
    .poll(
      async () =>
        (await sql<{ over: boolean }>`select finished_at is not null as over from fan_out where notification_id = ${id}`.execute(world.db))
          .rows,
    )
    .toEqual([{ over: true }]);
const wrongKey = () => gateway.behave({ failures: [{ kind: 'wrongProject', count: 1_000_000 }] });
const canSend = async () =>
  ((await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body as { canSend: boolean }).canSend;

test(
  'a send that a wrong key stopped continues to everybody once the key is right, under the quota of its own day',
  { tags: ['D-01'] },
  async () => {
    await phones(world.db, { count: 100, prefix: 'always-badField' });
    await phones(world.db, { count: 900 });
    await wrongKey();
    work();
    const id = await send();
    expect((await rest(id)).body).toMatchObject({ error: { code: 'not_stopped' } });
    await until(id, isStopped);
    await ended(id);
    expect(await canSend()).toBe(true);
    await gateway.behave({});
    const answer = await rest(id);
    expect(answer).toMatchObject({ status: 200, body: { errors: [], details: { remaining: 1_000, failed: 0 } } });
    expect(await canSend()).toBe(false);
    expect(await until(id, isOver)).toMatchObject({
      errors: [],
      details: { successful: 900, failed: 100 },
      failures: [{ reason: 'refused', count: 100 }],
    });
    await ended(id);
    expect(await gateway.ledger(id)).toMatchObject({ devices: 900, sends: 900 });
    expect((await rest(id)).body).toMatchObject({ error: { code: 'not_stopped' } });
    const { rows } = await sql<{ sending: string; before: string[] }>`
    select changes->'sending'->>1 as sending, changes->'errors'->0 as before from history where entity_id = ${id} and action = 'continue'`.execute(
      world.db,
    );
    expect(rows).toEqual([{ sending: 'continued', before: [expect.stringContaining('refused our credentials')] }]);
  },
);

test(
  'a send that was stopped midway continues to devices without an outcome only, also when the worker is killed',
  { tags: ['D-01'] },
  async () => {
    await phones(world.db, { count: 2_600 });
    await phones(world.db, { count: 200, prefix: 'dead' });
    // Slow enough that many devices are left when this test sees the first outcomes.
    await gateway.behave({ latencyMs: 400 });
    work();
    const id = await send();
    await until(id, ({ details }) => (details?.successful ?? 0) > 400);
    await wrongKey();
    const stopped = await until(id, isStopped);
    await ended(id);
    await stopWorkers();
    const count = (reason: string): number => stopped.failures.find((one) => one.reason === reason)?.count ?? 0;
    const left = count('stopped') + count('credential');
    expect(left).toBeGreaterThan(500);
    await gateway.behave({ latencyMs: 50 });
    expect((await rest(id)).body).toMatchObject({ details: { successful: stopped.details?.successful, remaining: left } });
    const reached = async (): Promise<number> => (await seenOf(id)).details?.successful ?? 0;
    const killed = startWorkerProcess(world.databaseUrl, { ...scene.own.env, ENDCAP_PUSH_LANES: '2' });
    await expect.poll(reached).toBeGreaterThan((stopped.details?.successful ?? 0) + 100);
    await endWorkerProcess(killed, 'SIGKILL');
    work();
    const seen = await until(id, isOver);
    expect(seen.details?.successful).toBe(2_600);
    const ledger = await gateway.ledger(id);
    expect(ledger).toMatchObject({ devices: seen.details?.successful, dead: 200, visibleAtMost: 1 });
    expect(ledger.sends - ledger.devices).toBeLessThanOrEqual(2 * 200);
  },
);

test(
  'returns 409 with its own code if nothing is left, the validity is over or the quota is taken; 404 without permission',
  { tags: ['D-01'] },
  async () => {
    const store = await aStore(world.db);
    const staff = await world.person('rest-staff', { storeId: store });
    work();
    const nobody = await send();
    await until(nobody, isStopped);
    await ended(nobody);
    expect(await rest(nobody)).toMatchObject({ status: 409, body: { error: { code: 'nothing_left' } } });
    await phones(world.db, { count: 40 });
    await wrongKey();
    const id = await send();
    await until(id, isStopped);
    await ended(id);
    expect((await rest(id, staff)).status).toBe(404);
    const extend = (validUntil: string) => world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: admin, body: { validUntil } });
    await extend('2020-01-01');
    expect(await rest(id)).toMatchObject({ status: 409, body: { error: { code: 'validity_over' } } });
    await extend(new Date(Date.now() + 86_400_000).toISOString());
    await gateway.behave({});
    const other = await send();
    expect(await rest(id)).toMatchObject({ status: 409, body: { error: { code: 'quota_used_up' } } });
    expect(await until(other, isOver)).toMatchObject({ details: { successful: 40 } });
    expect(await seenOf(id)).toMatchObject({ sending: { state: 'stopped' }, details: { successful: 0, remaining: 0 } });
  },
);
