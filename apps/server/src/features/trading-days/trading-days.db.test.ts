import { nameWithCity } from '@endcap/contract/core';
import type { ImportReport } from '@endcap/contract/imports';
import { appStoreRoutes, storeRoutes } from '@endcap/contract/stores';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStoreDraft } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

const SERVICE_TOKEN = 'service-token-of-the-tests-0123456789';
let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN });
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const weekOf = (hours: string): Record<string, string> =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => [`${weekday}Hours`, hours]),
  );
const create = async (facts: Record<string, unknown> = {}) =>
  (await world.staff(storeRoutes.create, { token: admin, body: aStoreDraft(facts) })).body;
const change = (id: string, body: Record<string, unknown>) =>
  world.staff(`PATCH /api/v1/store-editor/${id}`, { token: admin, body }) as Promise<{ status: number; body: Record<string, unknown> }>;
const opening = (body: Record<string, unknown>, token = admin) => world.staff(tradingDayRoutes.opening, { token, body });
const onPhone = async (id: string) => {
  await world.appApp.refresh();
  return (await world.phone(appStoreRoutes.list, { query: {} })).body.items.find(({ _id }: { _id: string }) => _id === id);
};
const stopAt = (instant: string): void => void (world.clock.stoppedAt = Date.parse(instant));

test(
  'normalizes, validates and records hours, Sunday rule and exceptions like other fields of a store',
  { tags: ['TRADE-02'] },
  async () => {
    const fresh = await create();
    expect(fresh).toMatchObject({ mondayHours: null, sundayHours: null, sundayRule: 'tradingSundays', hoursExceptions: [] });
    const store = await create({ mondayHours: '6–22', sundayRule: 'always', hoursExceptions: [{ day: '2026-12-24', hours: '8-14' }] });
    const stored = { mondayHours: '06:00-22:00', sundayRule: 'always', hoursExceptions: [{ day: '2026-12-24', hours: '08:00-14:00' }] };
    expect((await world.staff(`GET /api/v1/store-editor/${store._id}`, { token: admin })).body).toMatchObject(stored);
    expect((await change(store._id, { mondayHours: '06:00-22:00', hoursExceptions: stored.hoursExceptions })).status).toBe(200);
    const refused = await change(store._id, {
      mondayHours: 'rano',
      sundayRule: 'sometimes',
      hoursExceptions: [
        { day: '2026-12-24', hours: '' },
        { day: '2026-12-24', hours: '' },
      ],
    });
    expect(refused.status).toBe(422);
    expect(problemIn(refused).fields).toEqual({
      mondayHours: ['notHours'],
      sundayRule: ['unknown'],
      'hoursExceptions.1.day': ['dayTwice'],
    });
    expect((await change(store._id, { mondayHours: null, hoursExceptions: null })).body).toMatchObject({
      mondayHours: null,
      hoursExceptions: [],
    });
    const changes = await world.db.selectFrom('history').where('entityId', '=', store._id).orderBy('seq').select('changes').execute();
    // The same value in another spelling is not recorded as a change.
    expect(changes.map((one) => one.changes).slice(1)).toEqual([
      { mondayHours: ['06:00-22:00', null], hoursExceptions: [stored.hoursExceptions, []] },
    ]);
  },
);

test('the import reads hours and exceptions; an exception without hours means closed', { tags: ['TRADE-02'] }, async () => {
  const put = (payload: string) =>
    world.staff('PUT /api/v1/import/stores', { token: SERVICE_TOKEN, payload, headers: { 'content-type': 'text/csv' } }) as Promise<{
      status: number;
      body: ImportReport & { error: { report: ImportReport } };
    }>;
  const { _id } = await create({ storeNo: 501 });
  const header = 'storeNo;mondayHours;sundayHours;sundayRule;hoursExceptions';
  expect((await put(`${header}\n501;6-22;;never;2026-12-24 8-14, 2026-12-27`)).status).toBe(422);
  expect((await put(`${header}\n501;6-22;;never;"2026-12-24 8-14; 27.12.2026"`)).status).toBe(200);
  expect((await world.staff(`GET /api/v1/store-editor/${_id}`, { token: admin })).body).toMatchObject({
    mondayHours: '06:00-22:00',
    sundayHours: null,
    sundayRule: 'never',
    hoursExceptions: [
      { day: '2026-12-24', hours: '08:00-14:00' },
      { day: '2026-12-27', hours: null },
    ],
  });
  const wrong = await put(`storeNo;tuesdayHours\n501;od rana`);
  expect(wrong.body.error.report.problems).toMatchObject([{ line: 2, column: 'tuesdayHours', code: 'notHours', value: 'od rana' }]);
});

test('a temporarily closed store is closed on phones, and its opening hours announce it two weeks ahead', { tags: ['E-67'] }, async () => {
  const closure = { day: '2026-12-07', until: '2026-12-20', reason: 'remont' };
  const { _id } = await create({ ...weekOf('6-22'), openingHours: 'codziennie 6–22', hoursExceptions: [closure] });
  const openingAt = async (instant: string) => {
    stopAt(instant);
    const { openNow, opensAt, openingHours } = (await onPhone(_id)) ?? {};
    return { openNow, opensAt, openingHours };
  };
  expect(await openingAt('2026-11-20T12:00:00Z')).toMatchObject({ openNow: true, openingHours: 'codziennie 6–22' });
  const announced = '7–20 grudnia: nieczynne (remont)\ncodziennie 6–22';
  expect(await openingAt('2026-11-27T12:00:00Z')).toMatchObject({ openNow: true, openingHours: announced });
  const monday = '2026-12-21T05:00:00.000Z';
  expect(await openingAt('2026-12-07T12:00:00Z')).toEqual({ openNow: false, opensAt: monday, openingHours: announced });
  expect(await openingAt('2026-12-21T12:00:00Z')).toMatchObject({ openNow: true, openingHours: 'codziennie 6–22' });
});

test(
  'phones get whether a store is open, until or from when, and its hours of today, across both clock changes',
  { tags: ['TRADE-03'] },
  async () => {
    const { _id } = await create({ ...weekOf('6-22'), sundayRule: 'always' });
    const unknown = await create();
    const openFor = async (instant: string) => {
      stopAt(instant);
      const { openNow, opensAt, closesAt } = (await onPhone(_id)) ?? {};
      return { openNow, opensAt, closesAt };
    };
    // 25 October 2026 has 25 hours, 28 March 2027 has 23.
    expect(await openFor('2026-10-25T04:59:00Z')).toEqual({ openNow: false, opensAt: '2026-10-25T05:00:00.000Z', closesAt: null });
    expect(await openFor('2026-10-25T05:00:00Z')).toEqual({ openNow: true, opensAt: null, closesAt: '2026-10-25T21:00:00.000Z' });
    expect(await openFor('2027-03-28T03:59:00Z')).toEqual({ openNow: false, opensAt: '2027-03-28T04:00:00.000Z', closesAt: null });
    expect(await openFor('2027-03-28T04:00:00Z')).toEqual({ openNow: true, opensAt: null, closesAt: '2027-03-28T20:00:00.000Z' });
    expect((await onPhone(_id))?.hoursToday).toEqual([{ opens: '06:00', closes: '22:00' }]);
    expect(await onPhone(unknown._id)).toMatchObject({ openNow: null, opensAt: null, closesAt: null, hoursToday: null });
    // The response depends on the time, so it must not be cached. It does not have the fields of the form.
    const { headers, body } = await world.phone(appStoreRoutes.list, { query: {} });
    expect([headers['cache-control'], headers['etag']]).toEqual(['no-store', undefined]);
    expect(Object.keys(body.items[0] ?? {}).filter((name) => /^(monday|sunday|hoursEx)/.test(name))).toEqual([]);
    world.clock.stoppedAt = null;
  },
);

test(
  'an exception of administrators applies to phones at once and is in the history with its note',
  { tags: ['TRADE-01', 'TRADE-03'] },
  async () => {
    const { _id } = await create(weekOf('6-22'));
    stopAt('2026-11-29T10:00:00Z');
    expect((await onPhone(_id))?.openNow).toBe(false);
    const exceptions = [{ day: '2026-11-29', kind: 'trading', note: 'Jarmark' }];
    const { status } = await world.staff('POST /api/v1/settings-editor', { token: admin, body: { trading: { exceptions } } });
    expect(status).toBe(200);
    expect((await onPhone(_id))?.openNow).toBe(true);
    const twice = await world.staff('POST /api/v1/settings-editor', {
      token: admin,
      body: { trading: { exceptions: [...exceptions, { day: '2026-11-29', kind: 'closed' }] } },
    });
    expect(problemIn(twice as never).fields).toEqual({ 'trading.exceptions.1.day': ['dayTwice'] });
    const last = await world.db
      .selectFrom('history')
      .where('entity', '=', 'settings')
      .orderBy('seq', 'desc')
      .select('changes')
      .executeTakeFirst();
    expect(last?.changes).toEqual({ trading: [{ exceptions: [] }, { exceptions }] });
    world.clock.stoppedAt = null;
  },
);

test('counts the closed stores of an audience; for an employee only the own store', { tags: ['TRADE-04', 'TRADE-05'] }, async () => {
  await world.db.updateTable('store').set({ deletedAt: new Date() }).execute();
  const [typical, always, unknown] = [
    await create({ ...weekOf('6-22'), storeType: 'super' }),
    await create({ ...weekOf('0-24'), sundayRule: 'always' }),
    await create(),
  ];
  stopAt('2026-11-25T20:30:00Z');
  const days = [{ day: '2026-12-25', edge: 'end' }];
  expect((await opening({ days })).body).toEqual({
    stores: 3,
    hoursUnknown: 1,
    closedNow: 0,
    closingSoon: 1,
    days: [
      {
        day: '2026-12-25',
        edge: 'end',
        closed: 1,
        named: [{ _id: typical._id, name: nameWithCity(typical), storeNo: typical.storeNo }],
        nearest: '2026-12-23',
      },
    ],
  });
  stopAt('2026-11-25T21:00:00Z');
  expect((await opening({ includeStoreType: '', includeStores: [typical._id, unknown._id] })).body).toMatchObject({
    stores: 2,
    hoursUnknown: 1,
    closedNow: 1,
  });
  expect((await opening({ excludeStores: [typical._id], days })).body).toMatchObject({ stores: 2, closedNow: 0, days: [{ closed: 0 }] });
  const mine = await world.person('opening-staff', { storeId: always._id });
  expect((await opening({}, mine)).body).toEqual({ stores: 1, hoursUnknown: 0, closedNow: 0, closingSoon: 0, days: [] });
  const nobody = await world.person('opening-nobody', {});
  expect((await opening({}, nobody)).body).toMatchObject({ stores: 0 });
  expect((await opening({ days: [{ day: 'soon', edge: 'end' }] })).status).toBe(422);
  // At the start of a planned send, by Warsaw's clocks: closed at five, open at seven, closing at half past nine in the evening.
  const typicalAt = (at: string) => opening({ includeStoreType: '', includeStores: [typical._id], at });
  expect((await typicalAt('2026-11-27T04:00:00Z')).body).toMatchObject({ stores: 1, closedNow: 1 });
  expect((await typicalAt('2026-11-27T07:00:00+01:00')).body).toMatchObject({ closedNow: 0, closingSoon: 0 });
  expect((await typicalAt('2026-11-27T20:30:00Z')).body).toMatchObject({ closedNow: 0, closingSoon: 1 });
  for (const [at, code] of [
    ['2026-11-24T08:00:00Z', 'inPast'],
    ['2027-03-01T08:00:00Z', 'tooFar'],
    ['+010000-01-01T00:00:00Z', 'notDate'],
  ] as const)
    expect(problemIn((await typicalAt(at)) as never).fields, at).toEqual({ at: [code] });
  world.clock.stoppedAt = null;
});
