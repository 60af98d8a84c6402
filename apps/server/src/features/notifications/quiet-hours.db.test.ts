import { attentionRoutes, type Notification, notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { warsawDay, warsawWallClock } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aNotification, phones } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
let world: FreshWorld;
let admin: string;
const scene = sendingScene({ lanes: 2 });
const { send, seenOf, until, work } = scene;
beforeEach(() => void ({ world, admin } = scene));

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
/** Returns the local time in Warsaw in so many hours. */
const clockIn = (hours: number): string => warsawWallClock(inHours(hours)).slice(11);
const quiet = async (quietFrom: string, quietUntil: string): Promise<void> => {
  const { status } = await world.staff(settingsRoutes.save, { token: admin, body: { sending: { quietFrom, quietUntil } } });
  expect(status).toBe(200);
};
/** From an hour ago until in two hours; returns the first minute after that. */
const quietNow = async (): Promise<string> => {
  const end = new Date(Math.floor((Date.now() + 2 * HOUR) / MINUTE) * MINUTE).toISOString();
  await quiet(clockIn(-1), clockIn(2));
  return end;
};
const post = (facts: Record<string, unknown>) => world.staff(notificationRoutes.send, { token: admin, body: aNotification(facts) });
const change = (id: string, facts: Record<string, unknown>) =>
  world.staff(notificationRoutes.changePlan, { token: admin, params: { notificationId: id }, body: aNotification(facts) });
const take = (step: string, id: string, query = '') =>
  world.staff(`POST /api/v1/notification-editor/${id}/${step}${query}`, { token: admin });
const refusal = ({ body }: { body: unknown }) => (body as { error: Record<string, unknown> }).error;
const refused = (quietUntil: string) => ({ code: 'quiet_hours', fields: { startsAt: ['quietHours'] }, quietUntil });
const canSend = async (query: Record<string, string> = {}) => (await world.staff(notificationRoutes.canSend, { token: admin, query })).body;
const becomesDue = async (id: string, ago = '0 seconds'): Promise<void> => {
  await sql`update fan_out_plan set starts_at = clock_timestamp() - ${ago}::interval where notification_id = ${id}`.execute(world.db);
};

/** Another send of the same scope on one day. */
const anotherToday = () => sql`delete from notification_quota`.execute(world.db);

describe('the setting', { tags: ['CARE-03'] }, () => {
  test('is off at first, and takes times as people type them', async () => {
    const read = async () => (await world.staff(settingsRoutes.read, { token: admin })).body.sending;
    expect(await read()).toMatchObject({ quietFrom: null, quietUntil: null });
    expect(await canSend()).toEqual({ canSend: true, reason: null });
    await quiet('22', '6.30');
    expect(await read()).toMatchObject({ quietFrom: '22:00', quietUntil: '06:30' });
    expect((await canSend()).quietHours).toEqual({ from: '22:00', until: '06:30' });
    await quiet('', ' ');
    expect(await read()).toMatchObject({ quietFrom: null, quietUntil: null });
  });
  test.each([
    [{ quietFrom: '22:00' }, { 'sending.quietUntil': ['required'] }],
    [{ quietUntil: '6:00' }, { 'sending.quietFrom': ['required'] }],
    [{ quietFrom: '6:00', quietUntil: '06:00' }, { 'sending.quietUntil': ['sameTime'] }],
    [
      { quietFrom: '24:00', quietUntil: '6:60' },
      { 'sending.quietFrom': ['notTime'], 'sending.quietUntil': ['notTime'] },
    ],
    [{ quietFrom: 22, quietUntil: '6:00' }, { 'sending.quietFrom': ['notTime'] }],
  ])('%j is refused by field', async (sending, fields) => {
    const answer = await world.staff(settingsRoutes.save, { token: admin, body: { sending } as never });
    expect(refusal(answer)).toMatchObject({ code: 'invalid', fields });
  });
});

describe('nothing starts in quiet hours', { tags: ['CARE-03'] }, () => {
  test('a send is rejected by field with the first minute after them, takes no quota, and can be planned for that minute', async () => {
    const after = await quietNow();
    expect(refusal(await post({}))).toMatchObject(refused(after));
    expect(refusal(await post({ startsAt: inHours(1) }))).toMatchObject(refused(after));
    expect(await canSend()).toMatchObject({ canSend: true });
    expect(await world.db.selectFrom('notification').select('id').execute()).toEqual([]);

    const { status, body } = await post({ startsAt: after });
    expect([status, body.createdAt, body.sending]).toEqual([201, after, { state: 'planned', since: null, pauseReason: null }]);
    expect(await canSend({ startsAt: after })).toMatchObject({ canSend: false, reason: 'quota' });
    expect(refusal(await post({ startsAt: after }))).toMatchObject({ code: 'quota_used_up' });
  });
  test('a retry of a send from before they began returns the same notification', async () => {
    const body = aNotification({ title: 'Przed ciszą' });
    const headers = { 'idempotency-key': 'one-press-at-night' };
    const press = () => world.staff(notificationRoutes.send, { token: admin, body, headers });
    const first = await press();
    await quietNow();
    expect((await press()).body._id).toBe(first.body._id);
  });
  test('a send outside of them and a test in them are accepted', async () => {
    await phones(world.db, { count: 2 });
    await quietNow();
    expect((await post({ isTest: true })).status).toBe(201);
    await quiet(clockIn(2), clockIn(3));
    expect((await post({})).status).toBe(201);
  });
  test('a plan is neither moved into them nor started in them; it stays as it was', async () => {
    const startsAt = inHours(30);
    const id = await send({ startsAt });
    const after = await quietNow();
    expect(refusal(await change(id, { startsAt: inHours(0.5) }))).toMatchObject(refused(after));
    expect(refusal(await take('start', id))).toMatchObject(refused(after));
    expect(await seenOf(id)).toMatchObject({ createdAt: startsAt, sending: { state: 'planned', pauseReason: null } });
    expect((await change(id, { startsAt: after, title: 'Po ciszy' })).body).toMatchObject({ createdAt: after, title: 'Po ciszy' });
  });
  test('an immediate send is not approved in them, and keeps waiting for approval', { tags: ['CARE-04'] }, async () => {
    expect((await world.staff(settingsRoutes.save, { token: admin, body: { sending: { approval: true } } })).status).toBe(200);
    const id = await send({});
    const after = await quietNow();
    const other = await world.person('quiet-second', { isAdmin: true });
    const approve = { token: other, params: { notificationId: id }, body: { revision: 1 } };
    expect(refusal(await world.staff(notificationRoutes.approve, approve))).toMatchObject(refused(after));
    expect((await seenOf(id)).sending).toMatchObject({ state: 'planned', pauseReason: 'approval' });
  });
  test('a paused or stopped send is not resumed; correcting, cancelling and taking back are allowed', async () => {
    await phones(world.db, { count: 3 });
    work();
    const reached = await send({});
    await until(reached, isOver);
    await anotherToday();
    await scene.gateway.behave({ failures: [{ kind: 'wrongProject', count: 1_000_000 }] });
    const stopped = await send({});
    await until(stopped, ({ sending }) => sending.state === 'stopped');
    // A worker notes the end a moment after the last outcome.
    await expect
      .poll(() => world.db.selectFrom('fanOut').where('notificationId', '=', stopped).select('finishedAt').executeTakeFirst())
      .toEqual({ finishedAt: expect.any(Date) });
    await scene.stopWorkers();
    await anotherToday();
    const id = await send({});
    expect((await take('pause', id)).status).toBe(200);
    const after = await quietNow();
    expect(refusal(await take('resume', id))).toMatchObject(refused(after));
    expect(refusal(await take('continue', stopped))).toMatchObject(refused(after));
    expect(await seenOf(stopped)).toMatchObject({ errors: [expect.any(String)], sending: { state: 'stopped' } });
    expect((await take('cancel', id)).status).toBe(200);
    const correct = { title: 'Poprawka', content: 'Cicho', url: null, image: null };
    expect(
      (await world.staff(notificationRoutes.correct, { token: admin, params: { notificationId: reached }, body: correct })).status,
    ).toBe(200);
    expect((await take('pause', reached, '?of=followUps')).status).toBe(200);
    expect((await take('resume', reached, '?of=followUps')).status).toBe(200);
    expect((await take('take-back', reached)).status).toBe(200);
  });
});

describe('a send that workers take up in quiet hours', { tags: ['CARE-03'] }, () => {
  /** It was accepted so long ago, and no worker ran. */
  const waitedFor = (id: string, ago: string) =>
    sql`update fan_out set created_at = clock_timestamp() - ${ago}::interval where notification_id = ${id}`.execute(world.db);

  test('is paused with that reason before any phone gets it, and continues after them when a person resumes it', async () => {
    await phones(world.db, { count: 2 });
    const id = await send({});
    await waitedFor(id, '30 minutes');
    const after = await quietNow();
    const alarms: unknown[] = [];
    work({ alarm: (message, facts) => void alarms.push([message, facts]) });
    const seen = await until(id, ({ sending }) => sending.state === 'paused');
    expect(seen).toMatchObject({
      details: { successful: 0, remaining: 2 },
      sending: { state: 'paused', since: expect.any(String), pauseReason: 'quietHours' },
    });
    await expect
      .poll(() => alarms)
      .toEqual([['a send that no worker began before quiet hours waits for a person', { notificationId: id }]]);
    expect(refusal(await take('resume', id))).toMatchObject(refused(after));

    // Still, once nothing is quiet any more: as a plan does.
    await quiet('', '');
    expect((await seenOf(id)).sending).toMatchObject({ state: 'paused', pauseReason: 'quietHours' });
    expect((await take('resume', id)).status).toBe(200);
    expect((await until(id, isOver)).details).toMatchObject({ successful: 2 });
  });
  test('continues if a worker began it within a minute or had begun to expand it, or if it is a test or safety message', async () => {
    await phones(world.db, { count: 2, tester: true });
    const { status } = await world.staff(settingsRoutes.save, { token: admin, body: { sending: { safetyMessages: true } } });
    expect(status).toBe(200);
    const begun = await send({});
    await anotherToday();
    await world.db.updateTable('fanOut').set({ cursor: 1 }).where('notificationId', '=', begun).execute();
    const inTime = await send({});
    const apart = [await send({ isTest: true }), await send({ safety: true, confirmation: 'OSTRZEGAM', includeStoreType: 'all' })];
    for (const id of [begun, ...apart]) await waitedFor(id, '30 minutes');
    // Accepted just now, however long the test takes.
    await waitedFor(inTime, '-10 minutes');
    await quietNow();
    work();
    for (const id of [begun, inTime, ...apart]) expect((await until(id, isOver)).sending.pauseReason).toBeNull();
  });
});

test('a send that workers take up within a minute after quiet hours goes out', { tags: ['CARE-03'] }, async () => {
  await phones(world.db);
  const id = await send({});
  await sql`update fan_out set created_at = clock_timestamp() - interval '30 minutes' where notification_id = ${id}`.execute(world.db);
  const minuteOf = (ms: number) => warsawWallClock(new Date(ms).toISOString()).slice(11, 16);
  await quiet(minuteOf(Date.now() - 2 * HOUR), minuteOf(Date.now()));
  work();
  expect((await until(id, isOver)).sending.pauseReason).toBeNull();
});

describe('a plan from before the hours were set', { tags: ['CARE-03'] }, () => {
  test('needs a decision before its time comes, is not sent when due, and goes out once a person starts it', async () => {
    await phones(world.db, { count: 2 });
    const [id, other] = [await send({ startsAt: inHours(1) }), await send({ startsAt: inHours(30) })];
    const day = warsawDay(inHours(1));
    await quietNow();
    const waits = { state: 'planned', since: null, pauseReason: 'quietHours' };
    // Details may be a second old.
    expect((await until(id, ({ sending }) => sending.pauseReason !== null)).sending).toEqual(waits);
    expect((await seenOf(other)).sending).toMatchObject({ pauseReason: null });
    expect((await world.staff(notificationRoutes.waiting, { token: admin })).body).toMatchObject({ overdue: 1 });

    const alarms: string[] = [];
    work({ alarm: (message) => void alarms.push(message) });
    await becomesDue(id);
    const wait = () =>
      world.db.selectFrom('fanOutPlan').where('notificationId', '=', id).select(['waitsFor', 'isQuiet']).executeTakeFirst();
    await expect.poll(wait).toEqual({ waitsFor: 'late', isQuiet: true });
    expect(alarms).toEqual(['a planned notification would start in quiet hours and waits for a person']);
    // It still waits after the quiet hours are removed: only a person may start it.
    await quiet('', '');
    expect((await seenOf(id)).sending).toEqual(waits);
    expect(await world.db.selectFrom('fanOut').select('notificationId').execute()).toEqual([]);
    expect((await canSend({ startsAt: inHours(1) })).canSend).toBe(warsawDay(inHours(1)) !== day);

    expect((await take('start', id)).status).toBe(200);
    expect((await until(id, isOver)).details).toMatchObject({ successful: 2 });
  });
  test('shows the reason “late” instead of quiet hours when it is hours overdue', async () => {
    const id = await send({ startsAt: inHours(1) });
    await quietNow();
    await becomesDue(id, '3 hours');
    work();
    await until(id, ({ sending }) => sending.pauseReason === 'late');
    expect((await seenOf(id)).sending).toEqual({ state: 'planned', since: null, pauseReason: 'late' });
  });
  test('is not counted in the forecast of its audience', async () => {
    await phones(world.db, { count: 3 });
    await send({ startsAt: inHours(1), includeStoreType: 'all' });
    await quietNow();
    const { includeStoreType, ...rule } = aNotification({ includeStoreType: 'all' }) as unknown as Notification;
    const body = { ...rule, includeStoreType, startsAt: inHours(3) } as never;
    const { body: told } = await world.staff(attentionRoutes.forecast, { token: admin, body });
    expect(told).toMatchObject({ sampled: 3, week: 0 });
  });
});
