import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aStore, phones } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { endings, isOver as over } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';
import { concludeSample } from './conclude-sample.ts';
import type { PushGateway } from './push-gateway.ts';

let world: FreshWorld;
let admin: string;
let alarms: string[] = [];
const scene = sendingScene({ lanes: 6, alarm: (message) => alarms.push(message) });
const { gateway, send, seenOf: seenBy, until, work, stopWorkers } = scene;
beforeEach(() => {
  ({ world, admin } = scene);
  alarms = [];
});
const steer = (id: string, step: string, token = admin) => world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token });
const sends = async (id: string): Promise<number> => (await gateway.ledger(id)).sends;
const pushesLeft = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from device where push_value is not null`.execute(world.db)).rows[0]?.n ?? 0;

describe('pause, resume, cancel', () => {
  test('a paused fan-out stands still, a resumed one reaches everybody once', async () => {
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
    // The waves that were under way are written when every chunk is given back.
    const leased = async () => world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute();
    await expect.poll(leased, { timeout: 10_000 }).toEqual([]);
    const stood = await sends(id);
    expect(stood).toBeLessThan(6_000);
    await sleep(1_000);
    expect(await sends(id)).toBe(stood);
    expect((await seenBy(id)).details).toMatchObject({ successful: stood, remaining: 6_000 - stood });
    expect((await steer(id, 'pause')).status).toBe(409);
    await gateway.behave({});
    expect((await steer(id, 'resume')).body).toMatchObject({ sending: { state: 'sending' } });
    expect(await until(id, over)).toMatchObject({ details: { successful: 6_000, failed: 0 }, sending: { state: 'finished' } });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 6_000, sends: 6_000, visibleAtMost: 1 });
    for (const step of ['pause', 'resume', 'cancel']) expect((await steer(id, step)).status).toBe(409);
    const { rows } = await sql<{ sending: string }>`
      select changes->'sending'->>1 as sending from history where entity_id = ${id} and action = 'update' order by seq`.execute(world.db);
    expect(rows.map((row) => row.sending)).toEqual(['paused', 'sending']);
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
  test('A-37: one that is cancelled before anything left frees the day', async () => {
    await phones(world.db, { count: 900 });
    const id = await send();
    expect((await steer(id, 'cancel')).status).toBe(200);
    work();
    await expect
      .poll(async () => (await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body, { timeout: 5_000 })
      .toEqual({ canSend: true, reason: null });
    expect(await sends(id)).toBe(0);
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
  test('a pause outlasts the validity: the rest expires all the same (F13)', async () => {
    await phones(world.db, { count: 600 });
    const id = await send();
    await steer(id, 'pause');
    await world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: admin, body: { validUntil: '2020-01-01' } });
    work();
    expect(await until(id, over)).toMatchObject({ failures: [{ reason: 'expired', count: 600 }], sending: { state: 'finished' } });
    expect(await sends(id)).toBe(0);
  });
});

describe('safety brake', () => {
  test('F25: 60 % dead addresses pause it, say why, and wait for a person who knows better', async () => {
    await phones(world.db, { count: 2_000 });
    const dead = await phones(world.db, { count: 3_000, prefix: 'dead' });
    work();
    const id = await send();
    // Living ones come first in this audience; the dead follow and trip the brake.
    const seen = await until(id, ({ sending }) => sending.state === 'paused');
    expect(seen.sending).toMatchObject({ state: 'paused', pauseReason: 'deadTokens' });
    expect(alarms).toContainEqual(expect.stringContaining('paused by the safety brake'));
    await sleep(1_000);
    const left = await pushesLeft();
    // At most what was under way: the threshold, and a wave for each lane.
    expect(left).toBeGreaterThanOrEqual(5_000 - 300 - 100 * 8);
    await steer(id, 'resume');
    expect(await until(id, over)).toMatchObject({ details: { successful: 2_000, failed: 3_000 } });
    expect(await pushesLeft()).toBe(5_000 - dead.length);
  });
  test('F25: a pause of a person during the sample does not use up the one for dead addresses', async () => {
    await phones(world.db, { count: 1_000, prefix: 'dead' });
    const id = await send();
    work({ lanes: 0 });
    // Drawn, and nobody asked yet.
    const drawn = async () => (await sql`select 1 from fan_out_chunk where sample = 'due'`.execute(world.db)).rows.length;
    await expect.poll(drawn, { timeout: 5_000 }).toBeGreaterThan(0);
    await stopWorkers();
    await steer(id, 'pause');
    // What was under way when it was paused is written all the same.
    await sql`update fan_out_chunk set sample = 'done', outcomes = overlay(outcomes placing decode(repeat('02', 100), 'hex') from 1),
      pending = pending - 100, failed = 100, failed_by = '{"deadToken": 100}' where notification_id = ${id} and pending > 100`.execute(
      world.db,
    );
    await concludeSample({ db: world.db, endings, alarm: (message) => alarms.push(message) }, id);
    const proven = async () => (await world.db.selectFrom('fanOut').select(['proven', 'pauseReason']).execute())[0];
    expect(await proven()).toEqual({ proven: false, pauseReason: 'operator' });
    await steer(id, 'resume');
    await concludeSample({ db: world.db, endings, alarm: (message) => alarms.push(message) }, id);
    expect(await proven()).toEqual({ proven: true, pauseReason: 'deadTokens' });
    expect(alarms).toEqual([expect.stringContaining('paused by the safety brake')]);
  });
  test('F23, F24: a wrong payload or project id ends it within the first 200 sends, pruning nobody', async () => {
    for (const kind of ['badPayload', 'badField', 'wrongProject', 'wrongPath', 'unauthenticated']) {
      await sql`truncate device cascade`.execute(world.db);
      await phones(world.db, { count: 3_000 });
      await gateway.behave({ failures: [{ kind, count: 100_000 }] });
      work();
      const id = await send();
      const seen = await until(id, (one) => one.sending.state === 'stopped' && over(one));
      expect(seen.errors).toEqual([
        expect.stringMatching(/^The push service refused (the content of the notification|our credentials)\. 4\d\d/),
      ]);
      const refused = seen.failures.find(({ reason }) => ['payload', 'credential'].includes(reason));
      expect(refused?.count).toBeLessThanOrEqual(200);
      expect(await pushesLeft()).toBe(3_000);
      await stopWorkers();
    }
  });
  test.each([
    ['at the start', ['bad', 'good']],
    ['at the end', ['good', 'bad']],
  ])(
    'D-01: 30 % of addresses of another project, %s: each is asked once, nobody pruned, every other phone reached once',
    async (_, order) => {
      for (const which of order)
        await phones(world.db, which === 'good' ? { count: 2_100 } : { count: 900, prefix: 'always-wrongProject' });
      for (let n = 0; n < 2; n += 1) work();
      const id = await send();
      const seen = await until(id, over, 25_000);
      expect(seen).toMatchObject({
        errors: [],
        details: { successful: 2_100, failed: 900 },
        failures: [{ reason: 'refused', count: 900 }],
        sending: { pauseReason: null },
      });
      expect(await gateway.ledger(id)).toMatchObject({ devices: 2_100, sends: 2_100, visibleAtMost: 1 });
      expect(await pushesLeft()).toBe(3_000);
      expect(alarms).toEqual([]);
      const project = () => world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin });
      expect((await project()).body).toMatchObject({ canSend: false });
    },
  );
  test('D-01: bad addresses of every kind, side by side, with dead and silent ones among them', async () => {
    for (const prefix of ['always-badField', 'always-wrongPath', 'always-badPayload', 'dead', 'once-unavailable'])
      await phones(world.db, { count: 150, prefix });
    await phones(world.db, { count: 1_750 });
    work();
    const id = await send();
    await until(id, ({ details }) => details?.remaining === 150);
    await sql`update fan_out_chunk set retry_at = now()`.execute(world.db);
    expect(await until(id, over)).toMatchObject({ errors: [], details: { successful: 1_900, failed: 600 } });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 1_900, sends: 1_900, dead: 150 });
    expect(await pushesLeft()).toBe(2_350);
  });
  test('D-01: a key that is refused from the middle on stops the rest, and nobody of it has an outcome of their own', async () => {
    await phones(world.db, { count: 6_000 });
    await gateway.behave({ latencyMs: 100 });
    work({ lanes: 2 });
    const id = await send();
    await until(id, ({ details }) => (details?.successful ?? 0) > 1_000);
    await gateway.behave({ failures: [{ kind: 'wrongProject', count: 100_000 }] });
    const seen = await until(id, over);
    expect(seen.errors).toEqual([expect.stringMatching(/^The push service refused our credentials\. 403/)]);
    expect(seen.sending.state).toBe('stopped');
    const reasons = new Map(seen.failures.map(({ reason, count }) => [reason, count]));
    expect(reasons.get('credential')).toBeLessThanOrEqual(400);
    expect(reasons.get('refused') ?? 0).toBeLessThanOrEqual(60);
    expect(await pushesLeft()).toBe(6_000);
  });
  test('a few refusals among many accepted are outcomes of their devices, not the end of all', async () => {
    await phones(world.db, { count: 1_500 });
    await gateway.behave({ mix: { badPayload: 0.01 }, seed: 3 });
    work();
    const seen = await until(await send(), over);
    expect(seen).toMatchObject({ errors: [], sending: { state: 'finished' } });
    expect(seen.failures.map(({ reason }) => reason)).toEqual(['refused']);
    expect(seen.details?.failed).toBeLessThan(60);
  });
});

describe('when the push service is away', () => {
  test('F22, F17: the breaker opens, probes one at a time, says since when, and goes on by itself', async () => {
    await phones(world.db, { count: 3_000 });
    await gateway.behave({ failures: [{ kind: 'unavailable', count: 1_000_000 }] });
    work({ probeEveryMs: 1_000 });
    work({ probeEveryMs: 1_000 });
    const id = await send();
    const seen = await until(id, ({ sending }) => sending.state === 'waiting');
    expect(seen.sending).toMatchObject({ state: 'waiting', since: expect.any(String) });
    expect(seen.details).toMatchObject({ successful: 0, remaining: 3_000, failed: 0 });
    expect(alarms.filter((message) => message.includes('does not answer'))).toHaveLength(1);
    const asked = async (): Promise<number> =>
      1_000_000 -
      (((await (await fetch(`${scene.own.controlUrl}/behaviour`)).json()) as { failures: { count: number }[] }).failures[0]?.count ?? 0);
    // What one worker knows the other knows within a second.
    await sleep(1_500);
    const before = await asked();
    await sleep(3_000);
    const probes = (await asked()) - before;
    expect(probes).toBeGreaterThanOrEqual(1);
    expect(probes).toBeLessThanOrEqual(4);
    await gateway.behave({});
    expect(await until(id, over)).toMatchObject({ details: { successful: 3_000, failed: 0 } });
    expect(alarms.filter((message) => message.includes('answers again'))).toHaveLength(1);
  });
  test('F21: a burst of 429 halves the shared rate, holds everybody as long as it says, and recovers', async () => {
    await phones(world.db, { count: 700 });
    await gateway.behave({ failures: [{ kind: 'quota', count: 100, retryAfter: '5' }] });
    work({ perSecond: 100_000 });
    const id = await send();
    const project = async () =>
      (
        await sql<{ share: number; held: boolean }>`
        select throttled_to as share, held_until > now() as held from push_project`.execute(world.db)
      ).rows[0];
    await expect.poll(project, { timeout: 5_000 }).toEqual({ share: 0.5, held: true });
    const standing = await sends(id);
    expect((await until(id, ({ sending }) => sending.state === 'waiting')).sending.state).toBe('waiting');
    await sleep(1_000);
    expect(await sends(id)).toBe(standing);
    expect(await until(id, over)).toMatchObject({ details: { successful: 700, failed: 0 } });
  });
});

describe('the shared rate', () => {
  test('three workers keep to one rate: no second above 110 %, climbing from the start', async () => {
    await phones(world.db, { count: 900 });
    const times: number[] = [];
    const timed = (): PushGateway => {
      const push = world.push(scene.own);
      return {
        ...push,
        prepare: (message) => {
          const sendTo = push.prepare(message);
          return (address) => {
            times.push(performance.now());
            return sendTo(address);
          };
        },
      };
    };
    for (let n = 0; n < 3; n += 1) work({ push: timed(), perSecond: 300 });
    // As after a minute of sending: the ramp has its own test.
    await expect.poll(async () => (await sql`select 1 from push_project`.execute(world.db)).rows.length, { timeout: 5_000 }).toBe(1);
    await sql`update push_project set next_at = now(), ramp_from = now() - interval '1 hour'`.execute(world.db);
    const id = await send();
    await until(id, over);
    expect(times).toHaveLength(900);
    const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
    expect(most).toBeLessThanOrEqual(330);
    expect(most).toBeGreaterThan(200);
  });
  test('from standstill it climbs: the first second gets a small share', async () => {
    const { knowProject, reserve } = await import('./push-project.repository.ts');
    await knowProject(world.db, 'ramp');
    const slots: number[] = [];
    for (let n = 0; n < 5; n += 1) slots.push((await reserve(world.db, 'ramp', 100, 2_000, 5)) ?? Number.NaN);
    // 5 % of 2,000 a second are 100 a second.
    expect(slots[1]).toBeGreaterThan(800);
    expect(slots[4]).toBeGreaterThan(3_000);
    expect(await reserve(world.db, 'ramp', 100, 2_000, 5)).toBeGreaterThan(4_000);
    expect(await reserve(world.db, 'ramp', 100, 2_000, 5)).toBeNull();
    await sql`update push_project set next_at = clock_timestamp(), ramp_from = now() - interval '30 seconds' where project = 'ramp'`.execute(
      world.db,
    );
    await reserve(world.db, 'ramp', 100, 2_000, 5);
    // Half-way up: 1,000 a second.
    const half = (await reserve(world.db, 'ramp', 100, 2_000, 5)) ?? 0;
    expect(half).toBeGreaterThan(50);
    expect(half).toBeLessThan(150);
  });
});

describe('what must not hold the others up', () => {
  test('F11: a device that our own code fails on is given up, the rest of its chunk is sent', async () => {
    const [poison = ''] = await phones(world.db, { count: 700 });
    const push = world.push(scene.own);
    work({
      push: {
        ...push,
        prepare: (message) => {
          const sendTo = push.prepare(message);
          return (address) => {
            if (address.value === poison) throw new Error('a defect');
            return sendTo(address);
          };
        },
      },
    });
    const id = await send();
    for (let n = 0; n < 4; n += 1) {
      await sleep(500);
      await sql`update fan_out_chunk set retry_at = now() where pending > 0`.execute(world.db);
    }
    expect(await until(id, over)).toMatchObject({ details: { successful: 699, failed: 1 }, failures: [{ reason: 'internal', count: 1 }] });
    expect(alarms).toContain('sending to a device failed inside Endcap');
  });
  test('F11: a chunk that ends every worker gives its first device up and goes on', async () => {
    await phones(world.db, { count: 20 });
    const id = await send();
    const { expandNext } = await import('./fan-out.repository.ts');
    await expandNext(world.db, endings);
    await sql`update fan_out_chunk set lease_until = now() - interval '1 second', stalls = 8`.execute(world.db);
    work();
    expect(await until(id, over)).toMatchObject({ details: { successful: 19, failed: 1 }, failures: [{ reason: 'internal', count: 1 }] });
  });
  test("F14: a store's phones do not wait behind everybody's", async () => {
    const store = await aStore(world.db);
    await phones(world.db, { count: 15_000 });
    await phones(world.db, { subscribed: [store], count: 500 });
    await gateway.behave({ latencyMs: 100 });
    work();
    const all = await send();
    await until(all, ({ details }) => (details?.successful ?? 0) > 1_000);
    const small = await send({}, store);
    expect(await until(small, over)).toMatchObject({ details: { successful: 500 } });
    expect((await seenBy(all)).details?.remaining).toBeGreaterThan(0);
  });
  test('F16: an address that moved to another install is sent to once', async () => {
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
