import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { aContent } from './builders.ts';
import { type FreshWorld, freshWorld } from './fresh-world.ts';
import { readsOf } from './reads-of.ts';
import { contentIds, contentRows } from '../src/features/content/content.repository.ts';
import { notificationIds, notificationRows } from '../src/features/notifications/notification.repository.ts';
import { pageWindow } from '../src/platform/db/page-window.ts';

const TOTAL = 10_000;
const PAGE_SIZE = 20;
const pages = TOTAL / PAGE_SIZE;
/** Far fewer than any other way of reading would take. */
const FEW = 5 * PAGE_SIZE;

let world: FreshWorld;
/** Vacuums a table until all its pages are all-visible, as index-only scans need. Concurrent transactions may delay that. */
const settled = (table: string): Promise<void> =>
  vi.waitFor(
    async () => {
      await sql`vacuum analyze ${sql.table(table)}`.execute(world.db);
      const { rows } = await sql`select relallvisible = relpages as whole from pg_class where relname = ${table}`.execute(world.db);
      expect(rows).toEqual([{ whole: true }]);
    },
    { timeout: inject('patience').start },
  );
beforeAll(async () => {
  world = await freshWorld();
  await sql`insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, include_store_type)
    select 'n' || n, 'T', 'C', false, now(), now() - make_interval(mins => n), 'a', 'a', 'all' from generate_series(1, ${TOTAL}::int) n`.execute(
    world.db,
  );
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'content' and table_schema = 'public' and is_generated = 'NEVER' and column_name not in ('id', 'name', 'publication_start')`.execute(
    world.db,
  );
  const same = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  const first = await aContent(world.db, {});
  await sql`insert into content (id, name, publication_start, ${same}) select 'c' || n, 'N' || n, now() - make_interval(mins => n), ${same}
    from content, generate_series(2, ${TOTAL}::int) n where id = ${first}`.execute(world.db);
  for (const table of ['notification', 'content']) await settled(table);
});
afterAll(() => world.close());

type Query = { page: number; pageSize: number };
const windowOf = (query: Query) => pageWindow(query, TOTAL) ?? { fromEnd: false, offset: 0, limit: 0 };
const lists = {
  notification: (query: Query) =>
    readsOf(world.db, 'notification', async (db) =>
      notificationRows(db, await notificationIds(db, { ...query, text: '', scope: null }, windowOf(query))),
    ),
  content: (query: Query) =>
    readsOf(world.db, 'content', async (db) =>
      contentRows(db, await contentIds(db, { ...query, name: '', sortField: '-publicationStart' }, windowOf(query), world.world.now())),
    ),
};
test.each(['notification', 'content'] as const)(
  'any page of %s reads its own rows alone, found from the nearer end by an index',
  { tags: ['D-26'] },
  async (list) => {
    for (const page of [1, pages / 2, pages]) expect((await lists[list]({ page, pageSize: PAGE_SIZE })).rows, `${page}`).toBeLessThan(FEW);
    const entries = async (page: number) => (await lists[list]({ page, pageSize: PAGE_SIZE })).entries;
    expect(await entries(pages)).toBeLessThan(FEW);
    expect(await entries(pages / 4)).toBeLessThan(TOTAL / 4 + FEW);
    expect(await entries((pages * 3) / 4)).toBeLessThan(TOTAL / 4 + FEW);
  },
);
