import { type Notification, notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { problemIn } from '../../../test/caller.ts';
import { aContent, aGroup, aNotification, aStore, phones } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';

// The checks of the planning run again when a send is due.
const HOUR_MS = 3_600_000;
let world: FreshWorld;
let anna: string;
let jan: string;
const scene = sendingScene({ lanes: 2 });
const { gateway, until, work } = scene;
beforeEach(async () => {
  ({ world, admin: anna } = scene);
  jan = await world.person('due-jan', { isAdmin: true, name: 'Jan Nowak' });
});

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
/** Two administrators agree, so that it takes effect at once. */
const configure = async (sending: Record<string, unknown>): Promise<void> => {
  for (const token of [anna, jan]) expect((await world.staff(settingsRoutes.save, { token, body: { sending } as never })).status).toBe(200);
};
type From = { token?: string; store?: string };
const plan = async (facts: Record<string, unknown> = {}, { token = anna, store }: From = {}): Promise<string> => {
  const startsAt = inHours(30);
  const { status, body } = await world.staff(notificationRoutes.send, {
    token,
    ...(store && { store }),
    body: aNotification({ startsAt, validUntil: inHours(200), ...facts }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body._id;
};
/** Its time comes: the clock that decides is the database's. */
const becomesDue = async (id: string): Promise<void> => {
  await sql`update fan_out_plan set starts_at = clock_timestamp() where notification_id = ${id}`.execute(world.db);
};
const seen = async (id: string): Promise<Notification> =>
  (await world.staff(notificationRoutes.details, { token: anna, params: { notificationId: id } })).body;
const revisionOf = async (id: string): Promise<number> => (await seen(id)).approval?.revision ?? 0;
const approve = async (id: string, revision?: number): Promise<number> => {
  const body = { revision: revision ?? (await revisionOf(id)) };
  return (await world.staff(notificationRoutes.approve, { token: jan, params: { notificationId: id }, body })).status;
};
const take = (step: 'start' | 'cancel', id: string, token = anna) =>
  world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token });
const waits = (pauseReason: string) => (is: { sending: { state: string; pauseReason: string | null } }) =>
  is.sending.state === 'planned' && is.sending.pauseReason === pauseReason;
const setMembers = async (group: string, includeStores: string[]): Promise<void> => {
  const { status } = await world.staff(storeGroupRoutes.change, {
    token: anna,
    params: { storeGroupId: group },
    body: { includeStores } as never,
  });
  expect(status).toBe(200);
};

/** Two stores with 20 phones each, the first in a group, and approval above 30 devices. */
const twoStores = async () => {
  const [small, big] = [await aStore(world.db), await aStore(world.db)];
  await phones(world.db, { count: 20, main: small });
  await phones(world.db, { count: 20, main: big });
  const group = await aGroup(world.db, 'Pilotaż', [small]);
  await configure({ approval: true, approvalAbove: 30 });
  return { group, small, big };
};

test(
  'a plan whose group grew past the limit waits for approval, states the reason, and is sent once approved',
  { tags: ['E-02', 'CARE-04'] },
  async () => {
    const { group, small, big } = await twoStores();
    const id = await plan({ includeStoreType: '', includeStoreGroups: [group] });
    expect((await seen(id)).approval).toBeNull();
    await setMembers(group, [small, big]);
    await becomesDue(id);
    work();
    await until(id, waits('approval'));
    expect(await gateway.ledger(id)).toMatchObject({ sends: 0 });
    expect((await seen(id)).approval).toMatchObject({
      state: 'waiting',
      atStart: true,
      approvedDevices: null,
      devices: 40,
      author: { id: 'admin' },
      askedBy: { id: 'admin' },
    });
    expect((await take('start', id)).status).toBe(409);
    const history = await world.db.selectFrom('history').where('entityId', '=', id).orderBy('seq').select(['action', 'actor']).execute();
    expect(history).toEqual([
      { action: 'create', actor: 'admin' },
      { action: 'ask', actor: 'admin' },
    ]);
    expect(await approve(id)).toBe(200);
    await until(id, isOver);
    expect(await gateway.ledger(id)).toMatchObject({ devices: 40, sends: 40, visibleAtMost: 1 });
  },
);

test('an approved plan that grew by more than a tenth waits again, one that grew less starts', { tags: ['E-02', 'CARE-04'] }, async () => {
  const { small, big } = await twoStores();
  const rule = { includeStoreType: '', includeStores: [small, big] };
  const [outgrown, steady] = [await plan(rule), await plan({ ...rule, startsAt: inHours(60) })];
  expect([await approve(outgrown), await approve(steady)]).toEqual([200, 200]);
  await phones(world.db, { count: 4, main: big });
  await becomesDue(steady);
  work();
  await until(steady, isOver);
  await phones(world.db, { count: 1, main: small });
  await becomesDue(outgrown);
  await until(outgrown, waits('approval'));
  expect((await seen(outgrown)).approval).toMatchObject({
    state: 'waiting',
    atStart: true,
    approvedDevices: 40,
    devices: 45,
    decidedBy: null,
  });
  expect(await gateway.ledger(outgrown)).toMatchObject({ sends: 0 });
  // The approval now covers the new number.
  expect(await approve(outgrown)).toBe(200);
  await until(outgrown, isOver);
});

test('an approval of the former audience is refused', { tags: ['E-02', 'CARE-04'] }, async () => {
  const { small, big } = await twoStores();
  const id = await plan({ includeStoreType: '', includeStores: [small, big] });
  const read = await revisionOf(id);
  expect(await approve(id, read)).toBe(200);
  await phones(world.db, { count: 10, main: big });
  await becomesDue(id);
  work();
  await until(id, waits('approval'));
  expect(await approve(id, read)).toBe(412);
  expect(await approve(id)).toBe(200);
  await until(id, isOver);
});

test(
  'an administrator who pressed "Send now" may still approve a plan that outgrew its approval',
  { tags: ['E-02', 'CARE-04'] },
  async () => {
    const { small, big } = await twoStores();
    const id = await plan({ includeStoreType: '', includeStores: [small, big] });
    expect(await approve(id)).toBe(200);
    await phones(world.db, { count: 10, main: big });
    work();
    expect((await take('start', id, jan)).status).toBe(200);
    await until(id, waits('approval'));
    expect((await seen(id)).approval).toMatchObject({ author: { id: 'admin' }, askedBy: { id: 'admin' } });
    expect(await approve(id)).toBe(200);
    await until(id, isOver);
  },
);

test('a plan from before approval was switched on waits for it', { tags: ['E-02', 'CARE-04'] }, async () => {
  await phones(world.db, { count: 2 });
  const id = await plan({ includeStoreType: 'all' });
  await configure({ approval: true });
  await becomesDue(id);
  work();
  await until(id, waits('approval'));
  expect(await gateway.ledger(id)).toMatchObject({ sends: 0 });
});

test('a plan that would start in quiet hours set since waits', { tags: ['E-02', 'CARE-03'] }, async () => {
  await phones(world.db);
  const id = await plan({ includeStoreType: 'all' });
  // All day but one minute that is half a day away.
  const free = new Date(Date.now() + 12 * HOUR_MS);
  const clock = (at: Date): string =>
    new Intl.DateTimeFormat('pl', { timeZone: 'Europe/Warsaw', hour: '2-digit', minute: '2-digit' }).format(at);
  await configure({ quietFrom: clock(new Date(free.getTime() + 60_000)), quietUntil: clock(free) });
  await becomesDue(id);
  work();
  await until(id, waits('quietHours'));
  expect(await gateway.ledger(id)).toMatchObject({ sends: 0 });
});

test('a plan that lost the quota of its day waits, and takes it again if it is free', { tags: ['E-02'] }, async () => {
  await phones(world.db);
  const [lost, again] = [await plan({ includeStoreType: 'all' }), await plan({ includeStoreType: 'all', startsAt: inHours(60) })];
  await sql`update notification_quota set notification_id = ${again} where notification_id = ${lost}`.execute(world.db);
  await sql`delete from notification_quota where day = (select max(day) from notification_quota)`.execute(world.db);
  await becomesDue(lost);
  work();
  await until(lost, waits('quota'));
  expect(await gateway.ledger(lost)).toMatchObject({ sends: 0 });
  // Moved within its day it would only wait again.
  const { createdAt } = await seen(lost);
  const body = aNotification({ startsAt: createdAt, validUntil: inHours(200), includeStoreType: 'all' });
  const moved = await world.staff(notificationRoutes.changePlan, { token: anna, params: { notificationId: lost }, body });
  expect([moved.status, problemIn(moved).code]).toEqual([409, 'quota_used_up']);
  await becomesDue(again);
  await until(again, isOver);
});

test('a plan whose author lost the right to send waits until somebody else starts it', { tags: ['E-02'] }, async () => {
  const [store, other] = [await aStore(world.db), await aStore(world.db)];
  await phones(world.db, { subscribed: [store] });
  const moved = await world.person('due-moved', { storeId: store });
  const demoted = await world.person('due-demoted', { isAdmin: true });
  const [ofStore, ofAll] = [await plan({}, { token: moved }), await plan({ includeStoreType: 'all' }, { token: demoted })];
  // Extending the validity does not change the author.
  const extended = await world.staff(notificationRoutes.extend, {
    token: anna,
    params: { notificationId: ofStore },
    body: { validUntil: inHours(300) },
  });
  expect(extended.status).toBe(200);
  // Each signs in once with the new rights.
  for (const [id, facts] of [
    ['due-moved', { storeId: other }],
    ['due-demoted', { isAdmin: false, storeId: other }],
  ] as const)
    expect((await world.staff('POST /session/register-login', { token: await world.person(id, facts) })).status).toBe(204);
  await becomesDue(ofStore);
  await becomesDue(ofAll);
  work();
  for (const id of [ofStore, ofAll]) {
    await until(id, waits('rights'));
    expect(await gateway.ledger(id)).toMatchObject({ sends: 0 });
    expect((await take('start', id)).status).toBe(200);
    await until(id, isOver);
  }
});

test('a plan whose author no longer exists waits for a person', { tags: ['E-02'] }, async () => {
  await phones(world.db);
  const id = await plan({ includeStoreType: 'all' }, { token: await world.person('due-unknown', { isAdmin: true }) });
  await sql`delete from staff_rights where person = 'due-unknown'`.execute(world.db);
  await becomesDue(id);
  work();
  await until(id, waits('rights'));
  expect(await gateway.ledger(id)).toMatchObject({ sends: 0 });
});

test('rights that another process stored wrongly are corrected within a minute', { tags: ['E-02'] }, async () => {
  const token = await world.person('due-rights', { isAdmin: true });
  const request = async (): Promise<void> => {
    expect((await world.staff('POST /session/register-login', { token })).status).toBe(204);
  };
  const stored = () => world.db.selectFrom('staffRights').where('person', '=', 'due-rights').select('isAdmin').executeTakeFirst();
  await request();
  await sql`update staff_rights set is_admin = false where person = 'due-rights'`.execute(world.db);
  world.clock.aheadMs = 61_000;
  try {
    await request();
    expect(await stored()).toEqual({ isAdmin: true });
  } finally {
    world.clock.aheadMs = 0;
  }
});

test('a weekly limit set after planning applies to the plan', { tags: ['E-02', 'CARE-02'] }, async () => {
  await phones(world.db);
  const first = await plan({ includeStoreType: 'all' });
  const second = await plan({ includeStoreType: 'all', startsAt: inHours(60) });
  work();
  await becomesDue(first);
  await until(first, isOver);
  await configure({ weeklyLimit: 1 });
  await becomesDue(second);
  await until(second, ({ errors }) => errors.length > 0);
  expect(await gateway.ledger(second)).toMatchObject({ sends: 0 });
});

test('a plan whose store or content is gone is stopped with the reason', { tags: ['E-02', 'PLAN-04'] }, async () => {
  const store = await aStore(world.db);
  await phones(world.db, { subscribed: [store] });
  const content = await aContent(world.db);
  const [ofStore, ofContent] = [await plan({}, { store }), await plan({ includeStoreType: 'all', url: `endcap://${content}` })];
  await world.staff(`DELETE /api/v1/store-editor/${store}`, { token: anna });
  await world.staff(`DELETE /api/v1/content-editor/${content}`, { token: anna });
  work();
  for (const id of [ofStore, ofContent]) {
    await becomesDue(id);
    expect((await until(id, ({ errors }) => errors.length > 0)).sending.state).toBe('stopped');
    expect(await gateway.ledger(id)).toMatchObject({ sends: 0 });
  }
});
