import { type Calendar, CALENDAR_ITEMS_MOST, calendarRoutes } from '@endcap/contract/calendar';
import { decide } from '@endcap/contract/audience';
import { dayAfter } from '@endcap/contract/trading-days';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { allStores } from '../stores/index.ts';

let world: FreshWorld;
let admin: string;
const today = warsawDay(new Date());
const [from, to] = [dayAfter(today, -10), dayAfter(today, 20)];
const at = (days: number): string => new Date(Date.parse(startOfDay(today, days)) + 6 * 3_600_000).toISOString();
beforeAll(async () => {
  world = await freshWorld();
  world.clock.stoppedAt = Date.parse(startOfDay(today)) + 12 * 3_600_000;
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.updateTable('content').set({ deletedAt: new Date() }).execute();
  await world.db.updateTable('store').set({ deletedAt: new Date() }).execute();
});

const ask = async (query: Record<string, string> = {}): Promise<Calendar> => {
  const { status, body } = await world.staff(calendarRoutes.read, { token: admin, query: { from, to, ...query } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const idsOf = ({ items }: Calendar): string[] => items.map(({ _id }) => _id);
const contentOf = (calendar: Calendar): string[] =>
  idsOf({ ...calendar, items: calendar.items.filter(({ type }) => type !== 'notification') });

describe('the plan between two days', { tags: ['CAL-01'] }, () => {
  test('lists every day with its trading rules, and overlapping content sorted by type and start, also without an end', async () => {
    const inside = await aContent(world.db, { publicationStart: at(1), publicationEnd: at(3), validityStart: at(2), validityEnd: at(3) });
    const open = await aContent(world.db, { publicationStart: null, publicationEnd: null, contentType: 'banner' });
    const long = await aContent(world.db, { publicationStart: at(-40), publicationEnd: at(40) });
    const [over, later] = [
      await aContent(world.db, { publicationEnd: at(-11) }),
      await aContent(world.db, { publicationStart: startOfDay(to, 1) }),
    ];
    const calendar = await ask();
    expect(calendar.days.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, n) => dayAfter(from, n)));
    expect(idsOf(calendar)).toEqual([long, inside, open]);
    expect(idsOf(calendar)).not.toContain(over);
    expect(idsOf(calendar)).not.toContain(later);
    expect(calendar.items[1]).toEqual({
      _id: inside,
      type: 'leaflet',
      name: 'Gazetka',
      start: at(1),
      end: at(3),
      validityStart: at(2),
      validityEnd: at(3),
      disabled: false,
      planned: false,
      takenBack: false,
      safety: false,
      revision: 1,
    });
    expect((await ask({ from: '2026-12-24', to: '2026-12-27' })).days.map(({ kind, holiday }) => [kind, holiday])).toEqual([
      ['holiday', 'christmasEve'],
      ['holiday', 'christmas'],
      ['holiday', 'secondChristmasDay'],
      ['closedSunday', null],
    ]);
  });
  test('lists pushes of head office, own pushes of a store only for that store, and no test sends', async () => {
    const store = await aStore(world.db, { storeNo: 1 });
    const send = async (facts: Record<string, unknown>, selected?: string): Promise<string> => {
      const { status, body } = await world.staff('POST /api/v1/notification-editor', {
        token: admin,
        body: aNotification(facts),
        headers: selected ? { 'x-store-id': selected } : {},
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return (body as { _id: string })._id;
    };
    const [everyone, own] = [await send({ title: 'Dla wszystkich' }), await send({ title: 'Sklepu' }, store)];
    await send({ title: 'Próba', isTest: true });
    expect(idsOf(await ask())).toEqual([everyone]);
    expect(new Set(idsOf(await ask({ storeId: store })))).toEqual(new Set([everyone, own]));
    expect(idsOf(await ask({ type: 'notification', text: 'WSZYSTKICH' }))).toEqual([everyone]);
    expect((await ask()).items[0]).toMatchObject({ type: 'notification', name: 'Dla wszystkich', revision: null, takenBack: false });
  });
  test('lists a push on every day of its validity, also when it was sent before the first day', { tags: ['CAL-01'] }, async () => {
    const store = await aStore(world.db, { storeNo: 3 });
    const { status, body } = await world.staff('POST /api/v1/notification-editor', {
      token: admin,
      body: aNotification({ title: 'Ważne dalej', validUntil: at(3) }),
      headers: { 'x-store-id': store },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const { _id } = body as { _id: string };
    const ofDays = async (first: number, last: number) => {
      const days = { from: dayAfter(today, first), to: dayAfter(today, last) };
      return (await ask({ ...days, storeId: store })).items.filter((item) => item._id === _id);
    };
    const [later] = await ofDays(1, 14);
    expect(later).toMatchObject({ name: 'Ważne dalej', end: at(3) });
    expect(warsawDay(new Date(later?.start ?? 0))).toBe(today);
    expect(await ofDays(3, 3)).toHaveLength(1);
    expect([...(await ofDays(4, 14)), ...(await ofDays(-14, -1))]).toEqual([]);
    // Taking it back does not shorten its bar.
    await world.db.updateTable('notification').set({ recalledAt: new Date() }).where('id', '=', _id).execute();
    expect(await ofDays(1, 14)).toMatchObject([{ takenBack: true, end: at(3) }]);
  });
  test('lists what ends at midnight on the day before, not on the one that begins', { tags: ['E-61', 'CAL-01'] }, async () => {
    const store = await aStore(world.db, { storeNo: 4 });
    const midnight = startOfDay(dayAfter(today, 4));
    const { body } = await world.staff('POST /api/v1/notification-editor', {
      token: admin,
      body: aNotification({ title: 'Do północy', validUntil: midnight }),
      headers: { 'x-store-id': store },
    });
    const item = await aContent(world.db, { publicationStart: startOfDay(today), publicationEnd: midnight });
    const listed = async (first: number, last: number): Promise<boolean[]> => {
      const { items } = await ask({ from: dayAfter(today, first), to: dayAfter(today, last), storeId: store });
      return [(body as { _id: string })._id, item].map((id) => items.some(({ _id }) => _id === id));
    };
    expect(await listed(3, 3)).toEqual([true, true]);
    expect(await listed(4, 14)).toEqual([false, false]);
  });
  test('marks a push that was taken back', { tags: ['CAL-01', 'RECALL-01'] }, async () => {
    const store = await aStore(world.db, { storeNo: 2 });
    const { body } = await world.staff('POST /api/v1/notification-editor', {
      token: admin,
      body: aNotification({ title: 'Wycofane' }),
      headers: { 'x-store-id': store },
    });
    const { _id } = body as { _id: string };
    const itsItem = async () => (await ask({ storeId: store, type: 'notification' })).items.find((item) => item._id === _id);
    expect(await itsItem()).toMatchObject({ takenBack: false });
    await world.db.updateTable('notification').set({ recalledAt: new Date() }).where('id', '=', _id).execute();
    expect(await itsItem()).toMatchObject({ name: 'Wycofane', takenBack: true });
  });
});

describe('filters', { tags: ['CAL-02'] }, () => {
  test('by store and by group list what decide() shows their customers; type and text narrow the list', async () => {
    const [one, other] = [await aStore(world.db, { storeType: 'super' }), await aStore(world.db, {})];
    const group = await aGroup(world.db, 'Grupa', [other]);
    const empty = await aGroup(world.db, 'Pusta', []);
    await aContent(world.db, { title: 'Kawa' });
    await aContent(world.db, { includeStoreType: 'super', title: 'Żurek' });
    await aContent(world.db, { includeStoreType: '', includeStoreGroups: [group], contentType: 'banner' });
    await aContent(world.db, { excludeStores: [one], segments: ['Rodzina'], version: '>= 9.0.0' });
    const all = await world.db
      .selectFrom('content')
      .where('deletedAt', 'is', null)
      .select([
        'id',
        'includeStoreType',
        'includeStores',
        'excludeStores',
        'includeStoreGroups',
        'excludeStoreGroups',
        'segments',
        'version',
        'disabled',
      ])
      .execute();
    const placed = new Map((await allStores(world.db)).map((store) => [store.id, store]));
    for (const storeId of [one, other]) {
      const viewer = { store: placed.get(storeId) ?? null, segments: null, appVersion: null, at: Date.now() };
      const seen = all.filter((item) => decide({ ...item, publicationStart: null, publicationEnd: null }, viewer).visible);
      expect(new Set(contentOf(await ask({ storeId })))).toEqual(new Set(seen.map(({ id }) => id)));
    }
    expect(contentOf(await ask({ groupId: group }))).toHaveLength(3);
    expect(idsOf(await ask({ groupId: empty }))).toEqual([]);
    expect((await ask({ text: 'zurek' })).items.map(({ name }) => name)).toEqual(['Żurek']);
    expect((await ask({ type: 'banner' })).items.map(({ type }) => type)).toEqual(['banner']);
  });
  test('with invalid values are rejected by field', async () => {
    const refused = async (query: Record<string, string>) => {
      const answer = await world.staff(`GET /api/v1/calendar?${new URLSearchParams({ from, to, ...query })}`, { token: admin });
      return [answer.status, problemIn(answer as never).fields];
    };
    expect(await refused({ storeId: 'nosuchstore' })).toEqual([422, { storeId: ['unknown'] }]);
    expect(await refused({ to: dayAfter(from, -1) })).toEqual([422, { to: ['outOfRange'] }]);
    expect(await refused({ to: dayAfter(from, 100) })).toEqual([422, { to: ['outOfRange'] }]);
    expect(await refused({ from: 'soon' })).toEqual([422, { from: ['notDate'] }]);
    expect((await refused({ type: 'poem' }))[0]).toBe(400);
  });
});

test(
  'caps the items with a share for each type, counts all, and returns the same for a store that sees all',
  { tags: ['17.1', 'CAL-01'] },
  async () => {
    const store = await aStore(world.db, { storeNo: 4 });
    const many = async (contentType: 'leaflet' | 'banner', count: number): Promise<void> => {
      const like = await aContent(world.db, { contentType, title: 'Wiele' });
      await sql`insert into content (id, content_type, name, title, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version,
        segments, product_e_a_ns, include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups, publication_start)
      select content_type || n, content_type, name, 'Wiele ' || n, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version,
        segments, product_e_a_ns, include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups,
        ${at(2)}::timestamptz - make_interval(secs => n) from content, generate_series(1, ${count - 1}::int) n where id = ${like}`.execute(
        world.db,
      );
    };
    await many('leaflet', CALENDAR_ITEMS_MOST);
    await many('banner', 200);
    const calendar = await ask();
    const ofType = (type: string) => idsOf({ ...calendar, items: calendar.items.filter((item) => item.type === type) });
    expect([calendar.items.length, calendar.totals.leaflet, calendar.totals.banner]).toEqual([
      CALENDAR_ITEMS_MOST,
      CALENDAR_ITEMS_MOST,
      200,
    ]);
    // The one without a start comes first, then the others by start.
    expect(ofType('leaflet').slice(1)).toEqual(
      Array.from(
        { length: CALENDAR_ITEMS_MOST - 200 - calendar.totals.notification - 1 },
        (_, n) => `leaflet${CALENDAR_ITEMS_MOST - 1 - n}`,
      ),
    );
    expect(ofType('banner')).toHaveLength(200);
    const { items, totals } = await ask({ storeId: store });
    expect([items, totals]).toEqual([calendar.items, calendar.totals]);
    expect((await ask({ type: 'leaflet' })).items).toHaveLength(CALENDAR_ITEMS_MOST);
    expect(await ask({ text: 'wiele 150' })).toMatchObject({ totals: { leaflet: 11, banner: 1 } });
    expect(await ask({ type: 'notification' })).toMatchObject({ totals: { leaflet: 0, banner: 0 } });
  },
);

describe('gaps and collisions', { tags: ['CAL-04'] }, () => {
  test('reports stores without a leaflet tomorrow', async () => {
    const [covered, bare] = [await aStore(world.db, { storeType: 'super' }), await aStore(world.db, { name: 'Bez gazetki', city: 'Hel' })];
    await aContent(world.db, { includeStoreType: 'super', publicationStart: at(-1), publicationEnd: at(5) });
    expect((await ask()).gap).toEqual({ day: dayAfter(today, 1), stores: 1, named: [{ _id: bare, name: 'Bez gazetki, Hel' }] });
    expect((await ask({ storeId: covered })).gap).toBeNull();
    // The gap is about tomorrow even if the period does not include tomorrow.
    expect((await ask({ from: dayAfter(today, 10), to: dayAfter(today, 20) })).gap).toMatchObject({ stores: 1 });
    await aContent(world.db, {});
    expect((await ask()).gap).toBeNull();
  });
  test('reports two coupons for the same product that the same customers see at the same time', async () => {
    const [one, other] = [await aStore(world.db, {}), await aStore(world.db, {})];
    const coupon = (facts: Parameters<typeof aContent>[1]) =>
      aContent(world.db, {
        contentType: 'promoCode',
        productEANs: ['5901234123457'],
        publicationStart: at(1),
        publicationEnd: at(4),
        ...facts,
      });
    const here = await coupon({ includeStoreType: '', includeStores: [one], title: 'Tu' });
    await coupon({ includeStoreType: '', includeStores: [other], title: 'Tam' });
    expect((await ask()).collisions).toEqual([]);
    const both = await coupon({ title: 'Wszędzie', publicationStart: at(3), publicationEnd: at(9), excludeStores: [other] });
    const { collisions } = await ask({ type: 'banner', text: 'inne' });
    expect(collisions).toMatchObject([{ eans: ['5901234123457'], from: at(3), to: at(4), stores: 1 }]);
    expect(new Set(collisions[0]?.coupons.map(({ _id }) => _id))).toEqual(new Set([here, both]));
    expect((await ask({ storeId: other })).collisions).toEqual([]);
  });
});

test('rejects a new end for a stale revision, and can undo one for the current revision', { tags: ['CAL-03'] }, async () => {
  const id = await aContent(world.db, { contentType: 'navigation', name: 'Plan', publicationStart: at(1), publicationEnd: at(3) });
  const move = (publicationEnd: string, revision: number) =>
    world.staff(`PATCH /api/v1/content-editor/${id}`, {
      token: admin,
      body: { publicationEnd },
      headers: { 'if-match': `"${revision}"` },
    });
  const shown = (await ask()).items.find(({ _id }) => _id === id);
  expect((await move(at(5), shown?.revision ?? 0)).status).toBe(200);
  expect((await move(at(7), shown?.revision ?? 0)).status).toBe(412);
  expect((await ask()).items.find(({ _id }) => _id === id)).toMatchObject({ end: at(5), revision: 2 });
  const undone = await world.staff('POST /api/v1/content-editor/undo', { token: admin, body: { items: [{ _id: id, revision: 2 }] } });
  expect(undone.body).toMatchObject({ undone: 1 });
  expect((await ask()).items.find(({ _id }) => _id === id)).toMatchObject({ end: at(3) });
  expect(problemIn((await move(at(0), 3)) as never).fields).toEqual({ publicationEnd: ['endBeforeStart'] });
});
