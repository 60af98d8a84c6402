import { setTimeout as sleep } from 'node:timers/promises';
import { ITEMS_MOST, type Preview, previewRoutes } from '@endcap/contract/preview';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent, aStore, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { readScene, type Scene } from './scene.ts';
import { showTo } from './show-to.ts';

const LEAFLETS = ITEMS_MOST * 2 + 50;
const DAY = 86_400_000;
const ends = new Date(Date.now() + DAY).toISOString();
const others = ['k1', 'k2', 'k3', 'nav'];

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  const { db } = world;
  const old = new Date(Date.now() - 30 * DAY).toISOString();
  await aContent(db, { id: 'c0', publicationStart: new Date(Date.now() - 60_000).toISOString() });
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = 'content'
    and table_schema = 'public' and is_generated = 'NEVER' and column_name not in ('id', 'publication_start', 'title')`.execute(db);
  const same = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  await sql`insert into content (id, title, publication_start, ${same})
    select 'c' || n, 'Nr ' || n, publication_start - make_interval(mins => n), ${same}
    from content, generate_series(1, ${LEAFLETS - 1}::int) n where id = 'c0'`.execute(db);
  // Behind all others: one that ends, those that other tabs show as cards, and two that are hidden by their version.
  await db
    .updateTable('content')
    .set({ publicationEnd: ends })
    .where('id', '=', `c${LEAFLETS - 2}`)
    .execute();
  for (const id of others.slice(0, 3)) await aContent(db, { id, contentType: 'promoCode', publicationStart: old });
  await aContent(db, { id: 'nav', contentType: 'navigation', navigationTab: 'loyalty', publicationStart: old });
  for (const id of ['x1', 'x2']) await aContent(db, { id, version: '>=9.0.0' });
  // The history begins.
  await world.staff('POST /api/v1/settings-editor', { token: admin, body: { appName: 'Koszyk' } });
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${`${'a'.repeat(32)}.png`}, sha256('a'), 1, 'admin', now())`.execute(db);
});
afterAll(() => world.close());

const leaflets = (count: number): string[] => times(count, (n) => `c${n}`);
const idsOf = ({ items }: Pick<Preview, 'items'>) => items.map(({ _id }) => _id);
const viewer = { storeId: null, segments: [], appVersion: '3.4.0' };
const preview = async (body: Record<string, unknown> = {}): Promise<Preview> => {
  const { status, body: result } = await world.staff(previewRoutes.show, { token: admin, body: { ...viewer, ...body } as never });
  expect(status, JSON.stringify(result)).toBe(200);
  return result;
};

test('returns the first items of each tab, but counts and examines all of them', { tags: ['17.1', 'PREV-01'] }, async () => {
  const result = await preview();
  expect(result.tabs.start).toEqual(leaflets(ITEMS_MOST));
  expect(result.tabs.flyers).toEqual([...leaflets(ITEMS_MOST), ...others]);
  // An item that is no card on a tab does not count towards its limit of cards.
  expect(result.tabs.coupons).toEqual([...leaflets(ITEMS_MOST), 'k1', 'k2', 'k3']);
  expect(idsOf(result)).toEqual([...leaflets(ITEMS_MOST), ...others]);
  expect(result.itemsTotal).toBe(LEAFLETS + others.length);
  expect(result.cardTotals).toEqual({ start: LEAFLETS + others.length, flyers: LEAFLETS, actions: 0, coupons: 3, loyalty: 1 });
  expect([result.hiddenTotal, result.hidden.map(({ id }) => id)]).toEqual([2, ['x1', 'x2']]);
  const goes = new Date(Date.parse(ends) + 1).toISOString();
  expect(result.nextChangeAt).toBe(goes);
  const turning = result.changes.filter(({ at }) => at === goes).flatMap(({ items }) => items);
  expect(turning).toEqual([{ id: `c${LEAFLETS - 2}`, name: `Nr ${LEAFLETS - 2}`, turning: 'goes' }]);
});

test('reads only the texts of items in the response', { tags: ['17.1', 'PREV-01'] }, async () => {
  const read: string[] = [];
  const scene = await readScene(world.db);
  const whole: Scene['whole'] = (db, ids) => {
    read.push(...ids);
    return scene.whole(db, ids);
  };
  const now = Date.now();
  const options = { scene: { ...scene, whole }, laid: null, appScheme: 'endcap://', most: ITEMS_MOST };
  const { shown } = await showTo(world.db, options, { ...viewer, at: now, from: now, until: now, now });
  expect(read.toSorted()).toEqual(idsOf(shown).toSorted());
  expect(read.length).toBe(ITEMS_MOST + others.length);
});

test(
  'returns visible items beyond the limit by their ids, in the order of the feed',
  { tags: ['17.1', 'PREV-01', 'PREV-05'] },
  async () => {
    const store = await aStore(world.db);
    const ask = async (body: Record<string, unknown>) =>
      world.staff(previewRoutes.items, { token: admin, body: { ...viewer, ...body } as never });
    const last = `c${LEAFLETS - 1}`;
    for (const storeId of [null, store]) {
      const { status, body } = await ask({ storeId, ids: ['k1', 'x1', last, 'nosuchitem', 'c3'] });
      expect([status, idsOf(body)]).toEqual([200, ['c3', last, 'k1']]);
      expect(body.items[0]).toEqual((await preview({ storeId })).items[3]);
    }
    expect((await ask({ ids: ['c3'], at: new Date(Date.now() + 2 * DAY).toISOString() })).body.items).toHaveLength(1);
    expect((await ask({ ids: [`c${LEAFLETS - 2}`], at: new Date(Date.now() + 2 * DAY).toISOString() })).body.items).toEqual([]);
    expect((await ask({ ids: times(5_001, (n) => `c${n}`) })).status).toBe(422);
    expect((await ask({})).status).toBe(422);
    expect((await ask({ ids: [], storeId: 'nosuchstore' })).status).toBe(422);
  },
);

test('includes the item of an unsaved form even beyond the limit', { tags: ['17.1', 'PREV-07'] }, async () => {
  const id = `c${LEAFLETS - 5}`;
  const { body: stored } = await world.staff(`GET /api/v1/content-editor/${id}`, { token: admin });
  const { publicationStart, ...its } = stored as Record<string, unknown>;
  const validity = { validityStart: publicationStart, validityEnd: new Date(Date.now() + DAY).toISOString() };
  const draft = { ...its, publicationStart, ...validity, title: 'W formularzu' };
  const result = await preview({ overlay: { kind: 'content', id, draft } });
  expect(result.tabs.start).toEqual([...leaflets(ITEMS_MOST), id]);
  expect(result.items.find(({ _id }) => _id === id)?.title).toBe('W formularzu');
  expect(result.itemsTotal).toBe(LEAFLETS + others.length);
});

test('evidence returns all items without a limit', { tags: ['17.1', 'PREV-08'] }, async () => {
  const at = new Date().toISOString();
  await sleep(5);
  const { status, body } = await world.staff('POST /api/v1/evidence', { token: admin, body: { ...viewer, at } });
  expect(status, JSON.stringify(body)).toBe(200);
  const { shown } = body as { shown: Pick<Preview, 'items' | 'tabs'> };
  expect(idsOf(shown)).toEqual([...leaflets(LEAFLETS), ...others]);
  expect(shown.tabs.start).toEqual([...leaflets(LEAFLETS), ...others]);
});
