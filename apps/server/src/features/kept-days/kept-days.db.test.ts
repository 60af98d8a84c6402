import { calendarRoutes } from '@endcap/contract/calendar';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { historyRoutes } from '@endcap/contract/history';
import { type KeptDay, keptDayRoutes } from '@endcap/contract/kept-days';
import { notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { dayAfter } from '@endcap/contract/trading-days';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aGroup, aNotification, aStore, times } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { readsOf } from '../../../test/reads-of.ts';
import { waitingForLocks, whileHeld } from '../../../test/while-held.ts';
import { newId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';
import { insertKeptDay, keptDaysBetween, lockForReserving, lockForSending } from './kept-day.repository.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  world.clock.stoppedAt = Date.parse(at(today, NOON));
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom('keptDay').execute();
  await refusing(false);
});

const today = warsawDay(new Date());
const on = (days: number): string => dayAfter(today, days);
/** So many minutes after a day begins in Warsaw. */
const at = (day: string, minutes: number): string => new Date(Date.parse(startOfDay(day)) + minutes * 60_000).toISOString();
const NOON = 720;
/** Valid for long enough after any of these days. */
const validUntil = new Date(Date.now() + 80 * 86_400_000).toISOString();

const refusing = async (refuseKeptDays: boolean): Promise<void> => {
  const { status } = await world.staff(settingsRoutes.save, { token: admin, body: { sending: { refuseKeptDays } } });
  expect(status).toBe(200);
};
const reserve = (day: string, facts: Record<string, unknown> = {}) =>
  world.staff(keptDayRoutes.create, { token: admin, body: { day, ...facts } });
const kept = async (day: string, facts: Record<string, unknown> = {}): Promise<KeptDay> => {
  const { status, body } = await reserve(day, facts);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
let people = 0;
/** A store with one of its staff. */
const aShop = async (name = 'Koszyk') => {
  const store = await aStore(world.db, { name });
  people += 1;
  return { store, token: await world.person(`kept-${people}`, { storeId: store }) };
};
const send = (token: string, facts: Record<string, unknown> = {}, store?: string) =>
  world.staff(notificationRoutes.send, { token, ...(store && { store }), body: aNotification({ validUntil, ...facts }) });
const planned = async (token: string, startsAt: string, store?: string): Promise<string> => {
  const { status, body } = await send(token, { startsAt }, store);
  expect(status, JSON.stringify(body)).toBe(201);
  return body._id;
};
const move = (token: string, notificationId: string, startsAt: string, facts: Record<string, unknown> = {}) =>
  world.staff(notificationRoutes.changePlan, {
    token,
    params: { notificationId },
    body: aNotification({ validUntil, startsAt, ...facts }),
  });
const start = (token: string, notificationId: string) => world.staff(notificationRoutes.start, { token, params: { notificationId } });
const canSend = async (token: string, query: Record<string, string> = {}, store?: string) =>
  (await world.staff(notificationRoutes.canSend, { token, query, ...(store && { store }) })).body;
const fieldsOf = (answer: { body: unknown }) => problemIn(answer).fields;
const held = { startsAt: ['dayKept'] };

describe('a day that head office has reserved', { tags: ['CARE-06'] }, () => {
  test('a day for every store: the check returns the reason, for now and for a later start, and sends are still accepted', async () => {
    const { store, token } = await aShop();
    await kept(on(3), { reason: 'Finał loterii' });
    const then = { startsAt: at(on(3), NOON) };
    expect(await canSend(token, then)).toEqual({
      canSend: true,
      reason: null,
      keptDay: { day: on(3), reason: 'Finał loterii', refused: false },
    });
    expect(await canSend(token)).toEqual({ canSend: true, reason: null });
    expect(await canSend(token, { startsAt: at(on(4), NOON) })).toEqual({ canSend: true, reason: null });
    // Head office itself is informed only where it acts for a store.
    expect(await canSend(admin, then)).toEqual({ canSend: true, reason: null });
    expect(await canSend(admin, then, store)).toMatchObject({ keptDay: { refused: false } });
    await planned(token, then.startsAt);
    await kept(today);
    expect(await canSend(token)).toEqual({ canSend: true, reason: null, keptDay: { day: today, reason: null, refused: false } });
    expect((await send(token)).status).toBe(201);
  });

  test('the check and the send give the same reason for a day that is both reserved and used up', async () => {
    const { token } = await aShop();
    const startsAt = at(on(6), NOON);
    await planned(token, startsAt);
    expect(await canSend(token, { startsAt })).toMatchObject({ canSend: false, reason: 'quota' });
    await kept(on(6));
    await refusing(true);
    expect(await canSend(token, { startsAt })).toMatchObject({ canSend: false, reason: 'keptDay' });
    expect(fieldsOf(await send(token, { startsAt }))).toEqual(held);
  });

  test('a day for groups applies to stores in any of them; a deleted group applies to no store', async () => {
    const [one, both, none] = [await aShop(), await aShop(), await aShop()];
    const [first, second] = [await aGroup(world.db, 'Śląsk', [one.store, both.store]), await aGroup(world.db, 'Duże', [both.store])];
    const { _id } = await kept(on(5), { storeGroups: [second, first] });
    const told = async () =>
      Promise.all([one, both, none].map(async ({ token }) => 'keptDay' in (await canSend(token, { startsAt: at(on(5), NOON) }))));
    expect(await told()).toEqual([true, true, false]);
    await world.staff(storeGroupRoutes.remove, { token: admin, params: { storeGroupId: first } });
    expect(await told()).toEqual([false, true, false]);
    const read = await world.staff(keptDayRoutes.details, { token: admin, params: { keptDayId: _id } });
    expect(read.body).toMatchObject({
      storeGroups: [first, second].toSorted(),
      names: { [first]: 'Śląsk', [second]: 'Duże' },
      deleted: [first],
    });
    await world.staff(storeGroupRoutes.remove, { token: admin, params: { storeGroupId: second } });
    expect(await told()).toEqual([false, false, false]);
  });

  test('appears in the calendar, by store and group, and on the day sheets of the stores that it applies to', async () => {
    const [shop, other] = [await aShop(), await aShop()];
    const group = await aGroup(world.db, 'Łódzkie', [shop.store]);
    await kept(on(6), { storeGroups: [group], reason: 'Urodziny sieci' });
    await kept(on(7));
    await kept(on(40));
    const days = async (query: Record<string, string> = {}) =>
      (await world.staff(calendarRoutes.read, { token: admin, query: { from: on(0), to: on(20), ...query } })).body.keptDays.map(
        ({ day }) => day,
      );
    expect(await days()).toEqual([on(6), on(7)]);
    expect(await days({ storeId: shop.store })).toEqual([on(6), on(7)]);
    expect(await days({ storeId: other.store })).toEqual([on(7)]);
    expect(await days({ groupId: group })).toEqual([on(6), on(7)]);
    const sheet = async (storeId: string) =>
      (await world.staff(daySheetRoutes.read, { token: admin, query: { storeId, day: on(6) } })).body.keptDay;
    expect([await sheet(shop.store), await sheet(other.store)]).toEqual([{ reason: 'Urodziny sieci' }, null]);
  });

  test('existing plans of stores stay, and the reserved day counts those of the stores that it applies to', async () => {
    const [shop, other, far] = [await aShop(), await aShop(), await aShop()];
    const group = await aGroup(world.db, 'Z planami', [shop.store, other.store]);
    const day = on(8);
    const first = await planned(shop.token, at(day, 0));
    await planned(other.token, at(day, 1439));
    await planned(far.token, at(day, NOON));
    // A plan of head office itself does not count.
    await planned(admin, at(day, NOON));
    const body = await kept(day, { storeGroups: [group] });
    expect(body.plans).toBe(2);
    await refusing(true);
    // The check refuses its day now, so its staff have to move it.
    expect(await canSend(shop.token, { startsAt: at(day, 60), notificationId: first })).toMatchObject({
      canSend: false,
      reason: 'keptDay',
      keptDay: { refused: true },
    });
    expect(fieldsOf(await move(shop.token, first, at(day, 60), { title: 'Inny tytuł' }))).toEqual(held);
    const changed = await world.staff(keptDayRoutes.change, {
      token: admin,
      params: { keptDayId: body._id },
      body: { storeGroups: null },
    });
    expect(changed.body.plans).toBe(3);
  });

  test('is reserved, changed with a revision check and released; Activity lists all of it', async () => {
    const { _id } = await kept(on(9), { reason: 'Premiera' });
    const params = { keptDayId: _id };
    const change = (body: Record<string, unknown>, revision: number) =>
      world.staff(keptDayRoutes.change, { token: admin, params, body, headers: { 'if-match': `"${revision}"` } });
    expect((await change({ reason: 'Wielka premiera' }, 1)).body).toMatchObject({ day: on(9), reason: 'Wielka premiera', revision: 2 });
    expect((await change({ reason: 'x' }, 1)).status).toBe(412);
    expect((await world.staff(keptDayRoutes.remove, { token: admin, params })).status).toBe(204);
    const { items } = (await world.staff(historyRoutes.list, { token: admin, query: { kind: 'keptDay', item: _id } })).body;
    expect(items.map(({ action, label }) => [action, label])).toEqual([
      ['delete', `${on(9)} · Wielka premiera`],
      ['update', `${on(9)} · Wielka premiera`],
      ['create', `${on(9)} · Premiera`],
    ]);
    // The day may be kept again.
    await kept(on(9));
  });

  test.each([
    [{ day: on(-1) }, { day: ['inPast'] }],
    [{ day: '2026-02-30' }, { day: ['notDate'] }],
    [{}, { day: ['required'] }],
    [{ day: on(10), storeGroups: [] }, { storeGroups: ['required'] }],
    [{ day: on(10), storeGroups: ['nosuchgroup'] }, { storeGroups: ['unknown'] }],
    [{ day: on(10), reason: 'x'.repeat(121) }, { reason: ['tooLong'] }],
  ])('%j is refused by field', async (body, fields) => {
    const answer = await world.staff('POST /api/v1/kept-days', { token: admin, body });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  test('a day is reserved once, even by eight people at once; the reason of a past day can still change', async () => {
    const answers = await Promise.all(times(8, (n) => reserve(on(11), { reason: `Nr ${n}` })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...times(7, () => 422)]);
    expect(fieldsOf(answers.find(({ status }) => status === 422) ?? { body: null })).toEqual({ day: ['dayTwice'] });
    const { _id } = await kept(on(12));
    const params = { keptDayId: _id };
    expect(fieldsOf(await world.staff(keptDayRoutes.change, { token: admin, params, body: { day: on(11) } }))).toEqual({
      day: ['dayTwice'],
    });
    await world.db
      .updateTable('keptDay')
      .set({ day: on(-3) })
      .where('id', '=', _id)
      .execute();
    expect((await world.staff(keptDayRoutes.change, { token: admin, params, body: { reason: 'Było' } })).status).toBe(200);
  });

  test('staff may neither reserve days nor read them as administrators do', async () => {
    const { token } = await aShop();
    const { _id } = await kept(on(13));
    expect((await world.staff(keptDayRoutes.create, { token, body: { day: on(14) } })).status).toBe(403);
    expect((await world.staff(keptDayRoutes.details, { token, params: { keptDayId: _id } })).status).toBe(403);
  });
});

test(
  'the usage of a group lists days reserved for it from today on, without past and released ones',
  { tags: ['CARE-06', 'D-31'] },
  async () => {
    const [group, other] = [await aGroup(world.db, 'Śląsk', []), await aGroup(world.db, 'Duże', [])];
    const reserveFor = async (day: string, ...storeGroups: string[]): Promise<string> => (await kept(day, { storeGroups }))._id;
    const usage = async () =>
      (await world.staff(storeGroupRoutes.usage, { token: admin, params: { storeGroupId: group } })).body.filter(
        ({ kind }) => kind === 'keptDay',
      );
    const later = await reserveFor(on(20), group, other);
    const over = await reserveFor(on(21), group);
    await world.db
      .updateTable('keptDay')
      .set({ day: on(-9) })
      .where('id', '=', over)
      .execute();
    await world.staff(keptDayRoutes.remove, { token: admin, params: { keptDayId: await reserveFor(on(22), group) } });
    await kept(on(23));
    expect(await usage()).toEqual([{ kind: 'keptDay', count: 1, items: [{ id: later, name: on(20) }] }]);
    const first = await reserveFor(on(0), group);
    expect(await usage()).toMatchObject([{ kind: 'keptDay', count: 2, items: [{ id: first }, { id: later }] }]);
  },
);

describe('when the settings refuse sends on reserved days', { tags: ['CARE-06'] }, () => {
  beforeEach(() => refusing(true));

  test('sends and plans of a store are refused by field and by the check; administrators, tests and other stores are not', async () => {
    const [shop, free] = [await aShop(), await aShop()];
    const group = await aGroup(world.db, 'Bez wysyłek', [shop.store]);
    await kept(today, { storeGroups: [group], reason: 'Start loterii' });
    await kept(on(15), { storeGroups: [group] });
    const then = { startsAt: at(on(15), NOON) };
    expect(await canSend(shop.token)).toEqual({
      canSend: false,
      reason: 'keptDay',
      keptDay: { day: today, reason: 'Start loterii', refused: true },
    });
    const refused = [await send(shop.token), await send(shop.token, then)];
    expect(refused.map((answer) => [answer.status, problemIn(answer).code, fieldsOf(answer)])).toEqual(
      times(2, () => [422, 'invalid', held]),
    );
    // Nothing was written, and the quota of the day is still free.
    expect(await world.db.selectFrom('notification').where('storeId', '=', shop.store).select('id').execute()).toEqual([]);
    expect((await send(shop.token, { isTest: true })).status).toBe(201);
    expect([(await send(free.token)).status, (await send(free.token, then)).status]).toEqual([201, 201]);
    expect([(await send(admin, {}, shop.store)).status, (await send(admin, then, shop.store)).status]).toEqual([201, 201]);
    expect((await send(admin)).status).toBe(201);
  });

  test('the day is a day in Warsaw: a minute before and after it nothing is refused', async () => {
    const { token } = await aShop();
    const day = on(16);
    await kept(day);
    expect((await send(token, { startsAt: at(day, -1) })).status).toBe(201);
    expect(fieldsOf(await send(token, { startsAt: at(day, 0) }))).toEqual(held);
    expect(fieldsOf(await send(token, { startsAt: at(dayAfter(day, 1), -1) }))).toEqual(held);
    expect((await send(token, { startsAt: at(dayAfter(day, 1), 0) })).status).toBe(201);
  });

  test('staff cannot move a plan onto the day, start it or change it there; administrators can', { tags: ['E-02'] }, async () => {
    const [shop, other] = [await aShop(), await aShop()];
    const id = await planned(shop.token, at(on(18), NOON));
    await kept(on(17));
    expect(fieldsOf(await move(shop.token, id, at(on(17), NOON)))).toEqual(held);
    expect(await canSend(shop.token, { startsAt: at(on(17), NOON), notificationId: id })).toMatchObject({
      canSend: false,
      reason: 'keptDay',
    });
    expect((await move(admin, id, at(on(17), NOON))).status).toBe(200);
    // An administrator moved it there: its staff can move it away, but not back.
    expect(fieldsOf(await move(shop.token, id, at(on(17), 60), { title: 'Inny' }))).toEqual(held);
    expect((await move(shop.token, id, at(on(19), 60))).status).toBe(200);
    expect(fieldsOf(await move(shop.token, id, at(on(17), 60)))).toEqual(held);

    const later = await planned(other.token, at(on(18), NOON));
    await kept(today);
    expect(fieldsOf(await start(other.token, later))).toEqual(held);
    expect((await start(admin, later)).status).toBe(200);
  });

  test('the clock of the database decides the day, not the clock of a machine', async () => {
    const { token } = await aShop();
    await kept(today, { reason: 'Dziś' });
    world.clock.aheadMs = 86_400_000;
    try {
      expect(await canSend(token)).toMatchObject({ canSend: false, keptDay: { day: today } });
      expect(fieldsOf(await send(token))).toEqual(held);
    } finally {
      world.clock.aheadMs = 0;
    }
  });

  test('reserving a day and planning on it at once: each plan is either refused or counted by the reserved day', async () => {
    const shops = await Promise.all(times(6, () => aShop()));
    for (let n = 20; n < 32; n += 1) {
      const day = on(n);
      const [plan, all] = await Promise.all([kept(day), Promise.all(shops.map(({ token }) => send(token, { startsAt: at(day, NOON) })))]);
      const accepted = all.filter(({ status }) => status === 201);
      expect(all.filter(({ status }) => status === 422).map(fieldsOf)).toEqual(times(shops.length - accepted.length, () => held));
      expect(plan.plans, day).toBe(accepted.length);
    }
  });

  test('the second transaction waits and sees the result of the first: a new plan is counted, a reserved day refuses', async () => {
    const [shop, other] = [await aShop(), await aShop()];
    const isWaiting = () => expect.poll(() => waitingForLocks(world.db)).toBeGreaterThan(0);
    const id = await planned(shop.token, at(on(35), NOON));
    const planning = async (trx: Db): Promise<void> => {
      await lockForSending(trx);
      const startsAt = new Date(at(on(33), NOON));
      await trx.updateTable('fanOutPlan').set({ startsAt }).where('notificationId', '=', id).execute();
    };
    const keeping = await whileHeld(world.db, planning, async () => {
      const answer = reserve(on(33));
      await isWaiting();
      return [answer];
    });
    expect((await keeping[0])?.body.plans).toBe(1);

    const keepingFirst = async (trx: Db): Promise<void> => {
      await lockForReserving(trx);
      await insertKeptDay(trx, newId(), { day: on(34), storeGroups: null, reason: null }, { by: 'admin', at: new Date() });
    };
    const refused = await whileHeld(world.db, keepingFirst, async () => {
      const answer = send(other.token, { startsAt: at(on(34), NOON) });
      await isWaiting();
      return [answer];
    });
    expect(fieldsOf((await refused[0]) ?? { body: null })).toEqual(held);
  });
});

test('the stores of a reserved day are read once, regardless of the number of plans on it', { tags: ['17.1'] }, async () => {
  const { store } = await aShop();
  const group = await aGroup(world.db, 'Zachód', [store]);
  // So many stores that an index lookup is quicker than reading all, as in a real chain.
  await sql`insert into store (id, name, street, city, zip_code, latitude, longitude, opening_hours, store_type)
    select 'kept' || n, name, street, city, zip_code, latitude, longitude, opening_hours, store_type from store, generate_series(1, 3000) n where id = ${store}`.execute(
    world.db,
  );
  await sql`insert into store_group_member (group_id, store_id) select ${group}, 'kept' || n from generate_series(1, 3000) n`.execute(
    world.db,
  );
  await sql`analyze store, store_group, store_group_member`.execute(world.db);
  await kept(on(40), { storeGroups: [group] });
  const plan = (from: number, to: number) =>
    sql`with made as (
      insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, include_store_type, store_id)
      select 'kept' || n, 'T', 'C', false, ${validUntil}, ${at(on(40), NOON)}, 'x', 'x', '', 'kept' || n from generate_series(${from}::int, ${to}::int) n
      returning id, created_at)
      insert into fan_out_plan (notification_id, starts_at) select id, created_at from made`.execute(world.db);
  const reads = async () => {
    let plans = 0;
    const { rows, entries } = await readsOf(world.db, 'store_group_member', async (trx) => {
      [{ plans = 0 } = {}] = await keptDaysBetween(trx, on(40), on(40));
    });
    return { plans, reads: rows + entries };
  };
  await plan(1, 3);
  const few = await reads();
  await plan(4, 300);
  expect([few.plans, await reads()]).toEqual([3, { plans: 300, reads: few.reads }]);
});
