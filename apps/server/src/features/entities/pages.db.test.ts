import { contentSorts } from '@endcap/contract/content';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aNotification, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { newId } from '../../platform/ids.ts';

let world: FreshWorld;
let admin: string;
let store: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  store = await aStore(world.db, { name: 'Żabi Skok' });
  // Ties and gaps in everything that is sorted by, and more than a handful of pages.
  for (let n = 0; n < 23; n += 1) {
    const day = (at: number) => (at === 0 ? null : `2026-0${at}-01T00:00:00Z`);
    const contentType = n % 2 ? 'banner' : 'leaflet';
    await aContent(world.db, { name: `N${n % 4}`, contentType, publicationStart: day(n % 4), publicationEnd: day(n % 3 && 8 + (n % 2)) });
    await aStore(world.db, { name: `Sklep ${n % 5}` });
  }
  await sql`insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, store_id, include_store_type)
    select 'n' || n, 'Tytuł ' || n % 2, 'Treść', false, now(), timestamptz '2026-01-01' + make_interval(hours => n / 3), 'a', 'a', case when n % 3 = 0 then ${store}::text end, ''
    from generate_series(1, 29) n`.execute(world.db);
  await sql`insert into thread (id, thread_id, created_at, has_user_message)
    select 't' || n, 'thread' || n, timestamptz '2026-01-01' + make_interval(hours => n / 3), n % 2 = 0 from generate_series(1, 21) n`.execute(
    world.db,
  );
});
afterAll(() => world.close());

type Page = { items: { _id: string }[]; total: number; page: number; pageCount: number };
const read = async (path: string, page: number, pageSize: number, scope?: string): Promise<Page> => {
  const url = `${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=${pageSize}`;
  const { status, body } = await world.staff(`GET /api/v1/${url}`, { token: admin, ...(scope && { store: scope }) });
  expect(status, url).toBe(200);
  return body as Page;
};
const ids = ({ items }: Page): string[] => items.map(({ _id }) => _id);
const naively = async (table: string, where: string, order: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`select id from ${sql.table(table)} where ${sql.raw(where)} order by ${sql.raw(order)}`.execute(world.db)
  ).rows.map(({ id }) => id);

const contentOrder = (sort: string): string => {
  const column = { name: 'name collate "pl-x-icu"', publicationStart: 'publication_start', publicationEnd: 'publication_end' }[
    sort.replace('-', '')
  ];
  return `${column} ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last, id`;
};
type List = [path: string, table: string, where: string, order: string, scope?: 'store'];
const filters = { '': 'true', 'contentType=banner': "content_type = 'banner'", 'name=n2': "name ilike '%n2%'" };
const open = 'coalesce(publication_start <= now(), true) and coalesce(publication_end >= now(), true)';
const lists: List[] = [
  ...contentSorts.flatMap((sort) =>
    Object.entries({ ...filters, 'published=true': open, 'published=false': `not (${open})` }).map(([filter, where]): List => [
      `content-editor/list?sortField=${sort}&${filter}`,
      'content',
      where,
      contentOrder(sort),
    ]),
  ),
  ['notification-editor/list', 'notification', 'true', 'created_at desc, id desc'],
  ['notification-editor/list?text=Tytu%C5%82%201', 'notification', "title = 'Tytuł 1'", 'created_at desc, id desc'],
  ['notification-editor/list', 'notification', 'store_id is not null', 'created_at desc, id desc', 'store'],
  ['store-editor/list', 'store', 'true', 'name collate "pl-x-icu", id'],
  ['store-editor/list?name=sklep%201', 'store', "name = 'Sklep 1'", 'name collate "pl-x-icu", id'],
  ['assistant/threads?sortField=-created_at', 'thread', 'true', 'created_at desc, id desc'],
  ['assistant/threads?sortField=created_at&filterUserMessages=true', 'thread', 'has_user_message', 'created_at, id'],
];

describe('pages that are read from the nearer end', { tags: ['D-26', 'A-17', 'A-18', 'A-19', 'A-20'] }, () => {
  test.each(lists)(
    '%s: every page number, one after the other, is the whole list in its order',
    async (path, table, where, order, inScope) => {
      const scope = inScope && store;
      const whole = await naively(table, where, order);
      expect(whole.length).toBeGreaterThan(3);
      for (const pageSize of [1, 4, 10_000]) {
        const pages: string[] = [];
        const { pageCount } = await read(path, 1, pageSize, scope);
        expect(pageCount).toBe(Math.ceil(whole.length / pageSize));
        for (let page = 1; page <= pageCount; page += 1) {
          const answer = await read(path, page, pageSize, scope);
          expect([answer.page, answer.total]).toEqual([page, whole.length]);
          pages.push(...ids(answer));
        }
        expect(pages).toEqual(whole);
        expect(await read(path, pageCount + 1, pageSize, scope)).toMatchObject({ items: [], total: whole.length });
      }
    },
  );
});

describe('totals are exact at once', { tags: ['D-26'] }, () => {
  test('a notification more and one less, by scope and by search; several at once', async () => {
    const total = async (text: string, scope?: string) => (await read(`notification-editor/list?text=${text}`, 1, 1, scope)).total;
    const before = [await total(''), await total('', store), await total('Kawa'), await total('Kawa', store)];
    const send = (scope?: string) =>
      world.staff('POST /api/v1/notification-editor', {
        token: admin,
        body: aNotification({ title: 'Kawa', isTest: true }),
        ...(scope && { store: scope }),
      });
    const sent = await Promise.all([send(), send(store), send(), send(store), send(store)]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const after = async () => [await total(''), await total('', store), await total('Kawa'), await total('Kawa', store)];
    expect(await after()).toEqual(before.map((n, at) => n + ([5, 3, 5, 3][at] ?? 0)));
    await sql`delete from notification where id = 'n3'`.execute(world.db);
    expect(await after()).toEqual(before.map((n, at) => n + ([4, 2, 5, 3][at] ?? 0)));
    const counted = await sql`select scope, total from notification_count where total <> (
      select count(*) from notification n where coalesce(n.store_id, '') = scope)`.execute(world.db);
    expect(counted.rows).toEqual([]);
  });

  test('the number of published items changes when an item begins and ends, to the millisecond and without a save', async () => {
    const at = Date.parse('2088-03-01T10:00:00Z');
    const published = async (now: number) => {
      world.clock.stoppedAt = now;
      return (await read('content-editor/list?published=true&name=godzinna', 1, 1)).total;
    };
    const facts = {
      name: 'Godzinna',
      publicationStart: new Date(at).toISOString(),
      publicationEnd: new Date(at + 3_600_000).toISOString(),
    };
    await aContent(world.db, facts);
    expect(await published(at - 1)).toBe(0);
    expect(await published(at)).toBe(1);
    expect(await published(at + 3_600_000)).toBe(1);
    expect(await published(at + 3_600_001)).toBe(0);
    world.clock.stoppedAt = null;
  });

  test('a store that is saved or deleted by somebody else is counted at once', async () => {
    const total = async () => (await read('store-editor/list?name=nowa', 1, 1)).total;
    expect(await total()).toBe(0);
    const id = await aStore(world.db, { id: newId(), name: 'Nowa' });
    expect(await total()).toBe(1);
    await world.staff(`DELETE /api/v1/store-editor/${id}`, { token: admin });
    expect(await total()).toBe(0);
  });
});
