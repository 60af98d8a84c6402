import { deepLink } from '@endcap/contract/deep-links';
import type { AudienceRule } from '@endcap/contract/audience';
import { sql } from 'kysely';
import { contentRoutes } from '@endcap/contract/content';
import { notificationRoutes } from '@endcap/contract/notifications';
import { describe, expect, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore, phones } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { endings } from '../../../../test/sending.ts';
import { createAppChanges } from '../../app-changes/index.ts';
import { createFeed } from '../../content/index.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';

const SERVICE_TOKEN = 'service-token-of-the-deletes-0123456789';

/** Customers of two stores and of none: every set of them has a sum of its own. */
const weights = { ours: 1, other: 2, none: 4 };
type Customers = keyof typeof weights;
const everybody: Customers[] = ['ours', 'other', 'none'];
const weighing = (devices: number): Customers[] => everybody.filter((who) => devices & weights[who]);

type Scene = { world: FreshWorld; admin: string; ours: string; other: string; group: string };
const setScene = async (): Promise<Scene> => {
  const world = await freshWorld({ ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN });
  const [ours, other] = [await aStore(world.db, { storeType: 'super' }), await aStore(world.db)];
  await phones(world.db, { main: ours, subscribed: [ours], count: weights.ours });
  await phones(world.db, { main: other, count: weights.other });
  await phones(world.db, { count: weights.none });
  await sql`insert into segment (name) values ('VIP'), ('Stali')`.execute(world.db);
  await sql`update device set segments = '{VIP}' where main_store_id = ${ours}`.execute(world.db);
  return { world, admin: await world.tokenOf('admin'), ours, other, group: await aGroup(world.db, 'Nasze', [ours]) };
};

const erase = async ({ world, admin, ours, group }: Scene, what: Deleted, item: string): Promise<void> => {
  const segments = { token: SERVICE_TOKEN, headers: { 'content-type': 'text/csv' }, payload: 'name\nStali\n' };
  const editors = { store: `store-editor/${ours}`, group: `store-group/${group}`, content: `content-editor/${item}` };
  const { status } =
    what === 'segment'
      ? await world.staff('PUT /api/v1/import/segments', segments)
      : await world.staff(`DELETE /api/v1/${editors[what]}`, { token: admin });
  expect(status).toBe(what === 'segment' ? 200 : 204);
};

type Rule = Partial<AudienceRule>;
const calls = ({ world, admin, ours, other }: Scene) => {
  const post = async (path: string, body: object) => {
    const answer = await world.staff(`POST /api/v1/${path}`, { token: admin, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body as Record<string, unknown>;
  };
  return {
    /** Returns the customers who find the item in a fresh feed. */
    feed: async (item: string): Promise<Customers[]> => {
      const changes = createAppChanges({ db: world.db, onError: () => {} });
      const feed = createFeed({ changes, now: world.world.now, app: { base: 'https://app.example', appScheme: 'endcap://' } });
      const storeIds = { ours, other, none: undefined };
      const sees = async (who: Customers) =>
        (await feed.item(item, { storeId: storeIds[who], segments: who === 'ours' ? ['VIP'] : [], appVersion: '3.4.0' })) !== null;
      const seen = await Promise.all(everybody.map(sees));
      return everybody.filter((_, at) => seen[at]);
    },
    /** Returns the customers who see the item according to the availability view; null if the item no longer exists. */
    availability: async (item: string): Promise<Customers[] | null> => {
      const headers = { accept: 'application/json' };
      const answer = await world.staff(contentRoutes.availability, { params: { contentId: item }, query: {}, token: admin, headers });
      if (answer.status === 404) return null;
      const rows = answer.body.stores.filter(({ available }) => available);
      return everybody.filter((who) => rows.some(({ id }) => id === { ours, other, none: '' }[who]));
    },
    estimate: async (rule: Rule) => weighing(Number((await post('notification-editor/audience', rule))['devices'])),
    /** Returns the customers who could open the item linked from a notification for everyone. */
    link: async (item: string) => {
      const { link } = await post('notification-editor/link-check', { url: deepLink(world.world.config.ENDCAP_APP_SCHEME, item) });
      const { devices, unable } = link as { devices: number; unable: number };
      return weighing(devices - unable);
    },
    send: async (rule: Rule): Promise<string> => {
      await world.db.deleteFrom('notificationQuota').execute();
      return String((await post('notification-editor', aNotification(rule)))['_id']);
    },
    pause: (id: string) => post(`notification-editor/${id}/pause`, {}),
    resume: (id: string) => post(`notification-editor/${id}/resume`, {}),
    /** Returns the customers reached by a notification that was accepted before the delete and is expanded after it. */
    expanded: async (id: string) => {
      while (await expandNext(world.db, endings));
      const { rows } = await sql<{ devices: number }>`select coalesce(sum(cardinality(devices)), 0)::int as devices
        from fan_out_chunk where notification_id = ${id}`.execute(world.db);
      return weighing(rows[0]?.devices ?? 0);
    },
  };
};

type Deleted = 'store' | 'group' | 'segment' | 'content';
type Cell = {
  of: Deleted;
  /** The role of the deleted entity in the rule. */
  as: string;
  rule: (scene: Scene) => Rule;
  /** Customers in the audience before the delete, and after it. */
  before: Customers[];
  after: Customers[];
  segments?: string[];
};

const none: Customers[] = [];
const table: Cell[] = [
  {
    of: 'group',
    as: 'excluded',
    rule: ({ group }) => ({ excludeStoreGroups: [group] }),
    before: ['other', 'none'],
    after: ['other', 'none'],
  },
  {
    of: 'group',
    as: 'excluded, its store chosen',
    rule: ({ group, ours }) => ({ includeStoreType: '', includeStores: [ours], excludeStoreGroups: [group] }),
    before: none,
    after: none,
  },
  {
    of: 'group',
    as: 'excluded, its type chosen',
    rule: ({ group }) => ({ includeStoreType: 'super', excludeStoreGroups: [group] }),
    before: none,
    after: none,
  },
  {
    of: 'group',
    as: 'chosen',
    rule: ({ group }) => ({ includeStoreType: '', includeStoreGroups: [group] }),
    before: ['ours'],
    after: none,
  },
  { of: 'group', as: 'chosen beside all', rule: ({ group }) => ({ includeStoreGroups: [group] }), before: everybody, after: everybody },
  { of: 'store', as: 'excluded', rule: ({ ours }) => ({ excludeStores: [ours] }), before: ['other', 'none'], after: ['other', 'none'] },
  {
    of: 'store',
    as: 'excluded by its group',
    rule: ({ group }) => ({ excludeStoreGroups: [group] }),
    before: ['other', 'none'],
    after: ['other', 'none'],
  },
  { of: 'store', as: 'chosen', rule: ({ ours }) => ({ includeStoreType: '', includeStores: [ours] }), before: ['ours'], after: none },
  {
    of: 'store',
    as: 'chosen by its group',
    rule: ({ group }) => ({ includeStoreType: '', includeStoreGroups: [group] }),
    before: ['ours'],
    after: none,
  },
  { of: 'store', as: 'meant by its type', rule: () => ({ includeStoreType: 'super' }), before: ['ours'], after: none },
  // Its customers become customers without a store.
  { of: 'store', as: 'one of all', rule: () => ({ includeStoreType: 'all' }), before: everybody, after: everybody },
  { of: 'segment', as: 'the only one', rule: () => ({}), segments: ['VIP'], before: ['ours'], after: ['ours'] },
  { of: 'segment', as: 'one of two', rule: () => ({}), segments: ['Stali', 'VIP'], before: ['ours'], after: ['ours'] },
  { of: 'content', as: 'itself', rule: () => ({}), before: everybody, after: none },
];

describe(
  'deleting a store, group, segment or item never widens the audiences that name it',
  { tags: ['D-30', 'API-GRP-06', 'API-STORE-07', 'A-72'] },
  () => {
    test.each(table)('$of, $as', async ({ of, rule: ruleOf, before, after, segments = [] }) => {
      const scene = await setScene();
      const { world } = scene;
      const given = ruleOf(scene);
      const rule: Rule = { includeStoreType: 'all', ...given };
      const item = await aContent(world.db, { ...rule, segments });
      const { feed, availability, link, estimate, send, pause, resume, expanded } = calls(scene);
      // Notifications have no segments, and their audience does not depend on the linked item.
      const narrowed = of === 'segment' || of === 'content';
      const [sentBefore, sentAfter] = narrowed ? [everybody, everybody] : [before, after];
      const storesOf = (who: Customers[]) => who.filter((one) => one !== 'none');

      expect(await feed(item)).toEqual(before);
      expect(await availability(item)).toEqual(segments.length > 0 ? ['ours', 'other'] : storesOf(before));
      expect(await link(item)).toEqual(before);
      // "All" with an exclusion leaves out customers without a store.
      const aimed = (who: Customers[]) => (given.excludeStores || given.excludeStoreGroups ? storesOf(who) : who);
      expect(await estimate(rule)).toEqual(aimed(sentBefore));
      const frozen = await send(rule);
      const paused = await send(rule);
      await pause(paused);

      await erase(scene, of, item);

      expect(await feed(item)).toEqual(after);
      const seenIn = segments.length > 0 ? (['ours', 'other'] as const) : storesOf(after).filter((one) => of !== 'store' || one !== 'ours');
      expect(await availability(item)).toEqual(of === 'content' ? null : seenIn);
      expect(await link(item)).toEqual(of === 'content' ? none : after);
      expect(await estimate(rule)).toEqual(aimed(sentAfter));
      // An accepted notification keeps its audience, sending or paused (S05, S08).
      await resume(paused);
      expect(await expanded(frozen)).toEqual(aimed(sentBefore));
      expect(await expanded(paused)).toEqual(aimed(sentBefore));
      await world.close();
    });

    test('a send to a store that is deleted later still reaches its subscribers; new sends and estimates are refused', async () => {
      const scene = await setScene();
      const { world, admin, ours } = scene;
      const toStore = (path: string, body: object) => world.staff(`POST /api/v1/${path}`, { token: admin, store: ours, body });
      expect((await toStore('notification-editor/audience', {})).body).toMatchObject({ devices: weights.ours });
      const { _id } = (await world.staff(notificationRoutes.send, { token: admin, store: ours, body: aNotification() })).body;
      await erase(scene, 'store', '');
      expect((await toStore('notification-editor/audience', {})).status).toBe(400);
      expect((await toStore('notification-editor', aNotification())).status).toBe(400);
      expect(await calls(scene).expanded(_id)).toEqual(['ours']);
      await world.close();
    });

    test('deleting a store and its group, in either order, keeps excluded customers excluded', async () => {
      for (const order of [
        ['store', 'group'],
        ['group', 'store'],
      ] as const) {
        const scene = await setScene();
        const item = await aContent(scene.world.db, { includeStoreType: 'all', excludeStoreGroups: [scene.group] });
        for (const what of order) await erase(scene, what, item);
        expect(await calls(scene).feed(item)).toEqual(['other', 'none']);
        expect(await calls(scene).link(item)).toEqual(['other', 'none']);
        await scene.world.close();
      }
    });

    test('the availability view names a deleted group that still excludes stores', async () => {
      const scene = await setScene();
      const { world, admin, ours, group } = scene;
      const item = await aContent(world.db, { includeStoreType: 'all', excludeStoreGroups: [group] });
      await erase(scene, 'group', item);
      const view = (accept: string) =>
        world.staff(contentRoutes.availability, { params: { contentId: item }, query: {}, token: admin, headers: { accept } });
      const { stores } = (await view('application/json')).body;
      expect(stores.find(({ id }) => id === ours)).toMatchObject({ because: 'groupExcluded', groups: [], formerGroups: ['Nasze'] });
      expect((await view('text/html')).body).toContain('wykluczona grupa: Nasze (usunięta)');
      await world.close();
    });

    test('a popup has no stores, groups or segments, so that no delete affects its audience', async () => {
      const { world } = await setScene();
      const { rows } = await sql<{ column: string }>`select column_name as column from information_schema.columns
      where table_name = 'popup' and column_name ~ 'store|group|segment'`.execute(world.db);
      expect(rows).toEqual([]);
      await world.close();
    });
  },
);
