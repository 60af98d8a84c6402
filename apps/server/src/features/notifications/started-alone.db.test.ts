import { type Notification, notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { aNotification, aStore, phones, times } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';

// The number of devices above which somebody else approves counts all that one person starts within 24 hours.
const HOUR_MS = 3_600_000;
let world: FreshWorld;
let anna: string;
let jan: string;
const scene = sendingScene({ lanes: 2 });
const { until, work } = scene;
beforeEach(async () => {
  ({ world, admin: anna } = scene);
  jan = await world.person('alone-jan', { isAdmin: true, name: 'Jan Nowak' });
  const body = { sending: { approval: true, approvalAbove: 30 } };
  expect((await world.staff(settingsRoutes.save, { token: anna, body })).status).toBe(200);
});

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
/** A store to which so many phones are subscribed. */
const shop = async (count = 20): Promise<string> => {
  const store = await aStore(world.db);
  await phones(world.db, { count, subscribed: [store] });
  return store;
};
const send = async (store: string, facts: Record<string, unknown> = {}, token = anna): Promise<Notification> => {
  const answer = await world.staff(notificationRoutes.send, { token, store, body: aNotification({ validUntil: inHours(300), ...facts }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const seen = async (id: string): Promise<Notification> =>
  (await world.staff(notificationRoutes.details, { token: anna, params: { notificationId: id } })).body;
const approve = async ({ _id, approval }: Notification): Promise<void> => {
  const answer = await world.staff(notificationRoutes.approve, {
    token: jan,
    params: { notificationId: _id },
    body: { revision: approval?.revision ?? 0 },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

test('a send waits for approval once the sends of one person exceed the limit together', { tags: ['E-04', 'CARE-04'] }, async () => {
  const stores = [await shop(), await shop(), await shop()];
  const [first, second] = [await send(stores[0] ?? ''), await send(stores[1] ?? '')];
  expect(first.approval).toBeNull();
  expect(second.approval).toMatchObject({ state: 'waiting', devices: 20, together: 40 });
  // Somebody else has started nothing.
  expect((await send(stores[2] ?? '', {}, jan)).approval).toBeNull();
});

test(
  'a plan that exceeds the limit waits when it is made, and plans of several days when they are started together',
  { tags: ['E-04'] },
  async () => {
    const [one, other] = [await shop(), await shop()];
    const [sooner, later] = [await send(one, { startsAt: inHours(30) }), await send(other, { startsAt: inHours(60) })];
    expect([sooner.approval, later.approval]).toEqual([null, null]);
    expect((await send(await shop(), { startsAt: inHours(61) })).approval).toMatchObject({ state: 'waiting', devices: 20, together: 40 });
    work();
    for (const { _id } of [sooner, later])
      expect((await world.staff(`POST /api/v1/notification-editor/${_id}/start`, { token: anna })).status).toBe(200);
    await until(sooner._id, isOver);
    await until(later._id, ({ sending }) => sending.pauseReason === 'approval');
    expect((await seen(later._id)).approval).toMatchObject({ atStart: true, devices: 20, together: 40 });
  },
);

test('plans of another person count for the person who starts them', { tags: ['E-04'] }, async () => {
  const plans = [await send(await shop(), { startsAt: inHours(30) }, jan), await send(await shop(), { startsAt: inHours(60) }, jan)];
  work();
  for (const { _id } of plans) {
    expect((await world.staff(notificationRoutes.start, { token: anna, params: { notificationId: _id } })).status).toBe(200);
    await until(_id, (one) => isOver(one) || one.sending.pauseReason !== null);
  }
  const [first, second] = await Promise.all(plans.map(({ _id }) => seen(_id)));
  expect([first?.approval, second?.approval]).toMatchObject([null, { state: 'waiting', devices: 20, together: 40 }]);
  // Jan has started nothing.
  expect((await send(await shop(), {}, jan)).approval).toBeNull();
});

test('a phone that gets several of the sends counts once', { tags: ['E-04'] }, async () => {
  const stores = [await aStore(world.db), await aStore(world.db)];
  await phones(world.db, { count: 20, subscribed: stores });
  for (const store of stores) expect((await send(store)).approval).toBeNull();
});

test('sends that another person approved, and those older than 24 hours, do not count', { tags: ['E-04'] }, async () => {
  const big = await send(await shop(40));
  expect(big.approval).toMatchObject({ devices: 40, together: null });
  await approve(big);
  const early = await send(await shop());
  expect(early.approval).toBeNull();
  await sql`update fan_out set created_at = created_at - interval '24 hours' where notification_id = ${early._id}`.execute(world.db);
  work();
  await until(big._id, isOver);
  expect((await send(await shop())).approval).toBeNull();
});

test('of concurrent sends only as many go out as the limit allows', { tags: ['E-04'] }, async () => {
  const stores = await Promise.all(times(4, () => shop()));
  const sent = await Promise.all(stores.map((store) => send(store)));
  expect(sent.filter(({ approval }) => approval === null)).toHaveLength(1);
});

test('the estimate reports in advance that the send will wait for approval', { tags: ['E-04'] }, async () => {
  const [one, other] = [await shop(), await shop()];
  const estimateAs = async (token: string) =>
    (await world.staff(notificationRoutes.estimate, { token, store: other, body: aNotification() as never })).body.unapproved;
  expect(await estimateAs(anna)).toBeUndefined();
  await send(one);
  expect([await estimateAs(anna), await estimateAs(jan)]).toEqual([true, undefined]);
});
