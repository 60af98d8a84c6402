import { appStoreRoutes } from '@endcap/contract/stores';
import { openingsAt, tradingCalendar, type TradingException, weekdays } from '@endcap/contract/trading-days';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aGroup, aStore, times } from '../../../test/builders.ts';
import { callerOf } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { buildAppApi } from '../../compose-app-api.ts';
import { createAppChanges } from '../app-changes/index.ts';
import { createAppStores } from './stores-for-phones.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.stoppedAt = null;
  await sql`update store set deleted_at = now()`.execute(world.db);
});

/** Starts a node of the app API that counts its database queries for stores. */
const countingNode = async () => {
  let asked = 0;
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('"store"')) asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const node = await buildAppApi(world.world, db);
  const phone = callerOf(node);
  return {
    node,
    list: async (query: { near?: string; limit?: string } = {}) => (await phone(appStoreRoutes.list, { query })).body.items,
    lookNow: node.refresh,
    asked: async (ask: () => Promise<unknown>): Promise<number> => {
      const before = asked;
      await ask();
      return asked - before;
    },
  };
};
const openDaily = (hours: string) => ({
  ...Object.fromEntries(weekdays.map((weekday) => [`${weekday}Hours`, hours])),
  sundayRule: 'always' as const,
});

test('requests of phones cause no queries for stores; only a change of stores or groups does', { tags: ['17.3', 'APP-08'] }, async () => {
  const [first, second] = [await aStore(world.db, { name: 'Brzoza' }), await aStore(world.db, { name: 'Łąka' })];
  for (const n of times(250, (at) => at)) await aStore(world.db, { name: `Sklep ${n}` });
  const { node, list, lookNow, asked } = await countingNode();
  await lookNow();
  const everyWay = async (): Promise<void> => {
    for (const n of times(20, (at) => at)) {
      expect(await list()).toHaveLength(252);
      expect(await list({ limit: '3' })).toHaveLength(3);
      expect(await list({ near: `50.${n},19.94`, limit: '2' })).toHaveLength(2);
    }
  };
  expect(await asked(everyWay)).toBe(0);
  await world.db.updateTable('store').set({ name: 'Zagajnik' }).where('id', '=', first).execute();
  // One query for the changed stores, and one for the order of all.
  const perLook = await asked(lookNow);
  await aGroup(world.db, 'Grupa', [second]);
  expect(await asked(lookNow)).toBe(perLook);
  const names = (await list()).map(({ name }) => name);
  expect([names[0], names.at(-1), names.length]).toEqual(['Łąka', 'Zagajnik', 252]);
  await world.db.updateTable('store').set({ deletedAt: new Date() }).where('id', '=', second).execute();
  await lookNow();
  expect((await list()).map(({ _id }) => _id)).not.toContain(second);
  await node.close();
});

test(
  'equal requests get the same bytes until a store opens or closes, the day ends, or stores or exceptions change',
  { tags: ['17.3', 'TRADE-03'] },
  async () => {
    await aStore(world.db, openDaily('06:00-22:00'));
    const changes = createAppChanges({ db: world.db, onError: () => {} });
    let exceptions: TradingException[] = [];
    const { answer } = createAppStores({ changes, now: world.world.now, tradingExceptions: () => exceptions });
    const at = (instant: string) => {
      world.clock.stoppedAt = Date.parse(instant);
      return answer({});
    };
    const morning = await at('2026-11-25T05:00:00Z');
    expect(await at('2026-11-25T20:59:59.999Z')).toBe(morning);
    const evening = await at('2026-11-25T21:00:00Z');
    expect(evening).not.toBe(morning);
    expect(await at('2026-11-25T22:59:59Z')).toBe(evening);
    const night = await at('2026-11-25T23:00:00Z');
    expect(night).not.toBe(evening);
    exceptions = [{ day: '2026-11-26', kind: 'closed', note: null }];
    const closed = await at('2026-11-25T23:00:00Z');
    expect(closed).not.toBe(night);
    await aStore(world.db);
    await changes.refreshNow();
    expect(await at('2026-11-25T23:00:00Z')).not.toBe(closed);
  },
);

test('phones get the opening state of the instant, also after the clock is set back', { tags: ['17.3', 'TRADE-03'] }, async () => {
  const hours = ['06:00-22:00', '18:00-02:00', '08:00-12:00, 13:00-18:00', '00:00-24:00'];
  const ids = await Promise.all(hours.map((daily, n) => aStore(world.db, { name: `Sklep ${n}`, ...openDaily(daily) })));
  ids.push(await aStore(world.db, { name: 'Sklep bez godzin' }));
  const { node, list, lookNow } = await countingNode();
  await lookNow();
  const rows = await world.db.selectFrom('store').where('deletedAt', 'is', null).selectAll().execute();
  const start = Date.parse('2026-10-24T20:00:00Z');
  const instants = times(40, (n) => start + n * 3_600_000).flatMap((turn) => [turn - 1, turn]);
  for (const at of [...instants, ...instants.toReversed()]) {
    world.clock.stoppedAt = at;
    const openingOf = openingsAt(at, tradingCalendar([]));
    const told = await list();
    expect(told.map(({ _id }) => _id)).toEqual(ids);
    for (const row of rows)
      expect(
        told.find(({ _id }) => _id === row.id),
        new Date(at).toISOString(),
      ).toMatchObject(openingOf(row));
  }
  await node.close();
});

test('sorts stores by distance, equally distant ones by id, each with its distance', { tags: ['APP-08'] }, async () => {
  const places = [
    [50.06, 19.94],
    [54.35, 18.65],
    [50.06, 19.94],
    [-50.06, -160.06],
    [52.23, 21.01],
  ] as const;
  const ids = await Promise.all(places.map(([latitude, longitude], n) => aStore(world.db, { name: `S${n}`, latitude, longitude })));
  const { node, list, lookNow } = await countingNode();
  await lookNow();
  const near = await list({ near: '50.06,19.94' });
  const twins = [ids[0], ids[2]].toSorted();
  expect(near.map(({ _id }) => _id)).toEqual([...twins, ids[4], ids[1], ids[3]]);
  // Half of the way around the earth is as far as anything can be.
  expect(near.map(({ distanceKm }) => Math.round(distanceKm ?? -1))).toEqual([0, 0, 253, 485, 20_015]);
  expect(await list({ near: '50.06,19.94', limit: '3' })).toEqual(near.slice(0, 3));
  // Coordinates may have as many digits as those of an iPhone, but no more.
  expect((await list({ near: '50.06000000000017,19.94000000000051' })).map(({ _id }) => _id)).toEqual(near.map(({ _id }) => _id));
  expect((await world.phone(appStoreRoutes.list, { query: { near: `50.${'1'.repeat(21)},19.94` } })).status).toBe(400);
  expect((await list()).map((store) => 'distanceKm' in store)).toEqual(times(5, () => false));
  await node.close();
});
