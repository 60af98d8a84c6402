import { storeTypes } from '@endcap/contract/audience';
import { type AppContent, appContentRoutes, tabs } from '@endcap/contract/content';
import { appPopupRoutes } from '@endcap/contract/popups';
import { previewRoutes } from '@endcap/contract/preview';
import { appSettingsRoutes } from '@endcap/contract/settings';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { canBeSaved, randomAim } from '../../../test/random-aim.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

const HOUR = 3_600_000;
/** Viewers at instants. */
const { numRuns: CASES = 0, seed = 0 } = fc.readConfigureGlobal();
const ITEMS = 30;
/** So many viewers look at the same items, before some are edited, made and deleted. */
const CASES_OF_ONE_STATE = 50;
const SEGMENTS = ['a', 'b', 'c'];
const VERSIONS = ['1.0.0', '2.0.0', '2.5', '3.1.4', '999999'];

test(
  `${CASES} random viewers, items and instants: the preview shows what the app API gives that viewer under a clock that stands there`,
  { tags: ['PREV-02'] },
  async () => {
    const base = Date.now();
    const admin = await world.tokenOf('admin');
    const { db } = world;
    await db
      .insertInto('segment')
      .values(SEGMENTS.map((name) => ({ name, deletedAt: null })))
      .execute();
    const stores = await Promise.all(storeTypes.flatMap((storeType) => [1, 2].map(() => aStore(db, { storeType }))));
    const groups = await Promise.all([stores.slice(0, 3), stores.slice(2, 5), []].map((members, at) => aGroup(db, `G${at}`, members)));
    // One is no more, and one group either: they exclude still (A-72, D-30).
    await db
      .updateTable('store')
      .set({ deletedAt: new Date() })
      .where('id', '=', stores[5] ?? '')
      .execute();
    await db
      .updateTable('storeGroup')
      .set({ deletedAt: new Date() })
      .where('id', '=', groups[1] ?? '')
      .execute();
    for (const version of ['', '>=2.0.0'])
      await world.staff('POST /api/v1/popup-editor', {
        token: admin,
        body: { name: 'Popup', text: `Dla **${version}**`, version, repeat: 2 },
      });
    await world.staff('POST /api/v1/settings-editor', { token: admin, body: { appName: 'Koszyk', signatureValid: 'Ważne teraz' } });

    const hour = fc.option(fc.integer({ min: 0, max: 8 }).map((at) => new Date(base + at * HOUR).toISOString()));
    const anItem = fc
      .record({
        contentType: fc.constantFrom('leaflet' as const, 'banner' as const, 'promoCode' as const, 'navigation' as const),
        tab: fc.option(fc.constantFrom(...tabs)),
        hiddenOnStart: fc.boolean(),
        pinned: fc.boolean(),
        clickableWhenFuture: fc.boolean(),
        ...randomAim({ stores, groups, segments: SEGMENTS, versions: ['', '>=2.0.0', '<2.0.0', '1.x', '1.x || 3.x'] }),
        disabled: fc.boolean(),
        publicationStart: hour,
        publicationEnd: hour,
        validityStart: hour,
      })
      .filter(canBeSaved);
    const aCase = fc.record({
      storeId: fc.constantFrom(null, ...stores),
      segments: fc.subarray(SEGMENTS),
      appVersion: fc.constantFrom(...VERSIONS),
      tab: fc.constantFrom(...tabs),
      // Boundaries and the instants around them.
      hours: fc.integer({ min: 1, max: 8 }).chain((at) => fc.constantFrom(at, at + 0.5, at + 1 / HOUR, at - 1 / HOUR)),
      /** True: preview a future instant. False: set the clock to that instant and preview the present. */
      ahead: fc.boolean(),
    });

    const items: string[] = [];
    const edit = async (part: number): Promise<void> => {
      const drawn = fc.sample(anItem, { numRuns: ITEMS, seed: seed + part });
      for (const [at, facts] of drawn.entries()) {
        const old = items[at];
        if (old === undefined) items.push(await aContent(db, { ...facts, title: `Nr ${at}` }));
        else if (at % 3 === part % 3) await db.updateTable('content').set(facts).where('id', '=', old).execute();
        else if (at % 7 === part % 7) {
          await db.updateTable('content').set({ deletedAt: new Date() }).where('id', '=', old).execute();
          items[at] = await aContent(db, { ...facts, title: `Nr ${at}.${part}` });
        }
      }
      await world.appApp.refresh();
    };
    const here = (item: AppContent): AppContent =>
      JSON.parse(JSON.stringify(item).replaceAll(`"${world.world.config.ENDCAP_APP_URL}/`, '"/'));

    const cases = fc.sample(aCase, { numRuns: CASES, seed });
    for (const [n, { storeId, segments, appVersion, tab, hours, ahead }] of cases.entries()) {
      world.clock.stoppedAt = base;
      if (n % CASES_OF_ONE_STATE === 0) await edit(n / CASES_OF_ONE_STATE);
      const at = base + Math.round(hours * HOUR);
      const body = { storeId, segments, appVersion, ...(ahead && { at: new Date(at).toISOString() }) };
      if (!ahead) world.clock.stoppedAt = at;
      const { status, body: told } = await world.staff(previewRoutes.show, { token: admin, body });
      expect(status, JSON.stringify(told)).toBe(200);
      world.clock.stoppedAt = at;
      const query = { appVersion, segments: segments.join(), ...(storeId && { storeId }) };
      const { body: fed, ...answer } = await world.phone(appContentRoutes.feed, { query });
      const { body: ofTab } = await world.phone(appContentRoutes.feed, { query: { ...query, tab } });
      const about = { seed, n, body, at: told.at };
      expect(answer.status, JSON.stringify({ about, fed })).toBe(200);
      expect({ about, items: told.items, next: told.nextChangeAt }).toEqual({ about, items: fed.items.map(here), next: fed.nextChangeAt });
      expect({ about, tab, ids: told.tabs[tab] }).toEqual({ about, tab, ids: ofTab.items.map(({ _id }) => _id) });
      // Every item is either shown or hidden with a reason.
      expect(told.items.length + told.hiddenTotal).toBe(items.length + 2 - told.popups.length);
      for (const { because } of told.hidden) expect(because.length).toBeGreaterThan(0);
    }
    for (const appVersion of VERSIONS) {
      const { body: told } = await world.staff(previewRoutes.show, { token: admin, body: { appVersion } });
      expect(told.popups).toEqual((await world.phone(appPopupRoutes.list, { query: { appVersion } })).body.items);
      expect(told.settings).toEqual((await world.phone(appSettingsRoutes.read)).body);
      expect(told.brand.name).toBe('Koszyk');
    }
  },
);
