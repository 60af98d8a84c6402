import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld, gateway } from '../../../test/fresh-world.ts';
import { sendingAs, workOn } from '../../../test/sending.ts';
import type { Db } from '../../tables.ts';
import { newId } from '../../platform/ids.ts';
import { resumeFanOut } from './fan-out.repository.ts';
import { followUpsOf, insertFollowUp } from './follow-up.repository.ts';
import { createServerMemory } from './know-server.ts';
import { insertPlan } from './plan.repository.ts';

const [PRIMARY, PROMOTED, ELSEWHERE] = ['7/00000009/5/16', '7/0000000A/5/16', '8/0000000A/5/16'];
const GOES_ON = 'a standby has taken over and lacks nothing: sending goes on';
const EARLIER =
  'the database server is from before a takeover: nothing is sent until DATABASE_URL leads to the later server or the workers are restarted';
const WAITS = 'the database is a restored copy: what was open waits for a person';

let world: FreshWorld;
let alarms: string[];
let olderTimes: number;
let id: string;
/** What the server says that it is. */
const be = async (incarnation: string): Promise<void> => {
  await sql`create or replace function incarnation() returns text language sql stable as ${sql.raw(`$$ select '${incarnation}' $$`)}`.execute(
    world.db,
  );
};
const worker = (name: string, patienceMs = 60_000) =>
  createServerMemory({
    db: world.db,
    worker: name,
    patienceMs,
    alarm: (message) => alarms.push(message),
    onOlder: () => void (olderTimes += 1),
  });
/** As if PostgreSQL had acknowledged nothing that its standby lacked. */
const confirmed = () => sql`update worker_beat set confirmed = true`.execute(world.db);
/** Another notification, that is planned where the server is now. */
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
  [alarms, olderTimes] = [[], 0];
  await be(PRIMARY);
  const admin = await world.tokenOf('admin');
  await phones(world.db, { count: 1 });
  id = await sendingAs(
    () => world,
    () => admin,
  ).send();
});
afterEach(() => world.close());

describe('what a worker remembers of the database', { tags: ['OPS-08'] }, () => {
  test('a standby that has all of it goes on; a worker that knows nothing of it leaves it the time to say so', async () => {
    const one = worker('one');
    await one.look();
    await one.look();
    await confirmed();
    await be(PROMOTED);
    const stranger = worker('two');
    await stranger.look();
    expect(await fanOut()).toEqual({ incarnation: PRIMARY, paused: null });
    await one.look();
    expect(await fanOut()).toEqual({ incarnation: PROMOTED, paused: null });
    expect([alarms, one.incarnation()]).toEqual([[GOES_ON], PROMOTED]);
  });
  test('it goes on with what still gathers its phones', { tags: ['RECALL-03'] }, async () => {
    await insertFollowUp(world.db, id, 'recall');
    const one = worker('one');
    await one.look();
    await confirmed();
    await be(PROMOTED);
    await one.look();
    const { rows } = await sql<object>`select distinct incarnation, paused_at from fan_out`.execute(world.db);
    expect(rows).toEqual([{ incarnation: PROMOTED, pausedAt: null }]);
  });
  test('nobody is left who remembers: a person decides', async () => {
    await worker('one').look();
    await confirmed();
    await be(PROMOTED);
    await worker('two', 0).look();
    expect(await fanOut()).toEqual({ incarnation: PROMOTED, paused: 'restored' });
    expect(alarms).toEqual([WAITS]);
  });
  test('a standby for which nothing waited', async () => {
    const one = worker('one');
    await one.look();
    await be(PROMOTED);
    await one.look();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: PROMOTED, paused: 'restored' }, [WAITS]]);
  });
  test('one that lacks a beat', async () => {
    const one = worker('one');
    await one.look();
    await one.look();
    await confirmed();
    await sql`update worker_beat set number = number - 1`.execute(world.db);
    await be(PROMOTED);
    await one.look();
    expect([(await fanOut()).paused, alarms]).toEqual(['restored', [WAITS]]);
  });
  test('one that lacks outcomes which were acknowledged since the last beat, and one that has them', async () => {
    const one = worker('one');
    await one.look();
    await confirmed();
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, lease_epoch)
      values (${id}, 0, 1, 9, '{1,9}', '\\x0000', 2, 4)`.execute(world.db);
    one.wrote({ notificationId: id, no: 0, epoch: 4, pending: 2 });
    await be(PROMOTED);
    await one.look();
    expect([(await fanOut()).paused, alarms]).toEqual([null, [GOES_ON]]);

    const other = worker('other');
    await other.look();
    await confirmed();
    other.wrote({ notificationId: id, no: 0, epoch: 4, pending: 1 });
    await be('7/0000000B/5/16');
    await other.look();
    expect([(await fanOut()).paused, alarms]).toEqual(['restored', [GOES_ON, WAITS]]);
  });
  test('whoever had not heard from the former server for a while cannot vouch for another', async () => {
    const cutOff = worker('cut off');
    await cutOff.look();
    await worker('one').look();
    await confirmed();
    await sql`update worker_beat set at = at - interval '1 minute' where worker = 'cut off'`.execute(world.db);
    await be(PROMOTED);
    await cutOff.look();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: PRIMARY, paused: null }, []]);
  });
  test('another server, with all of it, is a copy', async () => {
    const one = worker('one');
    await one.look();
    await confirmed();
    await be(ELSEWHERE);
    await one.look();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: ELSEWHERE, paused: 'restored' }, [WAITS]]);
  });
});

describe('a copy that says that it is the same', { tags: ['F53'] }, () => {
  test('an older one of this very server pauses what is open, also that of its own', async () => {
    const one = worker('one');
    await one.look();
    await one.look();
    await sql`update worker_beat set number = 1`.execute(world.db);
    await one.look();
    expect([await fanOut(), alarms, olderTimes]).toEqual([{ incarnation: PRIMARY, paused: 'restored' }, [WAITS], 1]);
    // What a person lets go on goes on.
    await sql`update fan_out set paused_at = null, pause_reason = null`.execute(world.db);
    await one.look();
    expect([(await fanOut()).paused, alarms, olderTimes]).toEqual([null, [WAITS], 1]);
  });
  test('what still gathers its phones there is paused as well', { tags: ['RECALL-03'] }, async () => {
    await insertFollowUp(world.db, id, 'correct');
    const one = worker('one');
    await one.look();
    await one.look();
    await sql`update worker_beat set number = 1`.execute(world.db);
    await one.look();
    const { rows } = await sql<object>`select distinct incarnation, pause_reason from fan_out`.execute(world.db);
    expect(rows).toEqual([{ incarnation: PRIMARY, pauseReason: 'restored' }]);
    expect(await resumeFanOut(world.db, (await followUpsOf(world.db, [id]))[0] ?? '')).toBe(true);
  });
  test('the server from before a takeover, also where nothing was open meanwhile', async () => {
    await be(PROMOTED);
    const one = worker('one');
    await one.look();
    one.rest();
    await be(PRIMARY);
    // There it is as it was.
    await sql`update fan_out set incarnation = incarnation(), paused_at = null, pause_reason = null`.execute(world.db);
    alarms = [];
    await one.look();
    expect([await fanOut(), alarms]).toEqual([{ incarnation: PRIMARY, paused: 'restored' }, [EARLIER]]);
  });
  test('an old primary that came back: what it accepts is held until the later server answers', { tags: ['E-73', 'OPS-08'] }, async () => {
    const later = () => sql`update fan_out set incarnation = incarnation(), paused_at = null, pause_reason = null`.execute(world.db);
    await be(PROMOTED);
    await later();
    const one = worker('one');
    await one.look();
    await be(PRIMARY);
    await one.look();
    // It does not become what the worker knows, so no chunk is claimed there.
    expect([one.isEarlier(), one.incarnation(), olderTimes]).toEqual([true, PROMOTED, 1]);
    // A send that is accepted there, or resumed, and a plan.
    await later();
    await plan();
    one.rest();
    await one.look();
    expect([await fanOut(), await waits()]).toEqual([{ incarnation: PRIMARY, paused: 'restored' }, ['restored']]);
    expect([alarms, olderTimes]).toEqual([[EARLIER], 1]);
    await be(PROMOTED);
    await later();
    await one.look();
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
  test('plans of its own do not start again by themselves, also where they were all that there was and have started since', async () => {
    const one = worker('one');
    await one.look();
    await plan();
    await one.look();
    // Everything is done, and a while later the database is as it was.
    one.rest();
    await sql`update worker_beat set number = 1`.execute(world.db);
    await one.look();
    expect([await waits(), await fanOut(), alarms]).toEqual([['restored'], { incarnation: PRIMARY, paused: 'restored' }, [WAITS]]);
    // What a person lets start, and what is planned from here on, is not held again.
    await sql`update fan_out_plan set waits_for = null`.execute(world.db);
    await plan();
    one.rest();
    await one.look();
    expect([await waits(), alarms]).toEqual([[null, null], [WAITS]]);
  });
  test('a worker that rests looks before it starts what is due', { tags: ['PLAN-03'] }, async () => {
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
