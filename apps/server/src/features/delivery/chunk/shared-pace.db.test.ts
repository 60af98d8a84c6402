import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aStore, phones } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { endings, isOver as over } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { readDeliveryFacts } from '../report/delivery-facts.repository.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';
import type { PushGateway } from '../push-gateway.ts';
import { ensureProject, openBreaker } from './push-project.repository.ts';

let world: FreshWorld;
let alarms: string[] = [];
const scene = sendingScene({ lanes: 6, alarm: (message) => alarms.push(message) });
const { gateway, send, until, work } = scene;
beforeEach(() => {
  ({ world } = scene);
  alarms = [];
});
/** Returns the leased chunks. Once there are none, the outcomes of all messages in flight are written. */
const leased = () => world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute();
/** A gateway that records when each message left. */
const timed = () => {
  const push = world.push(scene.own);
  const times: number[] = [];
  const prepare: PushGateway['prepare'] = (message) => {
    const sendTo = push.prepare(message);
    return (address) => {
      times.push(Date.now());
      return sendTo(address);
    };
  };
  return { times, push: { ...push, prepare } };
};

describe('when the push service is away', () => {
  test(
    'the circuit breaker opens, sends one probe at a time, reports since when, and closes by itself',
    { tags: ['F22', 'F17'] },
    async () => {
      await phones(world.db, { count: 3_000 });
      await gateway.behave({ failures: [{ kind: 'unavailable', count: 1_000_000 }] });
      for (let n = 0; n < 2; n += 1) work({ probeEveryMs: 3_600_000 });
      const id = await send();
      const seen = await until(id, ({ sending }) => sending.state === 'waiting');
      expect(seen.sending).toMatchObject({ state: 'waiting', since: expect.any(String) });
      expect(seen.details).toMatchObject({ successful: 0, remaining: 3_000, failed: 0 });
      expect(alarms.filter((message) => message.includes('does not answer'))).toHaveLength(1);
      const asked = async (): Promise<number> =>
        1_000_000 -
        (((await (await fetch(`${scene.own.controlUrl}/behaviour`)).json()) as { failures: { count: number }[] }).failures[0]?.count ?? 0);
      // An outage that one worker sees reaches the other within a second.
      const bothKnow = async () =>
        (await sql`select 1 from push_project where down_since < clock_timestamp() - interval '2 seconds'`.execute(world.db)).rows.length;
      await expect.poll(bothKnow).toBe(1);
      await expect.poll(leased).toEqual([]);
      const standing = await asked();
      const probe = () => sql`update push_project set probe_at = clock_timestamp()`.execute(world.db);
      for (let n = 1; n <= 3; n += 1) {
        await probe();
        await expect.poll(asked).toBe(standing + n);
        await expect.poll(leased).toEqual([]);
      }
      expect(await asked()).toBe(standing + 3);
      await gateway.behave({});
      await probe();
      expect(await until(id, over)).toMatchObject({ details: { successful: 3_000, failed: 0 } });
      expect(alarms.filter((message) => message.includes('answers again'))).toHaveLength(1);
    },
  );
  describe('a send that ended meanwhile', () => {
    /** Opens the circuit breaker for longer than the test takes. `probed`: one probe is due. */
    const away = async ({ probed = false } = {}): Promise<void> => {
      const { project } = world.push(scene.own);
      await ensureProject(world.db, project);
      await openBreaker(world.db, project, 3_600_000);
      if (probed) await sql`update push_project set probe_at = clock_timestamp()`.execute(world.db);
    };
    const steer = (id: string, step: string) => world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token: scene.admin });
    const canSend = async () => (await world.staff('GET /api/v1/notification-editor/check-can-send', { token: scene.admin })).body;

    test('by cancellation gets its outcomes at once and leaves the day free', { tags: ['F22', 'A-37'] }, async () => {
      await phones(world.db, { count: 1_200 });
      await away();
      work({ probeEveryMs: 3_600_000 });
      const id = await send();
      await until(id, ({ sending, details }) => sending.state === 'waiting' && details !== null);
      expect((await steer(id, 'cancel')).status).toBe(200);
      expect(await until(id, over)).toMatchObject({ failures: [{ reason: 'cancelled', count: 1_200 }] });
      await expect.poll(canSend).toEqual({ canSend: true, reason: null });
      expect((await gateway.ledger(id)).sends).toBe(0);
    });
    test('by its end of validity is reported as finished, not as waiting for the push service', { tags: ['F22', 'F13'] }, async () => {
      await phones(world.db, { count: 600 });
      await away();
      work({ probeEveryMs: 3_600_000 });
      const id = await send();
      await until(id, ({ sending, details }) => sending.state === 'waiting' && details !== null);
      await world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: scene.admin, body: { validUntil: '2020-01-01' } });
      expect(await until(id, over)).toMatchObject({ failures: [{ reason: 'expired', count: 600 }], sending: { state: 'finished' } });
    });
    test('does not use up the probe of a waiting send', { tags: ['F22'] }, async () => {
      const store = await aStore(world.db);
      await phones(world.db, { subscribed: [store], count: 600 });
      const [cancelled, waiting] = [await send({}, store), await send()];
      while (await expandNext(world.db, endings));
      expect((await steer(cancelled, 'cancel')).status).toBe(200);
      await away({ probed: true });
      work({ probeEveryMs: 3_600_000, lanes: 1 });
      expect(await until(waiting, over)).toMatchObject({ details: { successful: 600 } });
      expect(await until(cancelled, over)).toMatchObject({ details: { failed: 600 } });
    });
  });
  test('an outage of a project that is no longer in use does not delay sends', { tags: ['F22'] }, async () => {
    await ensureProject(world.db, 'former');
    await openBreaker(world.db, 'former', 3_600_000);
    work();
    await expect.poll(async () => (await readDeliveryFacts(world.db)).pushDown).toBe(0);
    await scene.stopWorkers();
    expect((await scene.seenOf(await send())).sending.state).toBe('expanding');
  });
  test('a burst of 429 halves the shared rate, pauses all sending for Retry-After, and recovers', { tags: ['F21'] }, async () => {
    await phones(world.db, { count: 700 });
    await gateway.behave({ failures: [{ kind: 'quota', count: 100, retryAfter: '5' }] });
    const { times, push } = timed();
    work({ push, perSecond: 100_000 });
    const id = await send();
    const project = async () =>
      (
        await sql<{ share: number; held: boolean; until: Date }>`
        select throttled_to as share, held_until > now() as held, held_until as until from push_project`.execute(world.db)
      ).rows[0];
    await expect.poll(project).toMatchObject({ share: 0.5, held: true });
    expect((await until(id, ({ sending }) => sending.state === 'waiting')).sending.state).toBe('waiting');
    await expect.poll(leased).toEqual([]);
    const heldSince = Date.now();
    const heldUntil = (await project())?.until.getTime() ?? Number.NaN;
    expect(await until(id, over)).toMatchObject({ details: { successful: 700, failed: 0 } });
    expect(times.some((at) => at >= heldUntil)).toBe(true);
    expect(times.filter((at) => at > heldSince && at < heldUntil)).toEqual([]);
  });
});

describe('the shared rate', () => {
  test('three workers share one rate, and no message leaves before the shared bucket has room', async () => {
    await phones(world.db, { count: 900 });
    const workers = [timed(), timed(), timed()];
    for (const { push } of workers) work({ push, perSecond: 300 });
    // As after a minute of sending: the ramp has its own test.
    await expect.poll(async () => (await sql`select 1 from push_project`.execute(world.db)).rows.length).toBe(1);
    const start = Date.now();
    await sql`update push_project set next_at = now(), ramp_from = now() - interval '1 hour'`.execute(world.db);
    await until(await send(), over);
    const times = workers.flatMap((worker) => worker.times).toSorted((a, b) => a - b);
    expect(times).toHaveLength(900);
    // A wave leaves at once. Beyond that, sending never runs ahead of 300 a second.
    expect(times.filter((at, n) => at - start < ((n - 30) / 300) * 1_000 - 1)).toEqual([]);
    const { rows } = await sql<{ at: Date }>`select next_at as at from push_project`.execute(world.db);
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(start + 3_000);
  });
  test('ramps up after a standstill: the first second gets a small share of the rate', async () => {
    const { ensureProject, reserve } = await import('./push-project.repository.ts');
    await ensureProject(world.db, 'ramp');
    /** Seconds of the bucket that a hundred messages take. */
    const taken = async (): Promise<number> => {
      const nextAt = async () =>
        (
          await sql<{
            s: number;
          }>`select greatest(extract(epoch from next_at), 0)::float8 as s from push_project where project = 'ramp'`.execute(world.db)
        ).rows[0]?.s ?? Number.NaN;
      const before = await nextAt();
      expect(await reserve(world.db, 'ramp', 100, 2_000, 60)).not.toBeNull();
      return (await nextAt()) - before;
    };
    await taken();
    // 5 % of 2,000 a second are 100 a second.
    for (let n = 0; n < 4; n += 1) expect(await taken()).toBeCloseTo(1, 1);
    await sql`update push_project set next_at = clock_timestamp() + interval '6 seconds' where project = 'ramp'`.execute(world.db);
    expect(await reserve(world.db, 'ramp', 100, 2_000, 1)).toBeNull();
    await sql`update push_project set ramp_from = clock_timestamp() - interval '30 seconds' where project = 'ramp'`.execute(world.db);
    // Half-way up: 1,000 a second.
    const half = await taken();
    expect(half).toBeGreaterThan(0.05);
    expect(half).toBeLessThanOrEqual(0.1);
  });
});
