import { emptyAudienceRule } from '@endcap/contract/audience';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { type Notification, notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aNotification, aStore, phones, times } from '../../../test/builders.ts';
import type { FreshWorld } from '../../../test/fresh-world.ts';
import { readsOf } from '../../../test/reads-of.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';
import { countDevices } from '../delivery/index.ts';
import { createEstimate } from './estimate-audience.ts';

const HOUR = 3_600_000;
let world: FreshWorld;
let anna: string;
let jan: string;
let ewa: string;
const scene = sendingScene({ lanes: 2 });
const { gateway, until, work } = scene;
beforeEach(async () => {
  ({ world, admin: anna } = scene);
  jan = await world.person('approvals-jan', { isAdmin: true, name: 'Jan Nowak' });
  ewa = await world.person('approvals-ewa', { isAdmin: true, name: 'Ewa Lis' });
  await wanted({ approval: true });
});

/** Longer than any start is ahead. */
const validUntil = new Date(Date.now() + 90 * 24 * HOUR).toISOString();
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
/** Two administrators agree, so that it takes effect at once. */
const wanted = async (sending: { approval?: boolean; approvalAbove?: number | null }): Promise<void> => {
  for (const token of [anna, jan]) expect((await world.staff(settingsRoutes.save, { token, body: { sending } })).status).toBe(200);
};
const post = (facts: Record<string, unknown> = {}, { token = anna, store }: { token?: string; store?: string } = {}) =>
  world.staff(notificationRoutes.send, {
    token,
    ...(store && { store }),
    body: aNotification({ includeStoreType: 'all', validUntil, ...facts }),
  });
const asked = async (...given: Parameters<typeof post>): Promise<string> => {
  const { status, body } = await post(...given);
  expect(status, JSON.stringify(body)).toBe(201);
  return body._id;
};
const seen = async (id: string): Promise<Notification> =>
  (await world.staff(notificationRoutes.details, { token: anna, params: { notificationId: id } })).body;
const revisionOf = async (id: string): Promise<number> => (await seen(id)).approval?.revision ?? 0;
const approve = async (id: string, token = jan, revision?: number) =>
  world.staff(notificationRoutes.approve, {
    token,
    params: { notificationId: id },
    body: { revision: revision ?? (await revisionOf(id)) },
  });
const decline = async (id: string, word: string, token = jan) =>
  world.staff(notificationRoutes.decline, { token, params: { notificationId: id }, body: { revision: await revisionOf(id), word } });
const change = (id: string, facts: Record<string, unknown>, token = anna) =>
  world.staff(notificationRoutes.changePlan, {
    token,
    params: { notificationId: id },
    body: aNotification({ includeStoreType: 'all', validUntil, ...facts }),
  });
const take = (step: 'start' | 'cancel' | 'pause' | 'resume' | 'continue', id: string, token = anna) =>
  world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token });
const canSend = async (query: Record<string, string> = {}, store?: string): Promise<boolean> =>
  (await world.staff(notificationRoutes.canSend, { token: anna, query, ...(store && { store }) })).body.canSend;
const list = async (query: Record<string, string> = {}) => (await world.staff(notificationRoutes.list, { token: anna, query })).body;
const refusal = ({ body }: { body: unknown }) => (body as { error: { code: string; fields?: unknown; current?: Notification } }).error;
const becomesDue = async (id: string, ago = '0 seconds'): Promise<void> => {
  await sql`update fan_out_plan set starts_at = clock_timestamp() - ${ago}::interval where notification_id = ${id}`.execute(world.db);
};
const historyOf = async (id: string): Promise<[string, string][]> =>
  (await world.db.selectFrom('history').where('entityId', '=', id).orderBy('seq').select(['action', 'actor']).execute()).map(
    ({ action, actor }) => [action, actor],
  );
/** Waits until workers have started all plans that were due before, by letting them start a later plan of another store. */
const workersHaveLooked = async (): Promise<void> => {
  await wanted({ approval: false });
  const store = await aStore(world.db);
  await phones(world.db, { subscribed: [store] });
  const id = await asked({ startsAt: inHours(1) }, { store });
  await becomesDue(id);
  await until(id, isOver);
  await wanted({ approval: true });
};

/** Sends an approved message to many phones, of which some have it already. */
const halfSent = async (): Promise<string> => {
  await phones(world.db, { count: 1_500 });
  await gateway.behave({ latencyMs: 300 });
  work();
  const id = await asked({ title: 'Zatwierdzone' });
  expect((await approve(id)).status).toBe(200);
  await until(id, ({ details }) => (details?.successful ?? 0) > 0);
  return id;
};
const aMessage = (facts: Record<string, unknown> = {}) => ({
  title: 'Zatwierdzone',
  content: 'Jabłka po 2 zł',
  url: null,
  image: null,
  ...facts,
});
const correct = (id: string, facts: Record<string, unknown> = { title: 'Poprawione' }, token = anna) =>
  world.staff(notificationRoutes.correct, { token, params: { notificationId: id }, body: aMessage(facts) as never });
/** A decision on the revision that the page shows. */
const approveNow = async (id: string, token = jan) => approve(id, token, (await seen(id)).correction?.revision);
/** Sent to a few phones, which all have it, after Jan approved it. */
const approvedAndSent = async (facts: Record<string, unknown> = {}): Promise<string> => {
  await phones(world.db, { count: 3 });
  work();
  const id = await asked({ ...aMessage(), ...facts });
  expect((await approve(id)).status).toBe(200);
  await until(id, isOver);
  return id;
};

describe('a correction of an approved message', { tags: ['E-03', 'CARE-04'] }, () => {
  test('waits: phones, inboxes and the page keep the text that was approved until another administrator approves the new one', async () => {
    const id = await approvedAndSent();
    const { body } = await correct(id, { title: 'Poprawione', url: 'https://example.com/' });
    expect(body).toMatchObject({
      title: 'Zatwierdzone',
      url: null,
      correctedAt: null,
      followUps: [],
      approval: { state: 'approved', ofThisText: true, decidedBy: { id: 'approvals-jan' } },
      correction: { state: 'waiting', title: 'Poprawione', url: 'https://example.com/', devices: 3, askedBy: { id: 'admin' } },
    });
    const [asRead, asAsked] = [body.approval?.decidedRevision ?? 0, body.correction?.revision ?? 0];
    expect(asRead).toBeGreaterThan(0);
    expect(await approveNow(id, ewa)).toMatchObject({
      status: 200,
      body: {
        title: 'Poprawione',
        url: 'https://example.com/',
        correction: null,
        approval: { state: 'approved', ofThisText: true, author: { id: 'admin' }, decidedBy: { id: 'approvals-ewa' } },
      },
    });
    expect((await seen(id)).approval?.decidedRevision).toBeGreaterThan(asAsked);
    await until(id, (now) =>
      (now as Notification).followUps.every(({ parts }) => parts.every(({ sending }) => sending.state === 'finished')),
    );
    expect(await historyOf(id)).toEqual([
      ['ask', 'admin'],
      ['approve', 'approvals-jan'],
      ['send', 'admin'],
      ['ask', 'admin'],
      ['approve', 'approvals-ewa'],
    ]);
  });
  test.each([['title'], ['content'], ['url'], ['image']] as const)('waits for approval if only its %s changes', async (field) => {
    const name = `${'b'.repeat(32)}.png`;
    await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
      values (${name}, sha256_of(${name}), 1, 'somebody', clock_timestamp())`.execute(world.db);
    const image = `cloudinary:${name}`;
    const values = { title: 'Inny', content: 'Inna', url: 'https://example.com/', image };
    const id = await approvedAndSent();
    const { status, body } = await correct(id, { [field]: values[field] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ ...aMessage(), correction: { state: 'waiting', ...aMessage({ [field]: values[field] }) } });
  });
  test('is decided neither by the person who requested it, nor by staff, nor on a revision that was changed since', async () => {
    const id = await approvedAndSent();
    expect((await correct(id)).status).toBe(200);
    const { correction } = await seen(id);
    expect(refusal(await approveNow(id, anna))).toMatchObject({ code: 'own_send' });
    expect((await approveNow(id, await world.person('approvals-staff', { storeId: await aStore(world.db) }))).status).toBe(403);
    expect((await correct(id, { title: 'Jeszcze inne' }, jan)).body).toMatchObject({ correction: { askedBy: { id: 'approvals-jan' } } });
    const stale = await approve(id, ewa, correction?.revision);
    expect([stale.status, refusal(stale).current?.correction?.title]).toEqual([412, 'Jeszcze inne']);
    expect(refusal(await approveNow(id, jan))).toMatchObject({ code: 'own_send' });
    // The author of the message may: two people have read each text.
    expect(await approveNow(id, anna)).toMatchObject({ status: 200, body: { title: 'Jeszcze inne' } });
  });
  test('is not approved once the person who requested it may not send any more', async () => {
    const id = await approvedAndSent();
    expect((await correct(id, { title: 'Jeszcze inne' }, jan)).status).toBe(200);
    await sql`update staff_rights set is_admin = false, store_id = 'elsewhere' where person = 'approvals-jan'`.execute(world.db);
    expect((await approveNow(id, ewa)).status).toBe(403);
    expect(await seen(id)).toMatchObject({ title: 'Zatwierdzone', correction: { state: 'waiting' } });
  });
  test('does not wait for approval once the message has ended', async () => {
    const id = await approvedAndSent();
    expect((await correct(id)).status).toBe(200);
    const waiting = async () => (await world.staff(notificationRoutes.waiting, { token: jan })).body.unapproved;
    const before = await waiting();
    await sql`update notification set valid_until = clock_timestamp() where id = ${id}`.execute(world.db);
    expect(await waiting()).toBe(before - 1);
    const { body } = await world.staff(notificationRoutes.list, { token: jan, query: { state: 'unapproved', pageSize: 100 } });
    expect(body.items.map(({ _id }) => _id)).not.toContain(id);
  });
  test('leaves the message and its approval unchanged when declined or withdrawn', async () => {
    const id = await approvedAndSent();
    const params = { notificationId: id };
    expect((await correct(id)).status).toBe(200);
    const body = { revision: (await seen(id)).correction?.revision ?? 0, word: 'Cena była dobra' };
    expect((await world.staff(notificationRoutes.decline, { token: jan, params, body })).body).toMatchObject({
      title: 'Zatwierdzone',
      approval: { state: 'approved', ofThisText: true },
      correction: { state: 'declined', word: 'Cena była dobra', decidedBy: { id: 'approvals-jan' } },
    });
    expect(refusal(await approveNow(id, ewa))).toMatchObject({ code: 'conflict' });
    expect((await correct(id)).body).toMatchObject({ correction: { state: 'waiting', word: null } });
    const withdraw = () => world.staff(notificationRoutes.cancel, { token: anna, params, query: { of: 'correction' } });
    expect(await withdraw()).toMatchObject({
      status: 200,
      body: { title: 'Zatwierdzone', correction: null, sending: { state: 'finished' } },
    });
    expect(refusal(await withdraw())).toMatchObject({ code: 'conflict' });
    expect((await historyOf(id)).slice(3)).toEqual([
      ['ask', 'admin'],
      ['decline', 'approvals-jan'],
      ['ask', 'admin'],
      ['cancel', 'admin'],
    ]);
  });
  test('a take-back needs no approval, and withdraws the correction', async () => {
    const id = await approvedAndSent();
    expect((await correct(id)).status).toBe(200);
    const { correction } = await seen(id);
    const taken = await world.staff(notificationRoutes.takeBack, { token: anna, params: { notificationId: id } });
    expect(taken).toMatchObject({ status: 200, body: { correction: null } });
    expect(taken.body.recalledAt).not.toBeNull();
    expect(refusal(await approve(id, jan, correction?.revision))).toMatchObject({ code: 'conflict' });
  });
  test('waits even if approval was switched off meanwhile, so that nobody is named as approver of an unread text', async () => {
    const id = await approvedAndSent();
    await wanted({ approval: false });
    expect((await correct(id)).body).toMatchObject({ title: 'Zatwierdzone', correction: { state: 'waiting' } });
  });
  test('goes to the remaining phones when approved during the send', async () => {
    const id = await halfSent();
    expect((await take('pause', id)).status).toBe(200);
    expect((await correct(id)).body).toMatchObject({ title: 'Zatwierdzone', correction: { state: 'waiting' } });
    expect((await approveNow(id)).body).toMatchObject({ title: 'Poprawione', approval: { ofThisText: true } });
    await gateway.behave({});
    expect((await take('resume', id)).status).toBe(200);
    await until(id, isOver);
  });
  test('is listed among sends that wait for approval, and counted for people who may decide', async () => {
    const id = await approvedAndSent();
    const waiting = async (token: string) => (await world.staff(notificationRoutes.waiting, { token })).body.unapproved;
    expect([await waiting(anna), await waiting(jan), (await list({ state: 'unapproved' })).total]).toEqual([0, 0, 0]);
    expect((await correct(id)).status).toBe(200);
    expect([await waiting(anna), await waiting(jan)]).toEqual([0, 1]);
    const row = { _id: id, title: 'Zatwierdzone', approval: 'approved', correctionWaits: true };
    expect(await list({ state: 'unapproved' })).toMatchObject({ total: 1, items: [row] });
    // The worker notes the end of a send a little later than the last outcome.
    await expect.poll(() => list({ state: 'sent' })).toMatchObject({ total: 1, items: [row] });
  });
  test('does not count as approved if an earlier version wrote it without approval, and is sent to no more phones', async () => {
    const id = await halfSent();
    await gateway.behave({ failures: [{ kind: 'wrongProject', count: 1_000_000 }] });
    await until(id, ({ sending, details }) => sending.state === 'stopped' && details?.remaining === 0);
    await gateway.behave({});
    await sql`update notification set title = 'Niezatwierdzone', corrected_at = clock_timestamp(), revision = revision + 1 where id = ${id}`.execute(
      world.db,
    );
    expect(await seen(id)).toMatchObject({ title: 'Niezatwierdzone', approval: { state: 'approved', ofThisText: false } });
    expect((await list()).items).toMatchObject([{ _id: id, approval: null }]);
    expect(refusal(await take('continue', id))).toMatchObject({ code: 'not_approved' });
  });
});

describe('a correction of a message that was sent without approval', { tags: ['E-03', 'CARE-04'] }, () => {
  const sentUnasked = async (count: number): Promise<string> => {
    await wanted({ approval: false });
    await phones(world.db, { count });
    work();
    const id = await asked(aMessage());
    await until(id, isOver);
    return id;
  };
  test('replaces the message at once while approval is switched off, even during the send', async () => {
    await wanted({ approval: false });
    await phones(world.db, { count: 1_500 });
    await gateway.behave({ latencyMs: 300 });
    work();
    const id = await asked();
    await until(id, ({ details }) => (details?.successful ?? 0) > 0);
    expect((await take('pause', id)).status).toBe(200);
    expect((await correct(id, { url: 'https://example.com/' })).body).toMatchObject({ url: 'https://example.com/', correction: null });
  });
  test('waits if it reaches more devices than the limit, and if it leads elsewhere', async () => {
    const id = await sentUnasked(3);
    await wanted({ approval: true, approvalAbove: 3 });
    expect((await correct(id, { title: 'Poprawione' })).body).toMatchObject({ title: 'Poprawione', correction: null, approval: null });
    expect((await correct(id, { title: 'Poprawione', url: 'https://example.com/' })).body).toMatchObject({
      url: null,
      correction: { devices: 3 },
    });
    await wanted({ approval: true, approvalAbove: 2 });
    expect((await correct(id, { title: 'Inne' })).body).toMatchObject({ title: 'Poprawione', correction: { title: 'Inne' } });
    expect((await approveNow(id)).body).toMatchObject({ title: 'Inne', approval: { state: 'approved', ofThisText: true } });
  });
});

describe('a send that waits for approval', { tags: ['CARE-04'] }, () => {
  test('uses the quota of its day, and is sent at once when another administrator approves it', async () => {
    await phones(world.db, { count: 20 });
    work();
    const id = await asked();
    expect(await seen(id)).toMatchObject({
      details: null,
      sending: { state: 'planned', pauseReason: 'approval' },
      approval: { state: 'waiting', atOnce: true, devices: 20, askedBy: { id: 'admin' }, decidedBy: null },
    });
    expect(await canSend()).toBe(false);
    await workersHaveLooked();
    expect((await gateway.ledger(id)).sends).toBe(0);
    expect(await approve(id)).toMatchObject({ status: 200, body: { approval: { state: 'approved', decidedBy: { id: 'approvals-jan' } } } });
    await until(id, isOver);
    // One more phone is there by now, which is less than a tenth.
    expect(await gateway.ledger(id)).toMatchObject({ devices: 21, sends: 21, visibleAtMost: 1 });
    expect(await historyOf(id)).toEqual([
      ['ask', 'admin'],
      ['approve', 'approvals-jan'],
      ['send', 'admin'],
    ]);
  });
  test('starts by itself at its planned time once approved', async () => {
    await phones(world.db);
    const startsAt = inHours(30);
    const id = await asked({ startsAt });
    expect((await approve(id)).body).toMatchObject({ createdAt: startsAt, sending: { state: 'planned', pauseReason: null } });
    expect(await canSend({ startsAt })).toBe(false);
    await becomesDue(id);
    work();
    await until(id, isOver);
  });
  test('approved after its planned time, it starts at once within two hours, else waits for a person to start it', async () => {
    await phones(world.db, { count: 20 });
    const [soon, late] = [await asked({ startsAt: inHours(30) }), await asked({ startsAt: inHours(60) })];
    await becomesDue(soon, '119 minutes');
    await becomesDue(late, '121 minutes');
    work();
    await workersHaveLooked();
    expect((await seen(late)).sending.pauseReason).toBe('approval');
    for (const id of [soon, late]) expect((await approve(id)).status).toBe(200);
    await until(soon, isOver);
    await until(late, ({ sending }) => sending.pauseReason === 'late');
    expect((await take('start', late)).status).toBe(200);
    await until(late, isOver);
  });
  test('uses the quota of the day on which it is approved', async () => {
    await phones(world.db);
    const id = await asked();
    await sql`update notification set created_at = created_at - interval '1 day' where id = ${id}`.execute(world.db);
    await sql`update notification_quota set day = day - 1 where notification_id = ${id}`.execute(world.db);
    const other = await asked();
    expect(refusal(await approve(id))).toMatchObject({ code: 'quota_used_up' });
    expect((await seen(id)).approval?.state).toBe('waiting');
    await take('cancel', other);
    const { body } = await approve(id);
    expect(warsawDay(body.createdAt)).toBe(warsawDay(new Date()));
    expect(await canSend()).toBe(false);
  });
  test('is stopped and frees its day if its validity ends before a decision', async () => {
    await phones(world.db);
    const id = await asked();
    await sql`update notification set valid_until = clock_timestamp() where id = ${id}`.execute(world.db);
    expect(refusal(await approve(id))).toMatchObject({ code: 'validity_over' });
    work();
    await until(id, ({ errors }) => errors.length > 0);
    expect((await seen(id)).approval?.state).toBe('withdrawn');
    expect(await canSend()).toBe(true);
  });
});

describe('decisions on approvals', { tags: ['CARE-04'] }, () => {
  test('people cannot decide on their own send, nor on one that they changed last; staff cannot decide at all', async () => {
    const id = await asked({ startsAt: inHours(30) });
    expect(await approve(id, anna)).toMatchObject({ status: 403, body: { error: { code: 'own_send' } } });
    expect(refusal(await decline(id, 'Nie', anna))).toMatchObject({ code: 'own_send' });
    expect((await change(id, { title: 'Inna', startsAt: inHours(30) }, jan)).status).toBe(200);
    expect(refusal(await approve(id, jan))).toMatchObject({ code: 'own_send' });
    expect(refusal(await approve(id, anna))).toMatchObject({ code: 'own_send' });
    const store = await aStore(world.db);
    const staff = await world.person('approvals-staff', { storeId: store });
    expect((await approve(id, staff)).status).toBe(403);
    expect((await approve(id, ewa)).status).toBe(200);
    // The database itself.
    const own = sql`update send_approval set decided_by = author where notification_id = ${id}`.execute(world.db);
    await expect(own).rejects.toThrow(/check/);
  });
  test('of two concurrent decisions exactly one is accepted', async () => {
    await phones(world.db);
    work();
    for (let round = 0; round < 8; round += 1) {
      const id = await asked({ startsAt: inHours(30 + 24 * round) });
      const said = await Promise.all([approve(id, jan), round % 2 === 0 ? decline(id, 'Nie teraz', ewa) : approve(id, ewa)]);
      expect(said.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });
  test('of fifty concurrent approvals, one of them by the author, one succeeds and each phone gets the message once', async () => {
    await phones(world.db, { count: 3 });
    const people = await Promise.all(times(49, (n) => world.person(`approvals-${n}`, { isAdmin: true })));
    const id = await asked();
    work();
    work();
    const revision = await revisionOf(id);
    const answers = await Promise.all([anna, ...people].map((token) => approve(id, token, revision)));
    expect(answers[0]?.status).not.toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await until(id, isOver);
    expect(await gateway.ledger(id)).toMatchObject({ devices: 3, sends: 3, visibleAtMost: 1 });
    expect((await historyOf(id)).filter(([action]) => action === 'approve')).toHaveLength(1);
  });
});

describe('an approval of a revision', { tags: ['CARE-04'] }, () => {
  test('an edit resets the approval, and an older revision is not approved', async () => {
    await phones(world.db);
    const startsAt = inHours(30);
    const id = await asked({ startsAt });
    const read = await revisionOf(id);
    expect((await change(id, { title: 'Inna cena', startsAt })).status).toBe(200);
    const stale = await approve(id, jan, read);
    expect([stale.status, refusal(stale).current?.title]).toEqual([412, 'Inna cena']);
    expect((await approve(id)).status).toBe(200);
    expect((await change(id, { title: 'Jeszcze inna', startsAt })).body).toMatchObject({
      sending: { pauseReason: 'approval' },
      approval: { state: 'waiting', decidedBy: null },
    });
    // The end of validity alone, and its time alone.
    expect((await approve(id)).status).toBe(200);
    const body = { validUntil: inHours(200) };
    expect((await world.staff(notificationRoutes.extend, { token: ewa, params: { notificationId: id }, body })).body).toMatchObject({
      approval: { state: 'waiting', askedBy: { id: 'approvals-ewa' } },
    });
    expect(refusal(await approve(id, ewa))).toMatchObject({ code: 'own_send' });
    expect((await approve(id)).status).toBe(200);
    expect((await change(id, { title: 'Jeszcze inna', validUntil: body.validUntil, startsAt: inHours(31) })).body).toMatchObject({
      approval: { state: 'waiting' },
    });
    await becomesDue(id);
    work();
    await workersHaveLooked();
    expect((await gateway.ledger(id)).sends).toBe(0);
  });
  test('a concurrent edit and approval never send an unread text', async () => {
    const stores = await Promise.all(times(12, () => aStore(world.db)));
    await phones(world.db, { subscribed: stores });
    const ids = await Promise.all(stores.map((store) => asked({ title: 'Pierwsza', startsAt: inHours(30) }, { store })));
    const read = await Promise.all(ids.map(revisionOf));
    await Promise.all(
      ids.flatMap((id, n) => [approve(id, jan, read[n]), change(id, { title: 'Druga', startsAt: inHours(30) }, n % 2 === 0 ? anna : ewa)]),
    );
    for (const id of ids) {
      const { title, approval } = await seen(id);
      expect([title, approval?.state]).not.toEqual(['Druga', 'approved']);
    }
  });
  test('a change that needs no approval withdraws the request; a send at once stays one when its text is changed', async () => {
    await phones(world.db, { count: 3 });
    await wanted({ approvalAbove: 2 });
    const id = await asked();
    expect((await change(id, { title: 'Wciąż teraz' })).body).toMatchObject({ approval: { state: 'waiting', atOnce: true } });
    const store = await aStore(world.db);
    expect((await change(id, { startsAt: inHours(30), includeStoreType: '', includeStores: [store] })).body).toMatchObject({
      approval: null,
      sending: { state: 'planned', pauseReason: null },
    });
    // A plan has a time.
    expect(refusal(await change(id, {}))).toMatchObject({ fields: { startsAt: ['required'] } });
  });
  test('an approval requires a revision, and a refusal a reason', async () => {
    const id = await asked();
    const params = { notificationId: id };
    const unnamed = await world.staff(notificationRoutes.approve, { token: jan, params, body: {} as never });
    expect(refusal(unnamed)).toMatchObject({ code: 'invalid', fields: { revision: ['required'] } });
    expect(refusal(await decline(id, '   '))).toMatchObject({ fields: { word: ['required'] } });
    expect(refusal(await decline(id, 'x'.repeat(231)))).toMatchObject({ fields: { word: ['tooLong'] } });
    expect((await approve('nosuch', jan, 1)).status).toBe(404);
  });
});

describe('a send that is not approved', { tags: ['CARE-04'] }, () => {
  test('is not started by "send now", by workers or by direct changes in the database', async () => {
    await phones(world.db);
    const id = await asked({ startsAt: inHours(30) });
    expect(refusal(await take('start', id))).toMatchObject({ code: 'not_approved' });
    await becomesDue(id);
    work();
    work();
    await workersHaveLooked();
    expect((await seen(id)).sending.pauseReason).toBe('approval');
    const released = sql`update fan_out_plan set waits_for = null where notification_id = ${id}`.execute(world.db);
    await expect(released).rejects.toThrow(/is not approved/);
    const sent = sql`insert into fan_out (notification_id, of_notification, everyone, testers_only, store_ids) values (${id}, ${id}, true, false, '{}')`;
    await expect(sent.execute(world.db)).rejects.toThrow(/is not approved/);
    // A direct change in the database invalidates an approval.
    expect((await approve(id)).status).toBe(200);
    await sql`update fan_out_plan set starts_at = clock_timestamp() + interval '1 day' where notification_id = ${id}`.execute(world.db);
    const other = await asked({ startsAt: inHours(60) });
    expect((await approve(other)).status).toBe(200);
    await sql`update notification set title = 'Podmieniona' where id = ${other}`.execute(world.db);
    await until(other, ({ sending }) => sending.pauseReason === 'approval');
  });
  test('waits for a person when it is approved in a restored copy', { tags: ['F53'] }, async () => {
    await phones(world.db);
    const id = await asked();
    await sql`update fan_out_plan set incarnation = '1/00000009/1/1'`.execute(world.db);
    work();
    expect((await approve(id)).status).toBe(200);
    await until(id, ({ sending }) => sending.pauseReason === 'restored');
    expect((await gateway.ledger(id)).sends).toBe(0);
  });
});

describe('a declined or withdrawn send', { tags: ['CARE-04'] }, () => {
  test('frees its day when declined, and shows the reason to its author', async () => {
    const id = await asked();
    expect((await decline(id, 'Zła cena\nProszę o 3,99 zł')).body).toMatchObject({
      sending: { state: 'cancelled' },
      approval: { state: 'declined', decidedBy: { id: 'approvals-jan' }, word: 'Zła cena\nProszę o 3,99 zł' },
    });
    expect(await canSend()).toBe(true);
    expect(refusal(await approve(id, ewa))).toMatchObject({ code: 'conflict' });
    expect((await list()).items.map(({ approval }) => approval)).toEqual(['declined']);
    expect(await historyOf(id)).toEqual([
      ['ask', 'admin'],
      ['decline', 'approvals-jan'],
    ]);
  });
  test('can be withdrawn by its author', async () => {
    const id = await asked();
    expect((await take('cancel', id)).body).toMatchObject({ sending: { state: 'cancelled' }, approval: { state: 'withdrawn' } });
    expect(await canSend()).toBe(true);
    expect(refusal(await approve(id))).toMatchObject({ code: 'conflict' });
  });
});

describe('which sends need approval', { tags: ['CARE-04'] }, () => {
  test('none while switched off, no tests; with a limit, only sends that may reach more devices, including those of staff', async () => {
    const store = await aStore(world.db);
    const staff = await world.person('approvals-staff', { storeId: store });
    await phones(world.db, { count: 3, subscribed: [store] });
    const stateOf = async (id: string) => (await seen(id)).sending.state;
    expect(await stateOf(await asked({ isTest: true }))).not.toBe('planned');
    await wanted({ approvalAbove: 3 });
    expect(await stateOf(await asked({}, { token: staff, store }))).not.toBe('planned');
    await sql`delete from notification_quota`.execute(world.db);
    await wanted({ approvalAbove: 2 });
    expect(await seen(await asked({}, { token: staff, store }))).toMatchObject({ approval: { devices: 3 }, sending: { state: 'planned' } });
    await wanted({ approval: false });
    expect(await stateOf(await asked({}))).not.toBe('planned');
  });
  test('the estimate announces that approval is needed', async () => {
    await phones(world.db, { count: 3 });
    const estimated = async (isTest = false) =>
      (await world.staff(notificationRoutes.estimate, { token: anna, body: aNotification({ includeStoreType: 'all', isTest }) as never }))
        .body.unapproved;
    expect([await estimated(), await estimated(true)]).toEqual([true, undefined]);
    await wanted({ approvalAbove: 3 });
    expect(await estimated()).toBeUndefined();
  });
  test('the estimate counts its audience once, even if approval is needed', async () => {
    await phones(world.db, { count: 40 });
    const once = await readsOf(world.db, 'device', (db) => countDevices(db, { of: 'everyone' }));
    const rule = { ...emptyAudienceRule, includeStoreType: 'all', isTest: false } as const;
    const estimated = await readsOf(world.db, 'device', async (db) =>
      expect(await createEstimate(db)(rule, { storeId: null, person: 'x' })).toMatchObject({ devices: 40, unapproved: true }),
    );
    expect(once.rows + once.entries).toBeGreaterThanOrEqual(40);
    expect(estimated.rows + estimated.entries).toBeLessThan(2 * (once.rows + once.entries));
  });
  test('the settings accept a number or nothing', async () => {
    const save = (approvalAbove: unknown) =>
      world.staff(settingsRoutes.save, { token: anna, body: { sending: { approvalAbove } } as never });
    await wanted({ approval: false });
    expect((await save('5 000')).body.sending).toMatchObject({ approvalAbove: 5_000 });
    expect((await save('')).body.sending).toMatchObject({ approvalAbove: null });
    for (const [wrong, code] of [
      ['pięć', 'notNumber'],
      [1.5, 'notInteger'],
      [0, 'tooSmall'],
      [1e9, 'tooBig'],
    ] as const)
      expect(refusal(await save(wrong))).toMatchObject({ fields: { 'sending.approvalAbove': [code] } });
  });
});

describe('where approvals are shown', { tags: ['CARE-04', 'PLAN-03'] }, () => {
  test('the list filters by approval state, and the counts show what waits for each person', async () => {
    const waiting = async (token = anna, store?: string) =>
      (await world.staff(notificationRoutes.waiting, { token, ...(store && { store }) })).body;
    const store = await aStore(world.db);
    const staff = await world.person('approvals-staff', { storeId: store });
    expect(await waiting()).toEqual({ overdue: 0, unapproved: 0, approvals: true });
    const [now, later] = [await asked(), await asked({ startsAt: inHours(60) })];
    const ofStore = await asked({ startsAt: inHours(30) }, { token: staff, store });
    expect((await list({ state: 'unapproved' })).items.map(({ _id }) => _id)).toEqual([now, ofStore, later]);
    expect(await list({ state: 'planned' })).toMatchObject({ total: 0 });
    expect(await list({ state: 'sent' })).toMatchObject({ total: 0 });
    expect([await waiting(anna), await waiting(jan), await waiting(jan, store), await waiting(staff, store)]).toMatchObject([
      { unapproved: 1 },
      { unapproved: 3 },
      { unapproved: 1 },
      { unapproved: 0, approvals: true },
    ]);
    expect((await approve(later)).status).toBe(200);
    expect(await list({ state: 'planned' })).toMatchObject({ total: 1, items: [{ _id: later, approval: 'approved' }] });
    await becomesDue(later, '3 hours');
    work();
    await until(later, ({ sending }) => sending.pauseReason === 'late');
    expect([await waiting(jan), await waiting(staff, store)]).toMatchObject([{ overdue: 1, unapproved: 2 }, { overdue: 0 }]);
    await wanted({ approval: false });
    for (const id of [now, ofStore]) await take('cancel', id);
    expect(await waiting(jan)).toEqual({ overdue: 1, unapproved: 0, approvals: false });
  });
  test("a store's day sheet marks it until it is approved", async () => {
    const store = await aStore(world.db);
    const startsAt = inHours(30);
    const id = await asked({ startsAt }, { store });
    const pushes = async () => {
      const query = { storeId: store, day: warsawDay(startsAt) };
      const { body } = await world.staff(daySheetRoutes.read, { token: anna, query });
      return body.pushes.map(({ _id, planned, unapproved }) => ({ _id, planned, unapproved }));
    };
    expect(await pushes()).toEqual([{ _id: id, planned: true, unapproved: true }]);
    expect((await approve(id)).status).toBe(200);
    expect(await pushes()).toEqual([{ _id: id, planned: true, unapproved: false }]);
  });
});
