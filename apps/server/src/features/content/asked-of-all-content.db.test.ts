import type { AudienceStore } from '@endcap/contract/audience';
import { contentFieldNames, contentFields } from '@endcap/contract/content';
import { deepLink } from '@endcap/contract/deep-links';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { readsOf } from '../../../test/reads-of.ts';
import type { Db } from '../../tables.ts';
import { publishedBetween } from './content.repository.ts';
import { contentLeadingTo, contentLinkingTo, contentNaming } from './content-usage.repository.ts';

const [STORES, GROUPS, ITEMS, AIMED_AT] = [2_000, 200, 3_000, 300];
/** The link that the tests store in text fields. */
const LINK = 'endcap://asked';
const day = new Date('2026-11-25T00:00:00Z');

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'content' and table_schema = 'public' and is_generated = 'NEVER'
      and column_name not in ('id', 'publication_end', 'include_store_type', 'include_stores', 'exclude_stores', 'include_store_groups')`.execute(
    world.db,
  );
  const same = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  const first = await aContent(world.db, { includeStoreType: 'super', publicationEnd: '2020-01-01T00:00:00Z' });
  // Three of ten are aimed at stores by name, as many keep some out, a few choose groups; one of ten is published still.
  const some = (share: number, from: number, of: number) => sql`case when n % 10 < ${share}::int
    then array(select distinct md5(((n * 7919 + k * 104729) % ${of}::int)::text) from generate_series(1, ${AIMED_AT}::int) k where n % 10 >= ${from}::int)
    else '{}' end`;
  await sql`insert into content (id, publication_end, include_store_type, include_stores, exclude_stores, include_store_groups, ${same})
    select 'c' || n, case when n % 100 < 10 then null else timestamptz '2025-01-01' + make_interval(mins => n) end,
      case when n % 10 < 3 then '' else 'super' end, ${some(3, 0, STORES)}, ${some(6, 3, STORES)},
      case when n % 50 = 0 then array[md5((n % ${GROUPS}::int)::text)] else '{}' end, ${same}
    from content, generate_series(1, ${ITEMS}::int) n where id = ${first}`.execute(world.db);
  await sql`vacuum analyze content`.execute(world.db);
});
afterAll(() => world.close());

/** Counts the TOAST rows that a query reads. Lists with hundreds of entries are stored there, outside the row. */
const longReads = (ask: (db: Db) => Promise<unknown>): Promise<number> =>
  world.db.transaction().execute(async (trx) => {
    const soFar = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_all_tables
        where relid = (select reltoastrelid from pg_class where oid = 'content'::regclass)`.execute(trx);
      return rows[0]?.read ?? 0;
    };
    const before = await soFar();
    await ask(trx);
    return (await soFar()) - before;
  });

/** Fields whose validation accepts a link unchanged. */
const linkable = contentFieldNames.filter((field) => {
  const { success, data } = contentFields[field].rule.safeParse(LINK);
  return success && typeof data === 'string' && data.includes(LINK);
});

test(
  'finds items by a link in any field that accepts one, and not by a longer link with the same start',
  { tags: ['LINK-01', 'C22'] },
  async () => {
    expect(linkable).toEqual(
      expect.arrayContaining(['name', 'title', 'url', 'description', 'datesInfoText', 'regulation1Name', 'productGroup']),
    );
    const ids: string[] = [];
    for (const field of linkable) {
      ids.push(await aContent(world.db, { [field]: LINK }), await aContent(world.db, { [field]: `${LINK}#2` }));
      await aContent(world.db, { [field]: `${LINK}9` });
    }
    const found = await contentLinkingTo(world.db, 'asked', LINK, day);
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect((await contentLeadingTo(world.db, ['asked'], [LINK])).count).toBe(ids.length);
    // Two halves of a link in adjacent fields are not a link.
    const halves = await aContent(world.db, { name: 'endcap://', title: 'halved' });
    expect((await contentLeadingTo(world.db, [], [deepLink('endcap://', 'halved')])).items).not.toContainEqual({
      id: halves,
      name: 'halved',
    });
  },
);

test('searching for links to an item reads no audience lists of other items', { tags: ['17.1', 'LINK-01'] }, async () => {
  expect(await longReads((db) => contentLeadingTo(db, ['c1'], ['endcap://c1']))).toBe(0);
  expect(await longReads((db) => contentLinkingTo(db, 'c1', 'endcap://c1', day))).toBe(0);
});

/** Counts the content items that match an SQL condition. */
const countOf = async (which: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from content where ${sql.raw(which)}`.execute(world.db)).rows[0]?.n ?? 0;

test(
  'finds content that names a store or group through an index, without reading other rows or long lists',
  { tags: ['17.1', 'D-31'] },
  async () => {
    const { rows } = await sql<{ store: string; group: string }>`select md5('7') as store, md5('50') as group`.execute(world.db);
    const { store = '', group = '' } = rows[0] ?? {};
    const naming = {
      store: await countOf(`'${store}' = any(include_stores || exclude_stores)`),
      group: await countOf(`'${group}' = any(include_store_groups)`),
    };
    expect([naming.store > 50, naming.group > 0]).toEqual([true, true]);
    for (const [what, id] of [
      ['store', store],
      ['group', group],
    ] as const) {
      expect((await contentNaming(world.db, what, id)).count).toBe(naming[what]);
      expect((await readsOf(world.db, 'content', (db) => contentNaming(db, what, id))).rows, what).toBe(naming[what]);
      expect(await longReads((db) => contentNaming(db, what, id)), what).toBe(0);
    }
  },
);

test(
  'the day sheet reads only items published that day or naming its store or groups, and long lists of shown items only',
  { tags: ['17.1', 'SHEET-01'] },
  async () => {
    const { rows } = await sql<{ store: string; group: string }>`select md5('7') as store, md5('50') as group`.execute(world.db);
    const { store: id = '', group = '' } = rows[0] ?? {};
    const store: AudienceStore = { id, storeType: 'contact', groups: [group], formerGroups: [], deleted: false };
    const ask = (db: Db) => publishedBetween(db, store, day, day);
    const shown = await ask(world.db);
    const named = await countOf(`'${id}' = any(include_stores) or '${group}' = any(include_store_groups)`);
    const published = await countOf('publication_end is null');
    expect(shown.map(({ _id }) => _id).toSorted()).toEqual(
      (
        await sql<{ id: string }>`select id from content where publication_end is null and
        (include_store_type = 'all' or ${id} = any(include_stores) or ${group} = any(include_store_groups))`.execute(world.db)
      ).rows
        .map((row) => row.id)
        .toSorted(),
    );
    expect((await readsOf(world.db, 'content', ask)).rows).toBeLessThanOrEqual(published + named);
    const perItem = 6;
    expect(await longReads(ask)).toBeLessThanOrEqual(perItem * shown.length);
  },
);
