import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { aContent, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { createAppChanges } from './app-changes.ts';
import { CHANGE_CHANNEL, type ChangedRows, latestChange } from './changes.repository.ts';
import { portOf } from '../../../test/port-of.ts';
import { openDatabase, openPool } from '../../platform/db/connection.ts';
import { listenTo } from '../../platform/db/listen-to.ts';
import type { Database } from '../../tables.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

/** Creates app changes that record the changed rows passed to a keeper in `read`. */
const reading = (options: Partial<Parameters<typeof createAppChanges>[0]> = {}) => {
  const changes = createAppChanges({ db: world.db, onError: () => {}, ...options });
  const read: (ChangedRows | 'all')[] = [];
  changes.register(async (_db, rows) => {
    read.push(rows);
    return () => {};
  });
  return { ...changes, read };
};

/** Resets the change numbers, as a restore from an early backup would. */
const restore = async (): Promise<void> => {
  await world.db.updateTable('contentChange').set({ number: 1 }).execute();
  await world.db.updateTable('changedRow').set({ number: 1 }).execute();
};

test(
  'a request refreshes the cache after 250 ms, and cached state counts as fresh for less than 900 ms',
  { tags: ['APP-07'] },
  async () => {
    let now = 0;
    const { current, refreshNow, isFresh, read } = reading({ clock: () => now });
    expect(isFresh()).toBe(false);
    await current();
    const id = await aContent(world.db, {});
    now = 249;
    await current();
    expect([isFresh(), read.length]).toEqual([true, 1]);
    now = 250;
    await current();
    expect([isFresh(), read]).toEqual([true, ['all', { content: [id] }]]);
    // isFresh() starts a refresh in the background; until it ends, cached state is served for less than a second.
    now = 250 + 899;
    expect(isFresh()).toBe(true);
    now = 250 + 900;
    expect(isFresh()).toBe(false);
    // Nothing was saved since, so the refresh reads no rows.
    await refreshNow();
    expect([isFresh(), read.length]).toEqual([true, 2]);
    const store = await aStore(world.db, {});
    await refreshNow();
    expect(read.at(-1)).toEqual({ store: [store] });
  },
);

test('at most one refresh queues behind the running one while the database does not respond', { tags: ['17.3'] }, async () => {
  const connections: Socket[] = [];
  const silent = createServer((socket) => void connections.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const pool = openPool({
    url: `postgres://nobody@127.0.0.1:${portOf(silent)}/nothing`,
    poolSize: 1,
    onError: () => {},
    limits: { connectMs: 500 },
  });
  let now = 0;
  const { current } = reading({ db: openDatabase(pool) as Database, clock: () => now });
  const ask = () => current().catch(() => 'failed');
  const first = ask();
  await vi.waitFor(() => expect(connections.length).toBe(1), { timeout: inject('patience').state });
  const asked = Array.from({ length: 20 }, () => {
    now += 250;
    return ask();
  });
  expect(new Set(await Promise.all([first, ...asked]))).toEqual(new Set(['failed']));
  expect(connections.length).toBe(2);
  await pool.end();
  for (const socket of connections) socket.destroy();
  silent.close();
});

test('a refresh reads one consistent snapshot despite concurrent writes', { tags: ['17.3'] }, async () => {
  const changes = createAppChanges({ db: world.db, onError: () => {} });
  const seen: number[] = [];
  let isFirst = true;
  changes.register(async (db) => {
    seen.push((await latestChange(db)).number);
    // A concurrent write during the refresh.
    if (isFirst) await aContent(world.db, {});
    isFirst = false;
    return () => {};
  });
  changes.register(async (db) => {
    seen.push((await latestChange(db)).number);
    return () => {};
  });
  await changes.refreshNow();
  expect(seen[1]).toBe(seen[0]);
  await changes.refreshNow();
  expect(seen[2]).toBe((seen[0] ?? 0) + 1);
  expect(seen[3]).toBe(seen[2]);
});

test('a refresh that fails half-way replaces nothing, and the changes are read again', { tags: ['17.3'] }, async () => {
  const changes = createAppChanges({ db: world.db, onError: () => {} });
  let put = 0;
  let isBroken = false;
  changes.register(async () => () => void (put += 1));
  changes.register(async () => {
    if (isBroken) throw new Error('half way');
    return () => {};
  });
  await changes.refreshNow();
  isBroken = true;
  await aContent(world.db, {});
  await changes.refreshNow();
  expect(put).toBe(1);
  isBroken = false;
  await changes.refreshNow();
  expect(put).toBe(2);
});

test('reads everything again after a restore to an earlier change number', { tags: ['F53', '17.3'] }, async () => {
  const { refreshNow, read } = reading();
  await refreshNow();
  await restore();
  await refreshNow();
  expect(read).toEqual(['all', 'all']);
});

test('reads everything again after a restore, even when the change number is higher than before', { tags: ['F53', '17.3'] }, async () => {
  const { refreshNow, read } = reading();
  await refreshNow();
  await sql`alter function incarnation() rename to incarnation_before`.execute(world.db);
  await sql`create function incarnation() returns text language sql stable as $$ select 'copy' $$`.execute(world.db);
  await refreshNow();
  await aContent(world.db, {});
  await refreshNow();
  expect(read).toEqual(['all', 'all', { content: [expect.any(String)] }]);
  await sql`drop function incarnation()`.execute(world.db);
  await sql`alter function incarnation_before() rename to incarnation`.execute(world.db);
});

test(
  'reports the first of consecutive failed refreshes, and measures age from the start of the query',
  { tags: ['F30', '17.3'] },
  async () => {
    let now = 0;
    const errors: unknown[] = [];
    const { current, refreshNow, register, isFresh } = reading({ clock: () => now, onError: (error) => errors.push(error) });
    register(async () => {
      // Reading takes a second; writes during it are not included.
      now += 1_000;
      return () => {};
    });
    await current();
    expect(isFresh()).toBe(false);
    await refreshNow();
    expect(isFresh()).toBe(true);
    await world.db.schema.alterTable('content_change').renameTo('content_gone').execute();
    for (let n = 0; n < 3; n += 1) await refreshNow();
    expect(errors.map(String)).toEqual([expect.stringContaining('content_change')]);
    await world.db.schema.alterTable('content_gone').renameTo('content_change').execute();
    await refreshNow();
    await world.db.schema.alterTable('content_change').renameTo('content_gone').execute();
    await refreshNow();
    expect(errors.length).toBe(2);
    await world.db.schema.alterTable('content_gone').renameTo('content_change').execute();
  },
);

test('unwatch aborts a running refresh and rejects its waiting callers with `unavailable`', { tags: ['17.3'] }, async () => {
  const changes = createAppChanges({ db: world.db, onError: () => {} });
  const begun = Promise.withResolvers<void>();
  changes.register(async (_db, _rows, stopping) => {
    begun.resolve();
    await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    stopping.throwIfAborted();
    return () => {};
  });
  const waiting = changes.current();
  await begun.promise;
  await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'unavailable' }), changes.unwatch()]);
});

test('a database notification refreshes the cache without a request', { tags: ['17.3', 'F75'] }, async () => {
  let heard = 0;
  const { watch, unwatch, read } = reading({
    listen: (hint) =>
      listenTo(world.databaseUrl, CHANGE_CHANNEL, () => {
        heard += 1;
        hint();
      }),
  });
  watch();
  await expect.poll(() => heard).toBeGreaterThan(0);
  const id = await aContent(world.db, {});
  await expect.poll(() => read.at(-1)).toEqual({ content: [id] });
  await unwatch();
});

test('an app API node becomes ready only once it has loaded the feed', { tags: ['D-26', 'D-1A'] }, async () => {
  await world.db.schema.alterTable('content_change').renameTo('content_gone').execute();
  const node = await world.anotherAppApp();
  const ready = async (): Promise<unknown> => (await node.inject('/readyz')).json();
  expect(await ready()).toMatchObject({ status: 'unavailable', missing: ['feed'] });
  await world.db.schema.alterTable('content_gone').renameTo('content_change').execute();
  await expect.poll(ready).toEqual({ status: 'ready', client: 'direct', build: expect.anything() });
  await node.close();
});
