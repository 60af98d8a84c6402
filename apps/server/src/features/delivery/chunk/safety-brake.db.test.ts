import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { phones } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { endings, isOver as over } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { concludeSample } from './conclude-sample.ts';

let world: FreshWorld;
let admin: string;
let alarms: string[] = [];
const scene = sendingScene({ lanes: 6, alarm: (message) => alarms.push(message) });
const { gateway, send, until, work, stopWorkers } = scene;
beforeEach(() => {
  ({ world, admin } = scene);
  alarms = [];
});
const steer = (id: string, step: string, token = admin) => world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token });
const pushesLeft = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from device where push_value is not null`.execute(world.db)).rows[0]?.n ?? 0;
/** Returns the leased chunks. Once there are none, the outcomes of all messages in flight are written. */
const leased = () => world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute();

describe('safety brake', () => {
  test('60 % dead addresses pause the send with that reason until a person resumes it', { tags: ['F25'] }, async () => {
    await phones(world.db, { count: 2_000 });
    const dead = await phones(world.db, { count: 3_000, prefix: 'dead' });
    work();
    const id = await send();
    // The sample is spread over the audience, so its 60 % pause the send. Its live phones have the message by then.
    const seen = await until(id, ({ sending }) => sending.state === 'paused');
    expect(seen.sending).toMatchObject({ state: 'paused', pauseReason: 'deadTokens' });
    expect(alarms).toContainEqual(expect.stringContaining('paused by the safety brake'));
    await expect.poll(leased).toEqual([]);
    const left = await pushesLeft();
    // At most the messages in flight: the threshold, and a wave for each lane.
    expect(left).toBeGreaterThanOrEqual(5_000 - 300 - 100 * 8);
    await steer(id, 'resume');
    expect(await until(id, over)).toMatchObject({ details: { successful: 2_000, failed: 3_000 } });
    expect(await pushesLeft()).toBe(5_000 - dead.length);
  });
  test(
    'more than 30 % dead of the whole audience pause it, though the sample was good and a dry run succeeds',
    { tags: ['F25'] },
    async () => {
      await phones(world.db, { count: 3_700 });
      await phones(world.db, { count: 2_300, prefix: 'dead' });
      const id = await send();
      await sql`update fan_out set proven = true where notification_id = ${id}`.execute(world.db);
      // One lane reaches living phones first, so a dry run succeeds whenever dead addresses are doubted.
      work({ lanes: 1 });
      const seen = await until(id, (one) => one.sending.state === 'paused' || over(one));
      expect(seen.sending).toMatchObject({ state: 'paused', pauseReason: 'deadTokens' });
      await expect.poll(leased).toEqual([]);
      const { details } = await scene.seenOf(id);
      expect(details).toMatchObject({ successful: 3_700 });
      expect(details?.failed).toBeGreaterThan(6_000 * 0.3);
      expect(alarms).toEqual([expect.stringContaining('paused by the safety brake')]);
    },
  );
  test('a pause of a person during the sample does not use up the one for dead addresses', { tags: ['F25'] }, async () => {
    await phones(world.db, { count: 1_000, prefix: 'dead' });
    const id = await send();
    work({ lanes: 0 });
    // The sample is drawn, but no phone of it was tried.
    const drawn = async () => (await sql`select 1 from fan_out_chunk where sample = 'due'`.execute(world.db)).rows.length;
    await expect.poll(drawn).toBeGreaterThan(0);
    await stopWorkers();
    await steer(id, 'pause');
    // Results of messages in flight at the pause are still written.
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
  test('once a person has released it, a later pause and resume by a person does not bring it back', { tags: ['F25'] }, async () => {
    await phones(world.db, { count: 1_000 });
    await phones(world.db, { count: 2_000, prefix: 'dead' });
    work();
    const id = await send();
    await until(id, ({ sending }) => sending.pauseReason === 'deadTokens');
    await stopWorkers();
    for (const step of ['resume', 'pause', 'resume']) expect((await steer(id, step)).status, step).toBe(200);
    work();
    const seen = await until(id, (one) => one.sending.state === 'paused' || over(one));
    expect(seen).toMatchObject({ sending: { pauseReason: null }, details: { successful: 1_000, failed: 2_000 } });
  });
  test('a wrong payload or project id stops the send within 200 messages and prunes no address', { tags: ['F23', 'F24'] }, async () => {
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
    '30 % of addresses of another project, %s: counts them as refused, prunes none, and reaches every other phone once',
    { tags: ['D-01'] },
    async (_, order) => {
      for (const which of order)
        await phones(world.db, which === 'good' ? { count: 2_100 } : { count: 900, prefix: 'always-wrongProject' });
      for (let n = 0; n < 2; n += 1) work();
      const id = await send();
      const seen = await until(id, over);
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
  test('bad addresses of every kind, side by side, with dead and silent ones among them', { tags: ['D-01'] }, async () => {
    for (const prefix of ['always-badField', 'always-wrongPath', 'always-badPayload', 'dead', 'once-unavailable'])
      await phones(world.db, { count: 150, prefix });
    await phones(world.db, { count: 1_750 });
    work();
    const id = await send();
    // The silent ones are tried again later, or were already.
    await until(id, ({ details }) => details !== null && details.remaining <= 150);
    await sql`update fan_out_chunk set retry_at = now()`.execute(world.db);
    expect(await until(id, over)).toMatchObject({ errors: [], details: { successful: 1_900, failed: 600 } });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 1_900, sends: 1_900, dead: 150 });
    expect(await pushesLeft()).toBe(2_350);
  });
  test(
    'a key refused midway stops the rest of the send, with few phones counted as refused and none pruned',
    { tags: ['D-01'] },
    async () => {
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
    },
  );
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
