import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aStore, phones } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld, gateway } from '../../../../test/fresh-world.ts';
import { sendingAs, workOn } from '../../../../test/sending.ts';
import { waitingForLocks, whileHeld } from '../../../../test/while-held.ts';
import type { Db } from '../../../tables.ts';
import { newId } from '../../../platform/ids.ts';
import { resumeFanOut } from '../accept/fan-out.repository.ts';
import { followUpsOf, insertFollowUp } from '../accept/follow-up.repository.ts';
import { createRestoreDetection } from './detect-restore.ts';
import { insertPlan } from '../accept/plan.repository.ts';

const [PRIMARY, PROMOTED, ELSEWHERE] = ['7/00000009/5/16', '7/0000000A/5/16', '8/0000000A/5/16'];
const GOES_ON = 'a standby has taken over and lacks nothing: sending goes on';
const EARLIER =
  'the database server is from before a takeover: nothing is sent until DATABASE_URL leads to the later server or the workers are restarted';
const WAITS = 'the database is a restored copy: what was open waits for a person';

let world: FreshWorld;
let alarms: string[];
/** Ids of notifications in the facts of the alarms. */
let named: string[];
let olderTimes: number;
let id: string;
/** Sets the incarnation that the server reports. */
const be = async (incarnation: string): Promise<void> => {
  await sql`create or replace function incarnation() returns text language sql stable as ${sql.raw(`$$ select '${incarnation}' $$`)}`.execute(
    world.db,
  );
};
const worker = (name: string, takeoverTimeoutMs = 60_000) =>
  createRestoreDetection({
    db: world.db,
    worker: name,
    takeoverTimeoutMs,
    alarm: (message, facts) => {
      alarms.push(message);
      named.push(...((facts?.['notificationIds'] as string[] | undefined) ?? []));
    },
    onOlder: () => void (olderTimes += 1),
  });
/** As if PostgreSQL had acknowledged nothing that its standby lacked. */
const confirmed = () => sql`update worker_beat set confirmed = true`.execute(world.db);
/** Adds another notification, planned in the current incarnation of the server. */
const plan = async (startsAt = new Date(Date.now() + 60_000), db: Db = world.db): Promise<void> => {
  const planned = newId();
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type)
    values (${planned}, 'T', 'C', false, now() + interval '1 day', 'x', 'x', 'all')`.execute(db);
  await insertPlan(db, planned, startsAt);
};
const waits = async (): Promise<(string | null)[]> =>
  (await world.db.selectFrom('fanOutPlan').orderBy('startsAt').select('waitsFor').execute()).map(({ waitsFor }) => waitsFor);
const fanOut = () =>
  world.db.selectFrom('fanOut').where('notificationId', '=', id).select(['incarnation', 'pauseReason as paused']).executeTakeFirstOrThrow();

beforeEach(async () => {
  world = await freshWorld();
  [alarms, named, olderTimes] = [[], [], 0];
  await be(PRIMARY);
  const admin = await world.tokenOf('admin');
  await phones(world.db, { count: 1 });
  id = await sendingAs(
    () => world,
    () => admin,
  ).send();
});
afterEach(() => world.close());

describe('after a failover', { tags: ['OPS-08'] }, () => {
  test('a new worker does not pause open sends; a worker from before the failover resumes them on a complete standby', async () => {
    const one = worker('one');
    await one.check();
    await one.check();
    await confirmed();
    await be(PROMOTED);
    const stranger = worker('two');
    await stranger.check();
    expect(await fanOut()).toEqual({ incarnation: PRIMARY, paused: null });
    await one.check();
    expect(await fanOut()).toEqual({ incarnation: PROMOTED, paused: null });
    expect([alarms, one.incarnation()]).toEqual([[GOES_ON], PROMOTED]);
  });
  test('a follow-up that still gathers its phones resumes on the standby as well', { tags: ['RECALL-03'] }, async () => {
    await insertFollowUp(world.db, id, 'recall');
    const one = worker('one');
    await one.check();
    await confirmed();
    await be(PROMOTED);
    await one.check();
    const { rows } = await sql<object>`select distinct incarnation, paused_at from fan_out`.execute(world.db);
    expect(rows).toEqual([{ incarnation: PROMOTED, pausedAt: null }]);
  });
  test('open sends wait for a person when no worker from before the failover is left', async () => {
    await worker('one').check();
    await confirmed();
    await be(PROMOTED);
    await worker('two', 0).check();
    expect(await fanOut()).toEqual({ incarnation: PROMOTED, paused: 'restored' });
    expect(alarms).toEqual([WAITS]);
  });
  test('open sends wait for a person if commits did not wait for the standby', async () => {
    const one = worker('one');
    await one.check();
    await be(PROMOTED);
    await one.check();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: PROMOTED, paused: 'restored' }, [WAITS]]);
  });
  test('open sends wait for a person if the standby lacks a heartbeat', async () => {
    const one = worker('one');
    await one.check();
    await one.check();
    await confirmed();
    await sql`update worker_beat set number = number - 1`.execute(world.db);
    await be(PROMOTED);
    await one.check();
    expect([(await fanOut()).paused, alarms]).toEqual(['restored', [WAITS]]);
  });
  test('open sends resume if the standby has the outcomes acknowledged since the last heartbeat, else wait for a person', async () => {
    const one = worker('one');
    await one.check();
    await confirmed();
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, lease_epoch)
      values (${id}, 0, 1, 9, '{1,9}', '\\x0000', 2, 4)`.execute(world.db);
    one.noteWrite({ notificationId: id, no: 0, epoch: 4, pending: 2 });
    await be(PROMOTED);
    await one.check();
    expect([(await fanOut()).paused, alarms]).toEqual([null, [GOES_ON]]);

    const other = worker('other');
    await other.check();
    await confirmed();
    other.noteWrite({ notificationId: id, no: 0, epoch: 4, pending: 1 });
    await be('7/0000000B/5/16');
    await other.check();
    expect([(await fanOut()).paused, alarms]).toEqual(['restored', [GOES_ON, WAITS]]);
  });
  test('a worker that was cut off before the failover neither resumes nor pauses sends', async () => {
    const cutOff = worker('cut off');
    await cutOff.check();
    await worker('one').check();
    await confirmed();
    await sql`update worker_beat set at = at - interval '1 minute' where worker = 'cut off'`.execute(world.db);
    await be(PROMOTED);
    await cutOff.check();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: PRIMARY, paused: null }, []]);
  });
  test('open sends wait for a person on an unrelated server, even if it lacks nothing', async () => {
    const one = worker('one');
    await one.check();
    await confirmed();
    await be(ELSEWHERE);
    await one.check();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: ELSEWHERE, paused: 'restored' }, [WAITS]]);
  });
});

describe('an older copy of the database', { tags: ['F53'] }, () => {
  test('an older copy with the same incarnation pauses all open sends, including those accepted there', async () => {
    const one = worker('one');
    await one.check();
    await one.check();
    await sql`update worker_beat set number = 1`.execute(world.db);
    await one.check();
    expect([await fanOut(), alarms, olderTimes]).toEqual([{ incarnation: PRIMARY, paused: 'restored' }, [WAITS], 1]);
    // A send that a person resumes continues.
    await sql`update fan_out set paused_at = null, pause_reason = null`.execute(world.db);
    await one.check();
    expect([(await fanOut()).paused, alarms, olderTimes]).toEqual([null, [WAITS], 1]);
  });
  test('an older copy pauses a send that ended after it, even if the worker was idle for most of a day', async () => {
    const one = worker('one');
    await one.check();
    await one.check();
    one.idle();
    const started = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => started + 20 * 3_600_000);
    await sql`update worker_beat set number = 1`.execute(world.db);
    await one.check();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: PRIMARY, paused: 'restored' }, [WAITS]]);
  });
  test('an older copy also pauses a follow-up that still gathers its phones', { tags: ['RECALL-03'] }, async () => {
    await insertFollowUp(world.db, id, 'correct');
    const one = worker('one');
    await one.check();
    await one.check();
    await sql`update worker_beat set number = 1`.execute(world.db);
    await one.check();
    // The log names notifications, also for follow-ups, since people look them up.
    expect(named).toEqual([id]);
    const { rows } = await sql<object>`select distinct incarnation, pause_reason from fan_out`.execute(world.db);
    expect(rows).toEqual([{ incarnation: PRIMARY, pauseReason: 'restored' }]);
    expect(await resumeFanOut(world.db, (await followUpsOf(world.db, [id]))[0] ?? '')).toBe(true);
  });
  test('the server from before a takeover pauses its open sends, even if the worker was idle meanwhile', async () => {
    await be(PROMOTED);
    const one = worker('one');
    await one.check();
    one.idle();
    await be(PRIMARY);
    // On the old server the send is as it was.
    await sql`update fan_out set incarnation = incarnation(), paused_at = null, pause_reason = null`.execute(world.db);
    alarms = [];
    await one.check();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: PRIMARY, paused: 'restored' }, [EARLIER]]);
  });
  test('an old primary that came back pauses all it accepts until the later server answers', { tags: ['E-73', 'OPS-08'] }, async () => {
    const later = () => sql`update fan_out set incarnation = incarnation(), paused_at = null, pause_reason = null`.execute(world.db);
    await be(PROMOTED);
    await later();
    const one = worker('one');
    await one.check();
    await be(PRIMARY);
    await one.check();
    // The worker retains the incarnation of the later server, so it claims no chunk here.
    expect([one.isEarlier(), one.incarnation(), olderTimes]).toEqual([true, PROMOTED, 1]);
    // A send that is accepted there, or resumed, and a plan.
    await later();
    await plan();
    one.idle();
    await one.check();
    expect([await fanOut(), await waits()]).toEqual([{ incarnation: PRIMARY, paused: 'restored' }, ['restored']]);
    expect([alarms, olderTimes]).toEqual([[EARLIER], 1]);
    await be(PROMOTED);
    await later();
    await one.check();
    expect([one.isEarlier(), await fanOut(), alarms]).toEqual([false, { incarnation: PROMOTED, paused: null }, [EARLIER]]);
  });
  test('a worker sends nothing that an old primary accepts', { tags: ['E-73', 'OPS-08'] }, async () => {
    await sql`delete from fan_out`.execute(world.db);
    await be(PROMOTED);
    const own = workOn(world, { alarm: (message) => alarms.push(message) });
    const beats = () => world.db.selectFrom('workerBeat').select('incarnation').execute();
    await expect.poll(beats).toEqual([{ incarnation: PROMOTED }]);
    await be(PRIMARY);
    const [admin, store] = [await world.tokenOf('admin'), await aStore(world.db)];
    await phones(world.db, { subscribed: [store], count: 1 });
    id = await sendingAs(
      () => world,
      () => admin,
    ).send({}, store);
    await expect.poll(own.isOnEarlierServer).toBe(true);
    await expect.poll(async () => (await fanOut()).paused).toBe('restored');
    expect([alarms, (await gateway.ledger(id)).sends]).toEqual([[EARLIER], 0]);
    await own.stop();
  });
  test('plans on an older copy wait for a person instead of starting a second time', async () => {
    const one = worker('one');
    await one.check();
    await plan();
    await one.check();
    // Everything is done, and a while later the database is as it was.
    one.idle();
    await sql`update worker_beat set number = 1`.execute(world.db);
    await one.check();
    expect([await waits(), await fanOut(), alarms]).toEqual([['restored'], { incarnation: PRIMARY, paused: 'restored' }, [WAITS]]);
    // Plans that a person releases, and new plans, are not blocked again.
    await sql`update fan_out_plan set waits_for = null`.execute(world.db);
    await plan();
    one.idle();
    await one.check();
    expect([await waits(), alarms]).toEqual([[null, null], [WAITS]]);
  });
  test('a check that began before the restore is not shared with a caller that came after it', { tags: ['PLAN-03'] }, async () => {
    const one = worker('one');
    await one.check();
    await plan();
    await one.check();
    // The first check has read the database as it was, and is delayed before its end.
    const checks = await whileHeld(
      world.db,
      (trx) => sql`lock table fan_out in access exclusive mode`.execute(trx),
      async () => {
        const first = one.check();
        await expect.poll(() => waitingForLocks(world.db)).toBe(1);
        await sql`update worker_beat set number = 0`.execute(world.db);
        return [first, one.check()];
      },
    );
    await Promise.all(checks);
    expect([alarms, await waits()]).toEqual([[WAITS], ['restored']]);
  });
  test('an idle worker checks the server before it starts a due plan', { tags: ['PLAN-03'] }, async () => {
    await sql`delete from fan_out`.execute(world.db);
    const own = workOn(world, { alarm: (message) => alarms.push(message) });
    await expect.poll(() => world.db.selectFrom('workerBeat').select('number').execute()).not.toEqual([]);
    // In one transaction: the database is as it was.
    await world.db.transaction().execute(async (trx) => {
      await plan(new Date(), trx);
      await sql`update worker_beat set number = 0`.execute(trx);
    });
    await expect.poll(() => alarms).toEqual([WAITS]);
    await own.stop();
    expect([await waits(), await world.db.selectFrom('fanOut').select('state').execute()]).toEqual([['restored'], []]);
  });
});
