import { storeTypes } from '@endcap/contract/audience';
import { type AppContent, contentRoutes } from '@endcap/contract/content';
import { boundsOfDay, type DaySheet, daySheetRoutes } from '@endcap/contract/day-sheet';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { emptySettings } from '@endcap/contract/settings';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { canBeSaved, randomAim } from '../../../test/random-aim.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.stoppedAt = null;
  await sql`delete from content`.execute(world.db);
});
const sheet = async (storeId: string, day?: string): Promise<DaySheet> => {
  const answer = await world.staff(daySheetRoutes.read, { token: admin, query: { storeId, ...(day && { day }) } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const today = (): string => warsawDay(new Date());
const ids = (list: readonly { _id: string }[]): string[] => list.map(({ _id }) => _id).toSorted();

/** Random stores and days (issue 20). */
const { numRuns: CASES = 0, seed = 0 } = fc.readConfigureGlobal();
/** As many are asked about the same items; the next ones are others, a week later. */
const CASES_OF_A_WEEK = 200;
const ITEMS = 60;

test(`for ${CASES} random stores and days its items are those of the feed over all segments`, { tags: ['SHEET-04'] }, async () => {
  const stores = await Promise.all(storeTypes.flatMap((storeType) => [1, 2, 3].map(() => aStore(world.db, { storeType }))));
  const groups = await Promise.all([stores.slice(0, 4), stores.slice(3, 7)].map((members, n) => aGroup(world.db, `G${n}`, members)));
  const pair = fc.record({ storeId: fc.constantFrom(...stores), day: fc.integer({ min: 0, max: 6 }) });
  let compared = 0;
  for (let week = 0; week < CASES / CASES_OF_A_WEEK; week += 1) {
    // Clocks go forward within the first.
    const first = warsawDay(startOfDay('2083-03-25', 7 * week));
    const at = (hours: number): string => new Date(Date.parse(startOfDay(first)) + hours * 3_600_000).toISOString();
    // An hour, a boundary of a day, or around it.
    const instant = fc.option(
      fc.oneof(
        fc.integer({ min: -24, max: 24 * 8 }).map(at),
        fc
          .integer({ min: 0, max: 6 })
          .chain((day) => fc.constantFrom(-1, 0, 1).map((ms) => new Date(Date.parse(startOfDay(first, day)) + ms).toISOString())),
      ),
    );
    const anItem = fc
      .record({
        ...randomAim({ stores, groups, segments: ['a', 'b', 'c'], versions: ['', '>=2.0.0', '<2.0.0'] }),
        publicationStart: instant,
        publicationEnd: instant,
      })
      .filter(canBeSaved);
    await sql`delete from content`.execute(world.db);
    const items = fc.sample(anItem, { numRuns: ITEMS, seed: seed + week });
    for (const facts of items) await aContent(world.db, facts);
    await world.appApp.refresh();
    const edges = items
      .flatMap(({ publicationStart, publicationEnd }) => [publicationStart, publicationEnd])
      .flatMap((one) => (one ? [Date.parse(one)] : []));
    // Time goes forwards, as it does; what a store sees on a day is asked of the feed once.
    const fed = new Map<string, Set<string>>();
    for (let day = 0; day <= 6; day += 1) {
      const { from, to } = boundsOfDay(warsawDay(startOfDay(first, day)));
      // At the midnight itself the feed still has what ended with the day before (E-61).
      const instants = [...new Set([from + 1, to, ...edges.filter((edge) => edge > from && edge <= to)])].toSorted(
        (one, other) => one - other,
      );
      for (const instantOfDay of instants) {
        world.clock.stoppedAt = instantOfDay;
        for (const storeId of stores)
          for (const appVersion of ['1.0.0', '2.0.0']) {
            const { body } = await world.phone(`GET /app/v1/content?storeId=${storeId}&segments=a,b,c&appVersion=${appVersion}`);
            const seen = fed.get(`${storeId} ${day}`) ?? new Set();
            for (const { _id } of (body as { items: AppContent[] }).items) seen.add(_id);
            fed.set(`${storeId} ${day}`, seen);
          }
      }
    }
    for (const { storeId, day } of fc.sample(pair, { numRuns: Math.min(CASES_OF_A_WEEK, CASES - compared), seed: seed + week })) {
      const result = await sheet(storeId, warsawDay(startOfDay(first, day)));
      expect(ids(result.items), `PROPERTY_SEED=${seed} ${storeId} ${week}.${day}`).toEqual(
        [...(fed.get(`${storeId} ${day}`) ?? [])].toSorted(),
      );
      compared += 1;
    }
    expect([...fed.values()].some(({ size }) => size > 5)).toBe(true);
  }
  expect(compared).toBe(CASES);
});

describe('the day sheet of a store', { tags: ['SHEET-01'] }, () => {
  test(
    'lists codes with barcode, discount, minimum basket and audience, what begins and ends, and the push',
    { tags: ['SHEET-01'] },
    async () => {
      const [here, elsewhere] = [await aStore(world.db, { name: 'Tu', storeNo: 901 }), await aStore(world.db)];
      const { from, to } = boundsOfDay(today());
      const [noon, night] = [new Date(from + 12 * 3_600_000).toISOString(), new Date(to - 60_000).toISOString()];
      const code = await aContent(world.db, {
        contentType: 'promoCode',
        title: 'Kawa',
        ean: '5901234123457',
        segments: ['Rodzina'],
        validityStart: noon,
      });
      const once = await aContent(world.db, {
        contentType: 'oneTimePromoCode',
        title: 'Na start',
        discountValue: '10.00',
        discountValueType: 'percentage',
        discountType: 1,
        minBasketValue: 50,
        validityEnd: night,
      });
      await aContent(world.db, { title: 'Nie tu', includeStoreType: '', includeStores: [elsewhere] });
      const gone = await aContent(world.db, { title: 'Wczorajsza', publicationEnd: new Date(from - 1).toISOString() });
      await world.db.deleteFrom('notificationQuota').execute();
      await world.staff('POST /api/v1/notification-editor', {
        token: admin,
        body: aNotification({ title: 'Rano', includeStoreType: '', includeStores: [here] }),
      });
      await world.db.deleteFrom('notificationQuota').execute();
      await world.staff('POST /api/v1/notification-editor', {
        token: admin,
        body: aNotification({ title: 'Nie tu', includeStoreType: '', includeStores: [elsewhere] }),
      });
      const result = await sheet(here);
      expect(result).toMatchObject({ day: today(), store: { name: 'Tu', storeNo: 901 } });
      expect(ids(result.items)).toEqual([code, once].toSorted());
      expect(result.items.find(({ _id }) => _id === code)).toMatchObject({
        barcode: { format: 'EAN13' },
        segments: ['Rodzina'],
        begins: noon,
        isValid: true,
      });
      expect(result.items.find(({ _id }) => _id === once)).toMatchObject({
        discount: { value: '10.00', type: 'percentage' },
        minBasket: 50,
        ends: night,
      });
      expect(result.gone).toEqual([{ _id: gone, name: 'Wczorajsza', contentType: 'leaflet' }]);
      expect(result.pushes.map(({ title }) => title)).toEqual(['Rano']);

      // RECALL-01, RECALL-02
      expect(result.pushes[0]).toMatchObject({ correctedAt: null, recalledAt: null });
      await world.db
        .updateTable('notification')
        .set({ title: 'Poprawione', correctedAt: new Date(from), recalledAt: new Date(from + 1) })
        .where('id', '=', result.pushes[0]?._id ?? '')
        .execute();
      const [correctedAt, recalledAt] = [new Date(from).toISOString(), new Date(from + 1).toISOString()];
      expect((await sheet(here)).pushes).toMatchObject([{ title: 'Poprawione', correctedAt, recalledAt }]);
    },
  );
  test('lists items withdrawn since the day before as gone, but not restored ones', { tags: ['SHEET-01'] }, async () => {
    const store = await aStore(world.db);
    const elsewhere = await aStore(world.db);
    const { from } = boundsOfDay(today());
    const [withdrawn, restored, notHere, began] = [
      await aContent(world.db, { title: 'Wycofany kupon' }),
      await aContent(world.db, { title: 'Przywrócony' }),
      await aContent(world.db, { title: 'Nie tu', includeStoreType: '', includeStores: [elsewhere] }),
      await aContent(world.db, { title: 'Od dzisiaj', publicationStart: new Date(from).toISOString() }),
    ];
    await world.db
      .updateTable('content')
      .set({ createdAt: new Date(from - 1) })
      .execute();
    const made = await aContent(world.db, { title: 'Zrobiony dzisiaj' });
    for (const contentId of [withdrawn, restored, notHere, began, made])
      expect((await world.staff(contentRoutes.remove, { token: admin, params: { contentId } })).status).toBe(204);
    await world.db.updateTable('content').set({ deletedAt: null }).where('id', '=', restored).execute();
    const result = await sheet(store);
    expect(result.gone).toEqual([{ _id: withdrawn, name: 'Wycofany kupon', contentType: 'leaflet' }]);
    expect(ids(result.items)).toEqual([restored]);
    // The sheet of a week earlier does not show the withdrawal.
    expect((await sheet(store, warsawDay(startOfDay(today(), -7)))).gone).toEqual([]);
  });
  test(
    'lists items retargeted or moved to another week since the day before as gone, as they were then',
    { tags: ['SHEET-01'] },
    async () => {
      const store = await aStore(world.db);
      const elsewhere = await aStore(world.db);
      const dates = { validityStart: '2026-01-01T00:00:00.000Z', validityEnd: '2092-01-01T00:00:00.000Z' };
      const there = { includeStoreType: '' as const, includeStores: [elsewhere] };
      const inAWeek = new Date(boundsOfDay(warsawDay(startOfDay(today(), 7))).from).toISOString();
      const [aimed, excluded, moved, back, never, lately, late] = [
        await aContent(world.db, { title: 'Przeniesiony', ...dates }),
        await aContent(world.db, { title: 'Wyłączony stąd', ...dates }),
        await aContent(world.db, { title: 'Za tydzień', ...dates }),
        await aContent(world.db, { title: 'Tam i z powrotem', ...dates }),
        await aContent(world.db, { title: 'Nigdy tu', ...dates, ...there }),
        await aContent(world.db, { title: 'Dopiero od dzisiaj', ...dates, ...there }),
        await aContent(world.db, { title: 'Usunięty potem', ...dates }),
      ];
      await world.db
        .updateTable('content')
        .set({ createdAt: new Date(boundsOfDay(today()).from - 1) })
        .execute();
      const made = await aContent(world.db, { title: 'Zrobiony dzisiaj', ...dates });
      const change = async (contentId: string, body: object) => {
        const answer = await world.staff(`PATCH /api/v1/content-editor/${contentId}`, { token: admin, body });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      };
      for (const id of [aimed, back, made, late]) await change(id, there);
      await change(excluded, { excludeStores: [store] });
      await change(moved, { publicationStart: inAWeek, validityStart: inAWeek });
      await change(back, { includeStoreType: 'all', includeStores: [] });
      await change(never, { title: 'Nigdy tu, też dzisiaj', publicationStart: inAWeek, validityStart: inAWeek });
      // It was added and removed today, so it was not here the day before.
      await change(lately, { includeStoreType: 'all', includeStores: [] });
      await change(lately, there);
      expect((await world.staff(contentRoutes.remove, { token: admin, params: { contentId: late } })).status).toBe(204);
      const result = await sheet(store);
      expect(ids(result.gone)).toEqual([aimed, excluded, moved, late].toSorted());
      expect(result.gone.find(({ _id }) => _id === aimed)).toEqual({ _id: aimed, name: 'Przeniesiony', contentType: 'leaflet' });
      expect(ids(result.items)).toEqual([back]);
      // From tomorrow on it is old news, but for what came and went today.
      expect(ids((await sheet(store, warsawDay(startOfDay(today(), 1)))).gone)).toEqual(
        [aimed, excluded, moved, made, late, lately].toSorted(),
      );
      expect((await sheet(store, warsawDay(startOfDay(today(), 2)))).gone).toEqual([]);
      expect((await sheet(store, warsawDay(startOfDay(today(), -1)))).gone).toEqual([]);
    },
  );
  test(
    'marks items changed since the day before with fields and author, and no items changed earlier',
    { tags: ['SHEET-01'] },
    async () => {
      const store = await aStore(world.db);
      const prevImage = `cloudinary:${'a'.repeat(32)}.png`;
      const kept = {
        name: `${'a'.repeat(32)}.png`,
        contentHash: Buffer.alloc(32),
        bytes: 1,
        uploadedBy: 'test',
        askedAt: new Date(),
        leaving: false,
      };
      await world.db.insertInto('storedFile').values(kept).execute();
      const dates = { validityStart: '2026-01-01T00:00:00.000Z', validityEnd: '2086-01-01T00:00:00.000Z' };
      const old = await aContent(world.db, { title: 'Stara', ...dates });
      const untouched = await aContent(world.db, { title: 'Dawna', ...dates });
      const patched = await world.staff(`PATCH /api/v1/content-editor/${old}`, { token: admin, body: { title: 'Zmieniona' } });
      expect(patched.status, JSON.stringify(patched.body)).toBe(200);
      const body = { contentType: 'leaflet', name: 'Nowa', version: '', prevImage, ...dates };
      const made = (await world.staff('POST /api/v1/content-editor', { token: admin, body })) as { body: { _id: string } };
      const changedOn = async (day: string) => new Map((await sheet(store, day)).items.map(({ _id, changed }) => [_id, changed]));
      const now = await changedOn(today());
      expect(now.get(old)).toMatchObject({ isNew: false, fields: ['title'], by: expect.any(String) });
      expect(now.get(made.body._id)).toMatchObject({ isNew: true, fields: [] });
      expect(now.get(untouched)).toBeNull();
      expect((await changedOn(warsawDay(startOfDay(today(), 5)))).get(old)).toBeNull();
    },
  );
  test('the hours of the store on the day, as the calendar of the settings has it', { tags: ['SHEET-01', 'TRADE-01'] }, async () => {
    const store = await aStore(world.db, { mondayHours: '06:00-22:00', tuesdayHours: '06:00-22:00', sundayRule: 'tradingSundays' });
    const exceptions = [{ day: '2086-06-03', kind: 'closed' as const, note: 'Żałoba narodowa' }];
    const saved = await world.staff('POST /api/v1/settings-editor', {
      token: admin,
      body: { ...emptySettings, trading: { exceptions } },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await sheet(store, '2086-06-04')).hours).toMatchObject({ ranges: [{ opens: 360, closes: 1320 }], kind: 'weekday' });
    expect((await sheet(store, '2086-06-03')).hours).toMatchObject({ ranges: [], kind: 'closedDay', note: 'Żałoba narodowa' });
    expect((await sheet(await aStore(world.db), '2086-06-04')).hours).toBeNull();
    await world.staff('POST /api/v1/settings-editor', { token: admin, body: emptySettings });
  });
  test('rejects unknown stores with 404 and invalid days with 422', { tags: ['SHEET-01'] }, async () => {
    const ask = (query: string) => world.staff(`GET /api/v1/day-sheet?${query}`, { token: admin });
    expect((await ask('storeId=nosuchstore')).status).toBe(404);
    for (const day of ['2026-02-30', '1999-12-31', 'jutro']) {
      const refused = await ask(`storeId=${await aStore(world.db)}&day=${day}`);
      expect(refused.status, day).toBe(422);
      expect(problemIn(refused).fields).toEqual({ day: ['notDate'] });
    }
  });
});

describe('staff, and codes that do not scan', { tags: ['SHEET-03'] }, () => {
  const settings = async (daySheetForStaff: boolean): Promise<void> => {
    const saved = await world.staff('POST /api/v1/settings-editor', { token: admin, body: { ...emptySettings, daySheetForStaff } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  };
  test("staff may open their own store's sheet when the settings say so, and no other's", { tags: ['SHEET-03'] }, async () => {
    const [own, other] = [await aStore(world.db), await aStore(world.db)];
    const token = await world.person('sheet-staff', { storeId: own });
    const ask = async (storeId: string) => (await world.staff(`GET /api/v1/day-sheet?storeId=${storeId}`, { token })).status;
    await settings(false);
    expect([await ask(own), await ask(other)]).toEqual([403, 403]);
    await settings(true);
    expect([await ask(own), await ask(other)]).toEqual([200, 403]);
    const noStore = await world.tokenOf('no-store');
    expect((await world.staff(`GET /api/v1/day-sheet?storeId=${own}`, { token: noStore })).status).toBe(403);
    await settings(false);
  });
  test('a repeated report of a store for an item is stored once; a settled one may be filed again', { tags: ['SHEET-03'] }, async () => {
    const [store, second] = [await aStore(world.db, { name: 'Zgłasza' }), await aStore(world.db)];
    const item = await aContent(world.db, { contentType: 'promoCode', ean: '5901234123457' });
    const file = (storeId: string, contentId = item) => world.staff(daySheetRoutes.report, { token: admin, body: { storeId, contentId } });
    const twice = await Promise.all([file(store), file(store), file(store)]);
    expect(new Set(twice.map(({ body }) => body._id)).size).toBe(1);
    await file(second);
    const reports = () => world.staff(daySheetRoutes.reports, { token: admin, params: { contentId: item } });
    expect((await reports()).body).toHaveLength(2);
    expect((await reports()).body[0]).toMatchObject({ store: { _id: store, name: expect.stringContaining('Zgłasza') } });
    expect((await sheet(store)).items[0]?.reportedAt).not.toBeNull();
    const settle = () =>
      world.staff(daySheetRoutes.settle, { token: admin, params: { contentId: item, reportId: twice[0]?.body._id ?? '' } });
    expect([(await settle()).status, (await settle()).status]).toEqual([204, 404]);
    expect((await sheet(store)).items[0]?.reportedAt).toBeNull();
    expect((await file(store)).body._id).not.toBe(twice[0]?.body._id);
    expect([(await file(store, 'nosuchitem')).status, (await file('nosuchstore')).status]).toEqual([404, 404]);
  });
});
