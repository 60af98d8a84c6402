import { calendarRoutes } from '@endcap/contract/calendar';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { deviceRoutes } from '@endcap/contract/devices';
import { historyRoutes } from '@endcap/contract/history';
import { emptyAudienceRule } from '@endcap/contract/audience';
import { attentionRoutes, notificationRoutes, type PushMessage } from '@endcap/contract/notifications';
import { type Preview, previewRoutes } from '@endcap/contract/preview';
import { settingsRoutes } from '@endcap/contract/settings';
import { warsawDay, warsawWallClock } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aNotification, aStore, phones, secretOf } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';

const HOUR = 3_600_000;
let world: FreshWorld;
let admin: string;
const scene = sendingScene({ lanes: 2 });
const { gateway, until, work, seenOf } = scene;
const allow = async (sending: object = { safetyMessages: true }): Promise<void> => {
  const { status } = await world.staff(settingsRoutes.save, { token: admin, body: { sending } });
  expect(status).toBe(200);
};
beforeEach(() => void ({ world, admin } = scene));

const warning = (facts: Record<string, unknown> = {}) =>
  aNotification({ title: 'Nie jedz', safety: true, confirmation: 'OSTRZEGAM', includeStoreType: 'all', ...facts });
type By = { token?: string; store?: string; key?: string };
const post = (body: object, { token = admin, store, key }: By = {}) =>
  world.staff(notificationRoutes.send, {
    token,
    body: body as never,
    ...(store && { store }),
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const sent = async (body: object, by: By = {}): Promise<string> => {
  const answer = await post(body, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body._id;
};
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, fields } = (body as { error: { code: string; fields?: unknown } }).error;
  return [status, code, ...(fields === undefined ? [] : [fields])];
};
const take = (step: string, id: string, token = admin) =>
  world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token, body: { title: 'X', content: 'Y', url: null, image: null } });
const canSend = async (token = admin, store?: string) =>
  (await world.staff(notificationRoutes.canSend, { token, query: {}, ...(store && { store }) })).body;
const free = () => sql`delete from notification_quota`.execute(world.db);
const employeeOf = (store: string): Promise<string> => world.person(`safety-${store}`, { storeId: store });

describe('permission to send a safety message', { tags: ['CARE-05'] }, () => {
  test('is refused until the setting is on; then it requires the typed word and an immediate start', async () => {
    expect(refusal(await post(warning()))).toEqual([403, 'safety_disabled']);
    expect(await canSend()).not.toHaveProperty('safety');
    await allow();
    expect((await canSend()).safety).toBe(true);
    expect(refusal(await post(warning({ confirmation: null })))).toEqual([422, 'invalid', { confirmation: ['required'] }]);
    expect(refusal(await post(warning({ confirmation: '  ' })))).toEqual([422, 'invalid', { confirmation: ['required'] }]);
    expect(refusal(await post(warning({ confirmation: 'tak' })))).toEqual([422, 'invalid', { confirmation: ['invalid'] }]);
    const startsAt = new Date(Date.now() + 24 * HOUR).toISOString();
    expect(refusal(await post(warning({ startsAt })))).toEqual([422, 'invalid', { startsAt: ['invalid'] }]);
    expect(await world.db.selectFrom('notification').select('id').execute()).toEqual([]);

    const key = 'one-press-of-safety';
    const body = warning();
    const id = await sent(body, { key });
    // A retry with another confirmation word is the same request.
    expect(await sent({ ...body, confirmation: 'warn' }, { key })).toBe(id);
    expect(refusal(await post({ ...body, safety: false, confirmation: null }, { key }))).toEqual([422, 'idempotency_key_reused']);
    // A retry returns the original result, even if safety messages were disabled meanwhile.
    await allow({ safetyMessages: false });
    expect(await sent(body, { key })).toBe(id);
    await allow();
    // A test reaches testers only, so it needs no confirmation.
    expect(await seenOf(await sent(warning({ isTest: true, confirmation: null })))).toMatchObject({ isTest: true, safety: true });
  });
  test('a plan cannot become a safety message', async () => {
    await allow();
    const startsAt = new Date(Date.now() + 24 * HOUR).toISOString();
    const id = await sent(aNotification({ startsAt }));
    const change = (facts: object) =>
      world.staff(notificationRoutes.changePlan, {
        token: admin,
        params: { notificationId: id },
        body: aNotification({ startsAt, ...facts }) as never,
      });
    expect(refusal(await change({ safety: true }))).toEqual([422, 'invalid', { safety: ['invalid'] }]);
    expect((await change({ title: 'Nadal zwykłe' })).body).toMatchObject({ safety: false, title: 'Nadal zwykłe' });
  });
  test('employees cannot send or change safety messages, but can read those of their own store', async () => {
    await allow();
    const store = await aStore(world.db);
    await phones(world.db, { subscribed: [store], count: 2 });
    const employee = await employeeOf(store);
    expect(await canSend(employee)).not.toHaveProperty('safety');
    expect(refusal(await post(warning(), { token: employee }))).toEqual([403, 'forbidden']);
    expect(refusal(await post(warning({ isTest: true }), { token: employee }))).toEqual([403, 'forbidden']);

    const id = await sent(warning(), { store });
    const { body, status } = await world.staff(notificationRoutes.details, { token: employee, params: { notificationId: id } });
    expect([status, body.safety]).toEqual([200, true]);
    for (const step of ['pause', 'resume', 'cancel', 'continue', 'take-back', 'correct', 'start'])
      expect(refusal(await take(step, id, employee)), step).toEqual([403, 'forbidden']);
    const extend = { token: employee, params: { notificationId: id }, body: { validUntil: '2088-01-01' } };
    expect(refusal(await world.staff(notificationRoutes.extend, extend))).toEqual([403, 'forbidden']);
    expect((await take('pause', id)).status).toBe(200);
    // Ordinary notifications are not affected.
    const own = await sent(aNotification(), { token: employee });
    expect((await take('pause', own, employee)).status).toBe(200);
  });
});

describe('no sending limit applies to a safety message', { tags: ['CARE-05'] }, () => {
  test('it needs and takes no daily quota, also when it is sent to the rest', async () => {
    await allow();
    await phones(world.db, { count: 2 });
    await sent(aNotification());
    expect((await canSend()).canSend).toBe(false);
    const id = await sent(warning());
    await free();
    expect((await canSend()).canSend).toBe(true);
    await gateway.behave({ failures: [{ kind: 'wrongProject', count: 1_000_000 }] });
    work();
    await until(id, ({ sending }) => sending.state === 'stopped');
    // The worker stores the end of the send a moment after the last outcome.
    await expect.poll(async () => (await take('continue', id)).status).toBe(200);
    expect(await world.db.selectFrom('notificationQuota').select('notificationId').execute()).toEqual([]);
  });
  test('it starts and resumes in quiet hours', async () => {
    const clock = (hours: number): string => warsawWallClock(new Date(Date.now() + hours * HOUR).toISOString()).slice(11);
    await allow({ safetyMessages: true, quietFrom: clock(-1), quietUntil: clock(2) });
    await phones(world.db, { count: 2 });
    expect(refusal(await post(aNotification()))[1]).toBe('quiet_hours');
    const id = await sent(warning());
    expect((await take('pause', id)).status).toBe(200);
    expect((await take('resume', id)).status).toBe(200);
    work();
    expect((await until(id, isOver)).details).toMatchObject({ successful: 2 });
  });
  test('it goes out at once where other sends wait for approval', { tags: ['CARE-04'] }, async () => {
    await allow({ safetyMessages: true, approval: true });
    await phones(world.db, { count: 2 });
    expect((await seenOf(await sent(aNotification({ includeStoreType: 'all' })))).sending).toMatchObject({ pauseReason: 'approval' });
    const id = await sent(warning());
    expect((await seenOf(id)).sending).toMatchObject({ state: 'expanding', pauseReason: null });
    expect(await seenOf(id)).toMatchObject({ approval: null });
  });
  test('the weekly limit neither stops it nor counts it; the forecast counts it separately', async () => {
    await allow({ safetyMessages: true, weeklyLimit: 1 });
    await phones(world.db, { count: 3 });
    work();
    const done = async (body: object) => {
      const id = await sent(body);
      await free();
      return until(id, (seen) => isOver(seen) || seen.errors.length > 0);
    };
    expect((await done(warning())).details).toMatchObject({ successful: 3 });
    const everyone = aNotification({ includeStoreType: 'all' });
    const forecast = { token: admin, body: { ...emptyAudienceRule, includeStoreType: 'all' as const } };
    expect((await world.staff(attentionRoutes.forecast, forecast)).body).toMatchObject({
      day: 0,
      week: 0,
      limited: 0,
      safety: 3,
      limit: 1,
    });
    expect((await done(everyone)).details).toMatchObject({ successful: 3 });
    expect((await done(warning({ title: 'Jeszcze raz' }))).details).toMatchObject({ successful: 3 });
    expect((await done(everyone)).errors).toEqual([expect.stringMatching(/^Every device of the audience has had/)]);
  });
});

describe('a safety message is marked as such', { tags: ['CARE-05'] }, () => {
  test('in the list, details, calendar, day sheet, activity and its file, on phones and in the preview of them', async () => {
    await allow();
    const store = await aStore(world.db);
    const [address = ''] = await phones(world.db, { main: store, subscribed: [store], count: 1 });
    const seen: PushMessage[] = [];
    const push = world.push(scene.own);
    const prepare = (message: PushMessage) => {
      seen.push(message);
      return push.prepare(message);
    };
    work({ push: { ...push, prepare } });
    const [plain, safety] = [await sent(aNotification({ includeStoreType: 'all' })), await sent(warning())];
    for (const id of [plain, safety]) await until(id, isOver);
    const told = (items: readonly { _id: string; safety?: boolean | undefined }[]) =>
      Object.fromEntries(items.map((item) => [item._id, item.safety]));
    const both = { [plain]: false, [safety]: true };

    expect(told((await world.staff(notificationRoutes.list, { token: admin, query: {} })).body.items)).toEqual(both);
    expect([await seenOf(plain), await seenOf(safety)]).toMatchObject([{ safety: false }, { safety: true }]);
    const day = warsawDay(new Date());
    const calendar = (await world.staff(calendarRoutes.read, { token: admin, query: { from: day, to: day } })).body;
    expect(told(calendar.items)).toEqual(both);
    const sheet = (await world.staff(daySheetRoutes.read, { token: admin, query: { storeId: store } })).body;
    expect(told(sheet.pushes)).toEqual(both);

    const activity = (await world.staff(historyRoutes.list, { token: admin, query: { kind: 'notification' } })).body.items;
    expect(told(activity.map(({ item, ...row }) => ({ _id: item ?? '', safety: row.safety })))).toEqual(both);
    const changes = async (id: string) => {
      const changeId = activity.find(({ item }) => item === id)?._id ?? '';
      return (await world.staff(historyRoutes.change, { token: admin, params: { changeId } })).body.changes;
    };
    expect(await changes(safety)).toMatchObject({ safety: [null, true] });
    // The confirmation word is not stored, and the history of an ordinary send has no `safety` field.
    expect(Object.keys({ ...(await changes(plain)), ...(await changes(safety)) })).not.toContain('confirmation');
    expect(Object.keys(await changes(plain))).not.toContain('safety');
    const { ticket } = (await world.staff(historyRoutes.exportTicket, { token: admin })).body;
    const file = await world.adminApp.inject({ url: `/api/v1/history/export?kind=notification&ticket=${ticket}` });
    expect(file.body).toContain('Powiadomienie (komunikat bezpieczeństwa)');

    const inbox = (await world.phone(deviceRoutes.inbox, { token: secretOf(address) })).body.items;
    // Phones get the field only where it is true.
    const apart = { [plain]: undefined, [safety]: true };
    expect(told(inbox)).toEqual(apart);
    const preview = await world.staff('POST /api/v1/preview', { token: admin, body: { appVersion: '3.4.0', storeId: store } });
    expect(told((previewRoutes.show.reply.parse(preview.body) satisfies Preview).notifications)).toEqual(apart);
    expect(new Set(seen.map(({ notificationId, safety: isApart }) => `${notificationId} ${isApart}`))).toEqual(
      new Set([`${plain} undefined`, `${safety} true`]),
    );
  });
});
