import { decide, storeTypes } from '@endcap/contract/audience';
import { type AppContent, type Availability, availabilityOf } from '@endcap/contract/content';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { canBeSaved, randomAim } from '../../../test/random-aim.ts';
import { allStores } from '../stores/index.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const ITEMS = 100;
const VIEWERS = 100;

test('the feed, decide() and the availability view agree on 10,000 random combinations of item, audience and instant', async () => {
  const base = Date.now();
  const instantAt = (hour: number): string => new Date(base + hour * HOUR).toISOString();
  const stores = await Promise.all(storeTypes.flatMap((storeType) => [1, 2].map(() => aStore(world.db, { storeType }))));
  const groups = await Promise.all([stores.slice(0, 3), stores.slice(2, 5), []].map((members, at) => aGroup(world.db, `G${at}`, members)));
  const hour = fc.option(fc.integer({ min: 0, max: 8 }).map(instantAt));
  const anItem = fc
    .record({
      ...randomAim({ stores, groups, segments: ['a', 'b', 'c'], versions: ['', '>=2.0.0', '<2.0.0', '1.x', '1.x || 3.x'] }),
      disabled: fc.boolean(),
      publicationStart: hour,
      publicationEnd: hour,
    })
    .filter(canBeSaved);
  const aViewer = fc.record({
    storeId: fc.constantFrom(null, ...stores),
    segments: fc.subarray(['a', 'b', 'c', 'd']),
    appVersion: fc.constantFrom('1.0.0', '2.0.0', '2.5', '3.1.4', '999999'),
    // Boundaries and the instants around them.
    hour: fc.integer({ min: 1, max: 8 }).chain((at) => fc.constantFrom(at, at + 0.5, at + 1 / HOUR, at - 1 / HOUR)),
  });
  const { seed = 0 } = fc.readConfigureGlobal();
  const items = fc.sample(anItem, { numRuns: ITEMS, seed }).map((item) => ({ ...item, id: '' }));
  for (const item of items) {
    const { id: _, ...facts } = item;
    item.id = await aContent(world.db, facts);
  }
  const placed = new Map((await allStores(world.db)).map((store) => [store.id, store]));
  const admin = await world.tokenOf('admin');
  let compared = 0;
  // Sorted, so that the clock only moves forward.
  const viewers = fc.sample(aViewer, { numRuns: VIEWERS, seed }).toSorted((one, other) => one.hour - other.hour);
  for (const [shown, { storeId, segments, appVersion, hour: hours }] of viewers.entries()) {
    // Stops the clock, so that the instant is exact to the millisecond.
    const at = base + Math.round(hours * HOUR);
    world.clock.stoppedAt = at;
    const query = new URLSearchParams({
      appVersion,
      ...(storeId && { storeId }),
      ...(segments.length > 0 && { segments: segments.join() }),
    });
    const { body } = await world.phone(`GET /app/v1/content?${query}`);
    const fed = new Set((body as { items: AppContent[] }).items.map(({ _id }) => _id));
    const store = (storeId && placed.get(storeId)) || null;
    for (const item of items) {
      const { visible } = decide(item, { store, segments, appVersion, at });
      // Comparing what each case consists of would take longer than all the rest.
      if (fed.has(item.id) !== visible)
        expect({ item, storeId, segments, appVersion, at, fed: fed.has(item.id) }, `PROPERTY_SEED=${seed}`).toMatchObject({ fed: visible });
      compared++;
      if (store) {
        const [told] = availabilityOf(item, [store], at);
        const forAnybody = decide(item, { store, segments: null, appVersion: null, at });
        expect(told?.available).toBe(forAnybody.visible);
        if (visible) expect(told?.available).toBe(true);
      }
    }
    for (const some of items.slice((shown * 3) % ITEMS, ((shown * 3) % ITEMS) + 1)) {
      const { body: view } = await world.staff(`GET /api/v1/content-editor/${some.id}/availability`, {
        token: admin,
        headers: { accept: 'application/json' },
      });
      for (const row of (view as Availability).stores)
        expect(row.available).toBe(decide(some, { store: placed.get(row.id) ?? null, segments: null, appVersion: null, at }).visible);
    }
  }
  expect(compared).toBe(ITEMS * VIEWERS);
});
