import { calendarRoutes } from '@endcap/contract/calendar';
import { deviceRoutes } from '@endcap/contract/devices';
import { type Notification, notificationRoutes } from '@endcap/contract/notifications';
import { startOfDayAhead, warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore, phones, secretOf, times } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';
import { waitingForLocks, whileHeld } from '../../../test/while-held.ts';
import { createDetails } from './read-details.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let world: FreshWorld;
let admin: string;
const scene = sendingScene({ lanes: 2 });
const { gateway, send, seenOf, until, work } = scene;
beforeEach(() => void ({ world, admin } = scene));

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const post = (facts: Record<string, unknown>, store?: string) =>
  world.staff(notificationRoutes.send, { token: admin, ...(store && { store }), body: aNotification(facts) });
const change = (id: string, facts: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.staff(notificationRoutes.changePlan, { token: admin, params: { notificationId: id }, body: aNotification(facts), headers });
const move = (id: string, startsAt: string | null, headers: Record<string, string> = {}) =>
  world.staff(`POST /api/v1/notification-editor/${id}/move`, { token: admin, body: { startsAt }, headers });
const take = (step: 'start' | 'cancel' | 'pause' | 'continue', id: string) =>
  world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token: admin });
const list = async (query: Record<string, string> = {}) => (await world.staff(notificationRoutes.list, { token: admin, query })).body;
const canSend = async (query: Record<string, string> = {}): Promise<boolean> =>
  (await world.staff(notificationRoutes.canSend, { token: admin, query })).body.canSend;
/** Makes a plan due since the given time, by moving its start. Returns the new start. */
const becomesDue = async (id: string, ago = '0 seconds'): Promise<Date> => {
  const { rows } = await sql<{ startsAt: Date }>`
    update fan_out_plan set starts_at = clock_timestamp() - ${ago}::interval where notification_id = ${id} returning starts_at`.execute(
    world.db,
  );
  if (!rows[0]) throw new Error('nothing is planned');
  return rows[0].startsAt;
};
/** Returns the seconds from the planned start to the actual start. */
const lateness = async (id: string, due: Date): Promise<number> => {
  const { createdAt } = await world.db.selectFrom('fanOut').where('notificationId', '=', id).select('createdAt').executeTakeFirstOrThrow();
  return (createdAt.getTime() - due.getTime()) / 1_000;
};
/** Five seconds, or what a busy machine takes for them (PLAN-03). */
const soonAfter = (): number => inject('patience').state / 3_000;
const refusal = ({ body }: { body: unknown }) => (body as { error: { code: string; fields?: unknown } }).error;
const inboxOf = async (address: string): Promise<string[]> =>
  (await world.phone(deviceRoutes.inbox, { token: secretOf(address) })).body.items.map(({ _id }) => _id);
const historyOf = async (id: string): Promise<{ action: string; changes: Record<string, unknown> }[]> =>
  world.db.selectFrom('history').where('entityId', '=', id).orderBy('seq').select(['action', 'changes']).execute() as never;

describe('a send that starts later', { tags: ['PLAN-01'] }, () => {
  test('uses the quota of its own day at once, and frees it when it is moved or cancelled', async () => {
    const startsAt = inHours(48);
    const id = await send({ startsAt });
    expect(await seenOf(id)).toMatchObject({ createdAt: startsAt, details: null, sending: { state: 'planned', pauseReason: null } });
    expect([await canSend(), await canSend({ startsAt }), await canSend({ startsAt, notificationId: id })]).toEqual([true, false, true]);
    expect(refusal(await post({ startsAt }))).toMatchObject({ code: 'quota_used_up' });

    const later = inHours(96);
    expect((await change(id, { startsAt: later })).body).toMatchObject({ createdAt: later, sending: { state: 'planned' } });
    expect([await canSend({ startsAt }), await canSend({ startsAt: later })]).toEqual([true, false]);
    // A plan that is moved onto a used day stays where it was.
    await send({ startsAt });
    expect(refusal(await change(id, { startsAt }))).toMatchObject({ code: 'quota_used_up' });
    expect(await seenOf(id)).toMatchObject({ createdAt: later });

    expect((await take('cancel', id)).body).toMatchObject({ sending: { state: 'cancelled' } });
    expect(await canSend({ startsAt: later })).toBe(true);
    expect(refusal(await take('cancel', id))).toMatchObject({ code: 'conflict' });
  });
  test('fifty people plan the same day for one store at once: one wins by the database', async () => {
    const store = await aStore(world.db);
    const answers = await Promise.all(times(50, (n) => post({ title: `Nr ${n}`, startsAt: inHours(30 + (n % 5) / 10) }, store)));
    // Five tenths of an hour may lie on both sides of a midnight.
    const days = new Set(times(5, (n) => warsawDay(inHours(30 + n / 10))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(days.size);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(50 - days.size);
    expect(await world.db.selectFrom('fanOutPlan').select('notificationId').execute()).toHaveLength(days.size);
  });
  test('repeated requests with one idempotency key create one plan', async () => {
    const body = aNotification({ startsAt: inHours(24) });
    const headers = { 'idempotency-key': 'one-press-of-plan' };
    const twice = [1, 2].map(() => world.staff(notificationRoutes.send, { token: admin, body, headers }));
    const ids = new Set((await Promise.all(twice)).map(({ status, body: answer }) => (status === 201 ? answer._id : status)));
    ids.delete(409 as never);
    expect(ids.size).toBe(1);
    expect(await world.db.selectFrom('fanOutPlan').select('notificationId').execute()).toHaveLength(1);
  });
  test.each([
    [{ startsAt: inHours(-0.1) }, { startsAt: ['inPast'] }],
    [{ startsAt: inHours(61 * 24) }, { startsAt: ['tooFar'] }],
    [{ startsAt: 'jutro' }, { startsAt: ['notDate'] }],
    [{ startsAt: '2026-12-24' }, { startsAt: ['notDate'] }],
    // A time without a zone is ambiguous.
    [{ startsAt: '2026-12-24T02:30:00' }, { startsAt: ['notDate'] }],
    [{ startsAt: inHours(24), isTest: true }, { startsAt: ['invalid'] }],
    [{ startsAt: inHours(48), validUntil: inHours(47) }, { validUntil: ['endBeforeStart'] }],
    [{ startsAt: inHours(48), validUntil: inHours(48.01) }, { validUntil: ['tooSoon'] }],
  ])('%j is refused by field', async (facts, fields) => {
    expect(refusal(await post(facts))).toMatchObject({ code: 'invalid', fields });
    expect(await world.db.selectFrom('notification').select('id').execute()).toEqual([]);
  });
  test('accepts starts sixty days ahead, across a change of clocks, and reads an instant by its offset', async () => {
    await send({ startsAt: inHours(60 * 24 + 0.9), validUntil: inHours(70 * 24) });
    const utc = inHours(24);
    const warsaw = `${new Date(Date.parse(utc) + HOUR).toISOString().slice(0, -1)}+01:00`;
    expect(await seenOf(await send({ startsAt: warsaw }))).toMatchObject({ createdAt: utc });
  });
  test('a start may omit the seconds or be a leap second, as every other instant may', { tags: ['E-2B'] }, async () => {
    const minute = inHours(24).slice(0, 16);
    expect(await seenOf(await send({ startsAt: `${minute}Z` }))).toMatchObject({ createdAt: `${minute}:00.000Z` });
    const other = inHours(72).slice(0, 16);
    expect(await seenOf(await send({ startsAt: `${other}:60Z` }))).toMatchObject({ createdAt: `${other}:59.000Z` });
  });
});

describe('until it starts', { tags: ['PLAN-02'] }, () => {
  test('every field can be changed, with a revision check', async () => {
    const store = await aStore(world.db);
    const id = await send({ startsAt: inHours(24) });
    const startsAt = inHours(25);
    const facts = { title: 'Inna', content: 'Gruszki', url: 'https://koszyk.example', includeStoreType: '', includeStores: [store] };
    const changed = await change(id, { ...facts, startsAt }, { 'if-match': '"1"' });
    expect(changed).toMatchObject({ status: 200, body: { ...facts, createdAt: startsAt } });
    const stale = await change(id, { startsAt }, { 'if-match': '"1"' });
    expect([stale.status, (stale.body as unknown as { error: { current: Notification } }).error.current.title]).toEqual([412, 'Inna']);
    expect(refusal(await change(id, {}))).toMatchObject({ fields: { startsAt: ['required'] } });
    expect(refusal(await change(id, { startsAt, includeStores: ['nosuchstore'] }))).toMatchObject({
      fields: { includeStores: ['unknown'] },
    });
    // The end of validity alone may not come before the start.
    const extend = (validUntil: string) =>
      world.staff(notificationRoutes.extend, { token: admin, params: { notificationId: id }, body: { validUntil } });
    expect(refusal(await extend(inHours(1)))).toMatchObject({ fields: { validUntil: ['endBeforeStart'] } });
    expect((await extend(inHours(500))).status).toBe(200);
    for (const step of ['pause', 'continue'] as const) expect((await take(step, id)).status).toBe(409);
  });
  test('a plan that names deleted items can be moved and changed, and keeps excluding them', { tags: ['E-06'] }, async () => {
    const [gone, included, excluded] = [await aStore(world.db), await aStore(world.db), await aStore(world.db)];
    const group = await aGroup(world.db, 'Bez promocji', [excluded]);
    for (const store of [included, excluded]) await phones(world.db, { main: store, subscribed: [store], count: 2 });
    const rule = { includeStoreType: '', includeStores: [gone, included, excluded], excludeStoreGroups: [group] };
    const id = await send({ startsAt: inHours(24), ...rule });
    for (const path of [`store-editor/${gone}`, `store-group/${group}`])
      expect((await world.staff(`DELETE /api/v1/${path}`, { token: admin })).status).toBe(204);

    const later = inHours(25);
    expect(await move(id, later)).toMatchObject({ status: 200, body: { ...rule, createdAt: later } });
    expect(await change(id, { ...rule, title: 'Inna', startsAt: later })).toMatchObject({ status: 200, body: { ...rule, title: 'Inna' } });
    // A new reference has to exist, even if another field had it before.
    expect(refusal(await change(id, { ...rule, includeStoreGroups: [group], startsAt: later }))).toMatchObject({
      fields: { includeStoreGroups: ['unknown'] },
    });
    await becomesDue(id);
    work();
    expect((await until(id, isOver)).details?.successful).toBe(2);
  });
  test('a plan moved over midnight in Warsaw, within one day of UTC, frees its former day', { tags: ['A-37'] }, async () => {
    const midnight = Date.parse(startOfDayAhead(new Date(), 3));
    const [startsAt, later] = [-HOUR / 2, HOUR / 2].map((ms) => new Date(midnight + ms).toISOString());
    if (!startsAt || !later) throw new Error('no times');
    expect(startsAt.slice(0, 10)).toBe(later.slice(0, 10));
    const id = await send({ startsAt });
    expect((await move(id, later)).status).toBe(200);
    expect([await canSend({ startsAt }), await canSend({ startsAt: later })]).toEqual([true, false]);
  });
  test('moving changes only the time, with a revision check and by the rules of any start', { tags: ['E-06'] }, async () => {
    const id = await send({ startsAt: inHours(24), validUntil: inHours(200) });
    const later = inHours(25);
    expect((await move(id, later, { 'if-match': '"1"' })).body).toMatchObject({ createdAt: later, title: 'Promocja' });
    expect((await historyOf(id)).at(-1)).toEqual({ action: 'update', changes: { startsAt: [expect.any(String), later] } });
    expect((await move(id, inHours(26), { 'if-match': '"1"' })).status).toBe(412);
    for (const [startsAt, fields] of [
      [null, { startsAt: ['notDate'] }],
      [inHours(-1), { startsAt: ['inPast'] }],
      [inHours(201), { validUntil: ['endBeforeStart'] }],
    ] as const)
      expect(refusal(await move(id, startsAt))).toMatchObject({ code: 'invalid', fields });
    const taken = inHours(96);
    await send({ startsAt: taken });
    expect(refusal(await move(id, taken))).toMatchObject({ code: 'quota_used_up' });
    expect((await seenOf(id)) as unknown).toMatchObject({ createdAt: later });
    await take('cancel', id);
    expect(refusal(await move(id, inHours(27)))).toMatchObject({ code: 'conflict' });
  });
  test('a plan that waits for a person is still a plan, and its end may not come before its start', { tags: ['PLAN-03'] }, async () => {
    const id = await send({ startsAt: inHours(24) });
    await becomesDue(id, '3 hours');
    await sql`update notification set created_at = now() - interval '3 hours' where id = ${id}`.execute(world.db);
    const extend = (validUntil: string) =>
      world.staff(notificationRoutes.extend, { token: admin, params: { notificationId: id }, body: { validUntil } });
    expect(refusal(await extend(inHours(-4)))).toMatchObject({ fields: { validUntil: ['endBeforeStart'] } });
    expect((await extend(inHours(1))).status).toBe(200);
  });
  test('a plan that has started or was cancelled can no longer be changed or started', async () => {
    const id = await send({ startsAt: inHours(24) });
    await take('cancel', id);
    expect(refusal(await change(id, { startsAt: inHours(24) }))).toMatchObject({ code: 'conflict' });
    expect(refusal(await take('start', id))).toMatchObject({ code: 'conflict' });
    const sent = await send({});
    expect((await change(sent, { startsAt: inHours(24) })).status).toBe(409);
    expect((await take('start', sent)).status).toBe(409);
  });
  test('the list shows plans first, and finds them by their state', async () => {
    await phones(world.db);
    const sent = await send({});
    const [soon, far] = [await send({ startsAt: inHours(60) }), await send({ startsAt: inHours(110), title: 'Daleko' })];
    expect((await list()).items.map(({ _id }) => _id)).toEqual([far, soon, sent]);
    expect(await list({ state: 'planned' })).toMatchObject({ total: 2, items: [{ _id: soon }, { _id: far }] });
    expect(await list({ state: 'underWay' })).toMatchObject({ total: 1, items: [{ _id: sent }] });
    expect(await list({ state: 'sent' })).toMatchObject({ total: 0, items: [] });
    // Moved and changed, what is remembered of the list is not shown any more.
    expect((await change(far, { title: 'Blisko', startsAt: inHours(30) })).status).toBe(200);
    expect((await list()).items.map(({ _id, title }) => [_id, title])).toEqual([
      [soon, 'Promocja'],
      [far, 'Blisko'],
      [sent, 'Promocja'],
    ]);
    expect(await list({ text: 'blisko' })).toMatchObject({ total: 1 });
    await take('cancel', soon);
    expect(await list({ state: 'stopped' })).toMatchObject({ total: 1, items: [{ _id: soon }] });
    const query = { ids: [far, soon].join(',') };
    const { body } = await world.staff(notificationRoutes.deliveries, { token: admin, query });
    expect(new Map(body.map(({ _id, sending, details }) => [_id, [sending.state, details]]))).toEqual(
      new Map([
        [far, ['planned', null]],
        [soon, ['cancelled', null]],
      ]),
    );
  });
  test('the calendar shows a plan on its day, and no cancelled plans', { tags: ['CAL-01'] }, async () => {
    const id = await send({ startsAt: inHours(48) });
    const gone = await send({ startsAt: inHours(96) });
    await take('cancel', gone);
    const query = { from: warsawDay(new Date()), to: warsawDay(inHours(10 * 24)) };
    const { items } = (await world.staff(calendarRoutes.read, { token: admin, query })).body;
    expect(items.map(({ _id, planned }) => [_id, planned])).toEqual([[id, true]]);
  });
});

describe('when its time has come', { tags: ['PLAN-03', 'PLAN-04'] }, () => {
  test('a plan starts within five seconds, for the audience of that moment; inboxes do not show it before', async () => {
    const store = await aStore(world.db);
    const [early = ''] = await phones(world.db, { subscribed: [store] });
    // Leaves enough time for the steps before the start, even on a busy machine.
    const startsAt = inHours(20 / 3_600);
    const id = await send({ startsAt }, store);
    work({ receivesHints: () => true });
    expect(await inboxOf(early)).toEqual([]);
    const [late = ''] = await phones(world.db, { subscribed: [store] });
    await until(id, isOver);
    expect(await seenOf(id)).toMatchObject({ details: { successful: 2, failed: 0 }, errors: [] });
    expect(await inboxOf(late)).toEqual([id]);
    const seconds = await lateness(id, new Date(startsAt));
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(soonAfter());
    expect(await gateway.ledger(id)).toMatchObject({ devices: 2, sends: 2, visibleAtMost: 1 });
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['create', 'send']);
    expect(await canSend()).toBe(true);
  });
  test('a plan that an idle worker got no hint of starts in time as well', async () => {
    await phones(world.db);
    work({ receivesHints: () => true });
    const id = await send({ startsAt: inHours(48) });
    const due = await becomesDue(id, '-6 seconds');
    await until(id, isOver);
    expect(await lateness(id, due)).toBeLessThan(soonAfter());
  });
  test('a person may start a plan now: it uses the quota of today and frees its own day', async () => {
    await phones(world.db);
    const startsAt = inHours(48);
    const id = await send({ startsAt });
    work();
    expect((await take('start', id)).status).toBe(200);
    await until(id, isOver);
    expect([await canSend(), await canSend({ startsAt })]).toEqual([false, true]);
    const other = await send({ startsAt });
    expect(refusal(await take('start', other))).toMatchObject({ code: 'quota_used_up' });
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['create', 'update', 'send']);
  });
  test('a plan that became impossible is stopped with the reason before anybody gets it, and frees its day', async () => {
    await phones(world.db, { count: 3 });
    const [store, content] = [await aStore(world.db), await aContent(world.db)];
    const startsAt = inHours(30);
    const [ofStore, toContent, over] = [
      await send({ startsAt }, store),
      await send({ startsAt, url: `endcap://${content}` }),
      await send({ startsAt: inHours(80) }),
    ];
    await world.db.updateTable('store').set({ deletedAt: new Date() }).where('id', '=', store).execute();
    await world.db.updateTable('content').set({ deletedAt: new Date() }).where('id', '=', content).execute();
    await sql`update notification set valid_until = clock_timestamp() where id = ${over}`.execute(world.db);
    for (const id of [ofStore, toContent, over]) await becomesDue(id);
    const alarms: string[] = [];
    work({ alarm: (message, facts) => alarms.push(`${message}: ${facts?.['error']}`) });
    const reasons = [
      [ofStore, 'The store was deleted before the planned start.'],
      [toContent, 'The content it leads to was deleted before the planned start.'],
      [over, 'The end of validity had passed at the planned start.'],
    ] as const;
    for (const [id, reason] of reasons)
      expect(await until(id, ({ sending }) => sending.state === 'stopped')).toMatchObject({ errors: [reason], details: null });
    await expect
      .poll(() => new Set(alarms))
      .toEqual(new Set(reasons.map(([, reason]) => `a planned notification could not start: ${reason}`)));
    expect(await canSend({ startsAt })).toBe(true);
    expect((await gateway.ledger(toContent)).sends).toBe(0);
    expect(await list({ state: 'stopped' })).toMatchObject({ total: 3 });
  });
  test('a reader never sees a stopped plan without the reason', async () => {
    const store = await aStore(world.db);
    const id = await send({ startsAt: inHours(30) }, store);
    await world.db.updateTable('store').set({ deletedAt: new Date() }).where('id', '=', store).execute();
    const { reading } = await whileHeld(
      world.db,
      (trx) => sql`lock table past_receipt in access exclusive mode`.execute(trx),
      async () => {
        // As a process with an empty cache does: it has read the notification and its plan, and waits for the counts.
        const began = createDetails({ db: world.db, appScheme: 'endcap://' }).read(null, id);
        await expect.poll(() => waitingForLocks(world.db)).toBe(1);
        await becomesDue(id);
        work();
        const ended = world.db.selectFrom('fanOut').select('state').where('notificationId', '=', id);
        await expect.poll(() => ended.executeTakeFirst()).toEqual({ state: 'stopped' });
        return { reading: began };
      },
    );
    const { errors, sending } = await reading;
    expect({ errors, state: sending.state }).toEqual({ errors: [], state: 'planned' });
    const reason = 'The store was deleted before the planned start.';
    expect(await until(id, ({ sending: { state } }) => state === 'stopped')).toMatchObject({ errors: [reason] });
  });
  test('a plan without recipients is stopped as any other send', async () => {
    const id = await send({ startsAt: inHours(30), includeStoreType: '', includeStores: [await aStore(world.db)] });
    await becomesDue(id);
    work();
    expect(await until(id, ({ errors }) => errors.length > 0)).toMatchObject({ errors: ['No device matches the audience (0 devices).'] });
  });
  test('a plan more than two hours late waits for a person with that reason; one that is less late starts by itself', async () => {
    await phones(world.db);
    const [late, waiting] = [await send({ startsAt: inHours(30) }), await send({ startsAt: inHours(60) })];
    await becomesDue(late, '119 minutes');
    await becomesDue(waiting, '2 hours 1 second');
    const alarms: string[] = [];
    work({ alarm: (message) => alarms.push(message) });
    await until(late, isOver);
    const state = await until(waiting, ({ sending }) => sending.pauseReason !== null);
    expect(state.sending).toEqual({ state: 'planned', since: null, pauseReason: 'late' });
    expect(alarms).toEqual(['a planned notification is late and waits for a person']);
    expect((await gateway.ledger(waiting)).sends).toBe(0);
    expect((await take('start', waiting)).body).toMatchObject({ sending: { state: 'planned', pauseReason: null } });
    await until(waiting, isOver);
    expect(await gateway.ledger(waiting)).toMatchObject({ devices: 1, sends: 1 });
  });
  test('a plan from before a restore of the database waits for a person, and starts once it was moved', { tags: ['F53'] }, async () => {
    await phones(world.db);
    const [here, there] = [await send({ startsAt: inHours(30) }), await send({ startsAt: inHours(60) })];
    await sql`update fan_out_plan set incarnation = '1/00000009/1/1' where notification_id = ${there}`.execute(world.db);
    await until(there, ({ sending }) => sending.state === 'planned' && sending.pauseReason === 'restored');
    for (const id of [there, here]) await becomesDue(id);
    const alarms: string[] = [];
    work({ alarm: (message) => alarms.push(message) });
    await until(here, isOver);
    await expect.poll(() => alarms).toEqual(['the database is a restored copy: a planned notification waits for a person']);
    expect((await gateway.ledger(there)).sends).toBe(0);
    expect((await change(there, { startsAt: inHours(61) })).body).toMatchObject({ sending: { state: 'planned', pauseReason: null } });
    await becomesDue(there);
    await until(there, isOver);
  });
  test('a plan that is started, moved and cancelled at once is either sent completely or not at all', async () => {
    await phones(world.db, { count: 2 });
    const stores = await Promise.all(times(12, () => aStore(world.db)));
    await phones(world.db, { count: 2, subscribed: stores });
    const ids = await Promise.all(stores.map((store) => send({ startsAt: inHours(30) }, store)));
    for (const id of ids) await becomesDue(id, '-1 second');
    work();
    work();
    const tried = await Promise.all(ids.flatMap((id) => [take('cancel', id), take('start', id), change(id, { startsAt: inHours(31) })]));
    expect(tried.every(({ status }) => [200, 409].includes(status))).toBe(true);
    for (const id of ids) {
      // Details may be a second old: a plan in them may have started already.
      const told = async () => {
        const { state } = (await seenOf(id)).sending;
        const { sends, visibleAtMost } = await gateway.ledger(id);
        return { state, sends, visibleAtMost };
      };
      const whole = { state: 'finished', sends: 2, visibleAtMost: 1 };
      const nothing = { state: expect.stringMatching(/^(cancelled|planned)$/), sends: 0, visibleAtMost: 0 };
      await expect.poll(told).toEqual(expect.toBeOneOf([whole, nothing]));
    }
  });
});

test('the history records each change of a plan', { tags: ['PLAN-01'] }, async () => {
  const startsAt = new Date(Date.now() + 2 * DAY).toISOString();
  const id = await send({ startsAt });
  const later = new Date(Date.now() + 3 * DAY).toISOString();
  await change(id, { title: 'Inna', startsAt: later });
  await take('cancel', id);
  expect(await historyOf(id)).toMatchObject([
    { action: 'create', changes: { startsAt: [null, startsAt], title: [null, 'Promocja'] } },
    { action: 'update', changes: { startsAt: [startsAt, later], title: ['Promocja', 'Inna'] } },
    { action: 'cancel', changes: { sending: [null, 'cancelled'] } },
  ]);
});
