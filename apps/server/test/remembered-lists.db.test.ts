import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdminApi } from '../src/compose-admin-api.ts';
import { aContent, aGroup, aStore } from './builders.ts';
import { type FreshWorld, freshWorld } from './fresh-world.ts';
import { readsOf } from './reads-of.ts';
import { countListed, storeIds } from '../src/features/stores/store.repository.ts';

const CALLERS = 20;
let world: FreshWorld;
/** Another process of the staff API on the same database. */
let other: FastifyInstance;
let admin: string;
let store: string;

beforeAll(async () => {
  world = await freshWorld();
  other = await buildAdminApi(world.world, world.db);
  admin = await world.tokenOf('admin');
  store = await aStore(world.db, { name: 'Przed' });
  await aContent(world.db, { name: 'Przed' });
  await aGroup(world.db, 'Przed', [store]);
  await sql`insert into popup (id, name, version, repeat) values ('p1', 'Przed', '', 1)`.execute(world.db);
  await sql`insert into knowledge (id, name, description, content) values ('k1', 'Przed', 'O', 'T')`.execute(world.db);
  await sql`insert into thread (id, thread_id, created_at) values ('t1', 'thread_przed', now())`.execute(world.db);
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, store_id, include_store_type)
    values ('n1', 'Przed', 'T', false, now(), 'a', 'a', ${store}, '')`.execute(world.db);
});
afterAll(async () => {
  await other.close();
  await world.close();
});

type Page = { items: Record<string, unknown>[]; total: number };
const ask = async (path: string, token: string): Promise<{ status: number; body: Page }> => {
  const reply = await other.inject({ method: 'GET', url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}` } });
  return { status: reply.statusCode, body: reply.json() };
};
const askMany = (path: string, token: string) => Promise.all(Array.from({ length: CALLERS }, () => ask(path, token)));

/** A write, a part of the list that it changes, and the difference in the total. */
type Write = [path: string, write: string, shown: string, more: number];
const writes: Write[] = [
  ['content-editor/list', `update content set name = 'Potem'`, '"name":"Potem"', 0],
  ['content-editor/list?name=przed', `update content set title = 'Przedtem'`, '"title":"Przedtem"', 1],
  ['content-editor/list', `update content set deleted_at = now()`, '"items":[]', -1],
  ['store-editor/list', `update store set name = 'Potem'`, '"name":"Potem"', 0],
  ['store-editor/list?counts=false', `update store set city = 'Hel'`, '"city":"Hel"', 0],
  [
    'store-editor/list',
    `insert into device (id, install_id, secret_hash, platform, app_version, main_store_id) select 'd', 'i', sha256_of('s'), 'android', '3.4.0', id from store`,
    '"main":1',
    0,
  ],
  ['store-group/list', `update store_group set name = 'Potem'`, '"name":"Potem"', 0],
  ['store-group/list', `update store set deleted_at = now()`, '"stores":0', 0],
  ['store-group/list', `update store set deleted_at = null`, '"stores":1', 0],
  ['store-group/list', `delete from store_group_member`, '"includeStores":[]', 0],
  ['popup-editor/list', `update popup set name = 'Potem'`, '"name":"Potem"', 0],
  ['popup-editor/list', `update popup set text = 'Dzień dobry'`, '"shown":{"place":1,"everyVersion":true}', 0],
  [
    'popup-editor/list',
    `insert into popup (id, name, text, version, repeat, created_at) values ('p0', 'Pierwszy', 'T', '', 1, '2020-01-01')`,
    '"place":2',
    1,
  ],
  ['popup-editor/list', `update popup set text = null`, '"shown":null', 0],
  ['knowledge-editor/list', `update knowledge set name = 'Potem'`, '"name":"Potem"', 0],
  ['knowledge-editor/list', `update knowledge set deleted_at = now()`, '"items":[]', -1],
  [
    'assistant/threads',
    `insert into thread_message (thread, role, content, created_at) values ('t1', 'assistant', '[]', now())`,
    '"messageCount":1',
    0,
  ],
  ['assistant/threads?filterUserMessages=true', `update thread set has_user_message = true`, '"_id":"t1"', 1],
  ['assistant/threads', `insert into thread (id, thread_id, created_at) values ('t2', 'thread_potem', now())`, 'thread_potem', 1],
  ['assistant/threads?threadId=potem', `delete from thread where id = 't2'`, '"items":[]', -1],
  ['assistant/threads?filterUserMessages=true', `update thread set has_user_message = false`, '"items":[]', -1],
  ['notification-editor/list', `update notification set errors = '{Stopped}'`, 'Stopped', 0],
  ['notification-editor/list?text=przed', `delete from notification`, '"items":[]', -1],
];

describe('a cached list', { tags: ['D-26'] }, () => {
  test.each(writes)('%s shows the change after %s', async (path, write, shown, more) => {
    const before = await ask(path, admin);
    expect(JSON.stringify(before.body)).not.toContain(shown);
    await sql.raw(write).execute(world.db);
    const answers = await askMany(path, admin);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(JSON.stringify(answers[0]?.body)).toContain(shown);
    expect(answers[0]?.body.total).toBe(before.body.total + more);
  });

  test('is served only to callers who may see it, even right after others read it', { tags: ['A19', 'ROLE-18', 'SEC-02'] }, async () => {
    await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, store_id, include_store_type)
      values ('n2', 'Tylko tu', 'T', false, now(), 'a', 'a', ${store}, '')`.execute(world.db);
    const own = await world.person('remembered-own', { storeId: store });
    const foreign = await world.person('remembered-foreign', { storeId: await aStore(world.db) });
    const lists = [
      'content-editor/list',
      'store-editor/list',
      'store-group/list',
      'popup-editor/list',
      'knowledge-editor/list',
      'assistant/threads',
    ];
    for (const path of lists) {
      const [seen, refused] = await Promise.all([askMany(path, admin), askMany(path, foreign)]);
      expect([path, ...new Set(seen.map(({ status }) => status))]).toEqual([path, 200]);
      expect([path, ...new Set(refused.map(({ status }) => status))]).toEqual([path, 403]);
    }
    const totals = async (token: string) => new Set((await askMany('notification-editor/list', token)).map(({ body }) => body.total));
    expect(await Promise.all([totals(admin), totals(own), totals(foreign)])).toEqual([new Set([1]), new Set([1]), new Set([0])]);
    await world.staff('POST /session/logout', { token: own });
    const after = await Promise.all([askMany('notification-editor/list', own), askMany('notification-editor/list', admin)]);
    expect(after.map((answers) => [...new Set(answers.map(({ status }) => status))])).toEqual([[401], [200]]);
  });
});

/** The stored counts of threads, and the actual ones. */
const threads = async () => {
  const counted = await sql`select sum(total)::int as total, sum(asked)::int as asked from thread_count`.execute(world.db);
  const there = await sql`select count(*)::int as total, (count(*) filter (where has_user_message))::int as asked from thread`.execute(
    world.db,
  );
  return { counted: counted.rows, there: there.rows };
};

test('stored counts of threads equal the actual ones, with many writers at once', { tags: ['D-26'] }, async () => {
  const one = async (n: number): Promise<void> => {
    await sql`insert into thread (id, thread_id, created_at, has_user_message) values (${`m${n}`}, ${`thread_m${n}`}, now(), ${n % 2 === 0})`.execute(
      world.db,
    );
    if (n % 3 === 0) await sql`update thread set has_user_message = not has_user_message where id = ${`m${n}`}`.execute(world.db);
    if (n % 5 === 0) await sql`delete from thread where id = ${`m${n}`}`.execute(world.db);
  };
  await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)));
  const { counted, there } = await threads();
  expect(counted).toEqual(there);
});

test('a search of stores reads what it finds and not every store', { tags: ['D-26'] }, async () => {
  // A connection on which nothing comes for long is given up, so not all in one statement.
  for (let last = 0; last < 20_000; last += 2_000)
    await sql`insert into store (id, name, street, city, zip_code, latitude, longitude, opening_hours, store_type, store_no)
      select 's' || n, 'Koszyk ' || n, 'Ulica ' || n, 'Hel', '00-001', 52, 21, '6–22', 'super', 100000 + n
      from generate_series(${sql.lit(last + 1)}, ${sql.lit(last + 2_000)}) n`.execute(world.db);
  await sql`vacuum analyze store`.execute(world.db);
  for (const part of [{ name: 'koszyk 1234' }, { address: 'ulica 1234' }, { name: '101234' }]) {
    const query = { page: 1, pageSize: 20, counts: false, name: '', address: '', sortField: 'name' as const, ...part };
    const window = { fromEnd: false, offset: 0, limit: 20 };
    const { rows } = await readsOf(world.db, 'store', async (db) => [await countListed(db, query), await storeIds(db, query, window)]);
    expect(rows).toBeLessThan(100);
  }
});

test('every list of a restored copy is its own, though it has counted to the same number', { tags: ['F53', 'D-26'] }, async () => {
  await sql`insert into knowledge (id, name, description, content) values ('k2', 'Dalej', 'O', 'T')`.execute(world.db);
  await sql`insert into popup (id, name, version, repeat) values ('p2', 'Dalej', '', 1)`.execute(world.db);
  await sql`insert into thread (id, thread_id, created_at) values ('t3', 'thread_dalej', now())`.execute(world.db);
  await aGroup(world.db, 'Dalej', [await aStore(world.db, { name: 'Dalej' })]);
  await aContent(world.db, { name: 'Dalej' });
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type)
    values ('n3', 'Dalej', 'T', false, now(), 'a', 'a', 'all')`.execute(world.db);
  // Lists that are counted, and not read from stored counts.
  const lists = ['content', 'store', 'popup', 'knowledge'].map((name) => `${name}-editor/list`);
  const others = ['store-group/list', 'assistant/threads?threadId=thread_', 'notification-editor/list?text=dalej'];
  const totals = () => Promise.all([...lists, ...others].map(async (path) => [path, (await ask(path, admin)).body.total] as const));
  const before = await totals();
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of ['content', 'store', 'popup', 'knowledge', 'store_group', 'thread', 'notification'])
      await sql`delete from ${sql.table(table)} where ctid = (select max(ctid) from ${sql.table(table)})`.execute(trx);
    await sql`create or replace function incarnation() returns text language sql stable as $$ select 'copy' $$`.execute(trx);
  });
  expect(await totals()).toEqual(before.map(([path, total]) => [path, total - 1]));
});
