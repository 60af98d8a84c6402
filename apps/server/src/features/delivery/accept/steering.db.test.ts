import type { PushMessage } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aStore, phones } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { endings, isOver as over } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';
import type { PushAddress, PushGateway } from '../push-gateway.ts';

let world: FreshWorld;
let admin: string;
let alarms: string[] = [];
const scene = sendingScene({ lanes: 6, alarm: (message) => alarms.push(message) });
const { gateway, send, seenOf: seenBy, until, work } = scene;
beforeEach(() => {
  ({ world, admin } = scene);
  alarms = [];
});
const steer = (id: string, step: string, token = admin) => world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token });
const sends = async (id: string): Promise<number> => (await gateway.ledger(id)).sends;
/** Returns the leased chunks. Once there are none, the outcomes of all messages in flight are written. */
const leased = () => world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute();
const waitingForRows = async () =>
  (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)).rows;
/** Completes a later send. This proves that workers still poll, so a fan-out without progress is really paused. */
const another = async (): Promise<void> => {
  const store = await aStore(world.db);
  await phones(world.db, { subscribed: [store], count: 1 });
  expect(await until(await send({}, store), over)).toMatchObject({ details: { successful: 1 } });
};

describe('pause, resume, cancel', () => {
  test('a paused fan-out sends nothing, and a resumed one reaches every phone exactly once', async () => {
    await phones(world.db, { count: 6_000 });
    await gateway.behave({ latencyMs: 150 });
    work();
    const id = await send();
    await until(id, ({ details }) => (details?.successful ?? 0) > 500);
    const paused = await steer(id, 'pause');
    expect(paused).toMatchObject({
      status: 200,
      body: { sending: { state: 'paused', pauseReason: 'operator', since: expect.any(String) } },
    });
    await expect.poll(leased).toEqual([]);
    const stood = await sends(id);
    expect(stood).toBeLessThan(6_000);
    await another();
    expect(await sends(id)).toBe(stood);
    expect((await seenBy(id)).details).toMatchObject({ successful: stood, remaining: 6_000 - stood });
    expect((await steer(id, 'pause')).status).toBe(409);
    await gateway.behave({});
    expect((await steer(id, 'resume')).body).toMatchObject({ sending: { state: 'sending' } });
    expect(await until(id, over)).toMatchObject({ details: { successful: 6_000, failed: 0 }, sending: { state: 'finished' } });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 6_000, sends: 6_000, visibleAtMost: 1 });
    for (const step of ['pause', 'resume', 'cancel']) expect((await steer(id, step)).status).toBe(409);
    const { rows } = await sql<{ sending: string }>`
      select changes->'sending'->>1 as sending from history where entity_id = ${id} and action in ('pause', 'resume') order by seq`.execute(
      world.db,
    );
    expect(rows.map((row) => row.sending)).toEqual(['paused', 'sending']);
  });
  test('a reason for a pause that a newer version stored is answered as it is stored', { tags: ['E-2A'] }, async () => {
    const id = await send();
    expect((await steer(id, 'pause')).status).toBe(200);
    // As its migration does.
    await sql`alter table fan_out drop constraint fan_out_pause_reason_check`.execute(world.db);
    await sql`update fan_out set pause_reason = 'storm' where notification_id = ${id}`.execute(world.db);
    await until(id, ({ sending }) => sending.pauseReason === 'storm');
    expect((await world.staff('GET /api/v1/notification-editor/list', { token: admin })).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ _id: id })]),
    });
    expect((await steer(id, 'cancel')).status).toBe(200);
  });
  test.each(['pause', 'cancel'])('%s takes effect even while the audience is being written', { tags: ['RECALL-01'] }, async (step) => {
    await phones(world.db, { count: 30 });
    const id = await send();
    let answer: ReturnType<typeof steer> | undefined;
    await inTransaction(world.db, async (trx) => {
      expect(await expandNext(trx, endings)).toBe(true);
      answer = steer(id, step);
      await expect.poll(async () => (await waitingForRows()).length).toBe(1);
    });
    expect(await answer).toMatchObject({ status: 200, body: { sending: { state: step === 'pause' ? 'paused' : 'cancelled' } } });
    work();
    await another();
    expect(await sends(id)).toBe(0);
  });
  test('a cancelled one gives the rest an outcome; the day stays used once something went out', async () => {
    await phones(world.db, { count: 4_000 });
    await gateway.behave({ latencyMs: 150 });
    work();
    const id = await send();
    await until(id, ({ details }) => (details?.successful ?? 0) > 200);
    expect((await steer(id, 'cancel')).body).toMatchObject({ sending: { state: 'cancelled' } });
    const seen = await until(id, over);
    const sent = await sends(id);
    expect(seen.details).toEqual({ successful: sent, remaining: 0, failed: 4_000 - sent, converted: 0 });
    expect(seen.failures).toEqual([{ reason: 'cancelled', count: 4_000 - sent }]);
    expect(seen.errors).toEqual([]);
    expect((await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body).toMatchObject({ canSend: false });
  });
  test('one that is cancelled before anything left frees the day', { tags: ['A-37'] }, async () => {
    await phones(world.db, { count: 900 });
    const id = await send();
    expect((await steer(id, 'cancel')).status).toBe(200);
    work();
    await expect
      .poll(async () => (await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body)
      .toEqual({ canSend: true, reason: null });
    expect(await sends(id)).toBe(0);
  });
  test.each(['expired', 'dead'])('so does one that comes to nothing by itself: %s', { tags: ['A-37'] }, async (how) => {
    await phones(world.db, { count: 60, ...(how === 'dead' && { prefix: 'dead' }) });
    const id = await send();
    if (how === 'expired')
      await world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: admin, body: { validUntil: '2020-01-01' } });
    work();
    expect(await until(id, over)).toMatchObject({ details: { successful: 0, failed: 60 }, notificationIds: [] });
    await expect
      .poll(async () => (await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body)
      .toEqual({ canSend: true, reason: null });
  });
  test("staff steer their own store's notifications and no others", async () => {
    const [mine, other] = [await aStore(world.db), await aStore(world.db)];
    const staff = await world.person('steering-staff', { storeId: mine });
    await phones(world.db, { subscribed: [mine, other], count: 5 });
    for (const foreign of [await send(), await send({}, other)])
      for (const step of ['pause', 'resume', 'cancel']) {
        expect((await steer(foreign, step, staff)).status).toBe(404);
        expect((await world.staff(`POST /api/v1/notification-editor/${foreign}/${step}`)).status).toBe(401);
      }
    const own = await send({}, mine);
    for (const step of ['pause', 'resume', 'cancel']) expect((await steer(own, step, staff)).status).toBe(200);
    expect((await steer('unknown', 'pause')).status).toBe(404);
  });
  test('a pause outlasts the validity: the rest expires all the same', { tags: ['F13'] }, async () => {
    await phones(world.db, { count: 600 });
    const id = await send();
    await steer(id, 'pause');
    await world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: admin, body: { validUntil: '2020-01-01' } });
    work();
    expect(await until(id, over)).toMatchObject({ failures: [{ reason: 'expired', count: 600 }], sending: { state: 'finished' } });
    expect(await sends(id)).toBe(0);
  });
});

/** The push service of this file, with somebody who sees each message before it leaves. */
const watchedPush = (see: (message: PushMessage, address: PushAddress) => void): PushGateway => {
  const push = world.push(scene.own);
  return {
    ...push,
    prepare: (message) => {
      const sendTo = push.prepare(message);
      return (address) => {
        see(message, address);
        return sendTo(address);
      };
    },
  };
};

describe('fan-outs and devices that must not block others', () => {
  test('a device that our own code fails on is given up, the rest of its chunk is sent', { tags: ['F11'] }, async () => {
    const [poison = ''] = await phones(world.db, { count: 700 });
    work({
      push: watchedPush((_, address) => {
        if (address.value === poison) throw new Error('a defect');
      }),
    });
    const id = await send();
    const tried = async () => {
      await sql`update fan_out_chunk set retry_at = now() where pending > 0`.execute(world.db);
      return over(await seenBy(id));
    };
    await expect.poll(tried).toBe(true);
    expect(await seenBy(id)).toMatchObject({ details: { successful: 699, failed: 1 }, failures: [{ reason: 'internal', count: 1 }] });
    expect(alarms).toContain('sending to a device failed inside Endcap');
  });
  test('a chunk that crashes every worker gives up its first device and continues', { tags: ['F11'] }, async () => {
    await phones(world.db, { count: 20 });
    const id = await send();
    const { expandNext } = await import('../expand/expand-fan-out.repository.ts');
    await expandNext(world.db, endings);
    await sql`update fan_out_chunk set lease_until = now() - interval '1 second', stalls = 8`.execute(world.db);
    work();
    expect(await until(id, over)).toMatchObject({ details: { successful: 19, failed: 1 }, failures: [{ reason: 'internal', count: 1 }] });
  });
  test("a store's send does not wait for a larger send to all phones", { tags: ['F14'] }, async () => {
    const store = await aStore(world.db);
    await phones(world.db, { count: 15_000 });
    await phones(world.db, { subscribed: [store], count: 500 });
    await gateway.behave({ latencyMs: 100 });
    const order: string[] = [];
    work({ push: watchedPush(({ notificationId }) => order.push(notificationId)) });
    const all = await send();
    await until(all, ({ details }) => (details?.successful ?? 0) > 1_000);
    const small = await send({}, store);
    expect(await until(small, over)).toMatchObject({ details: { successful: 500 } });
    await expect.poll(() => order.lastIndexOf(all)).toBeGreaterThan(order.lastIndexOf(small));
  });
  test('an address that moved to another install is sent to once', { tags: ['F16'] }, async () => {
    const register = (installId: string) =>
      world.phone('POST /app/v1/devices', {
        body: { installId, platform: 'android', appVersion: '3.4.0', push: { kind: 'token', value: 'one-and-the-same' } },
      });
    await register('first');
    await register('second');
    work();
    const id = await send();
    expect(await until(id, over)).toMatchObject({ details: { successful: 1, failed: 0 } });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 1, sends: 1 });
  });
});
