import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aStore, phones, times } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { newId } from '../../../platform/ids.ts';
import { ACCEPTED, byteOf, tally, UNTOUCHED } from '../outcome.ts';
import { createOwnPushes, type OwnPushes } from './own-pushes.ts';
import { countOfStores } from './pushes-of-week.repository.ts';

const [PHONES, STORES] = [40, 3];
const bytes = [ACCEPTED, ACCEPTED, ACCEPTED, byteOf('deadToken'), byteOf('stopped'), UNTOUCHED];

let world: FreshWorld;
let stores: string[] = [];
let seqs: number[] = [];
beforeEach(async () => {
  world = await freshWorld();
  stores = await Promise.all(times(STORES, () => aStore(world.db)));
  await phones(world.db, { count: PHONES });
  seqs = (await world.db.selectFrom('device').select('seq').orderBy('seq').execute()).map(({ seq }) => seq);
  for (const [n, store] of stores.entries())
    await sql`insert into device_subscription (store_id, device_seq) select ${store}, seq from device where seq % ${STORES} <> ${n}`.execute(
      world.db,
    );
});
afterEach(() => world.close());

/** A store's own send to its subscribers, in two chunks, one of them with outcomes; most of them over. */
const ownSend = async (
  store: number,
  outcomes: readonly number[],
  state: string,
  facts: { isSafety?: boolean; at?: string } = {},
): Promise<string> => {
  const [id, storeId] = [newId(), stores[store] ?? ''];
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type, store_id, safety, created_at)
    values (${id}, 'T', 'C', false, now() + interval '1 day', 'x', 'x', '', ${storeId}, ${facts.isSafety ?? false}, clock_timestamp() + ${facts.at ?? '0'}::interval)`.execute(
    world.db,
  );
  const isOver = state === 'finished' || state === 'cancelled' || state === 'stopped';
  await sql`insert into fan_out (notification_id, of_notification, everyone, testers_only, store_ids, subscribed_store_id, state, finished_at)
    values (${id}, ${id}, false, false, '{}', ${storeId}, ${state}, case when ${isOver} then now() end)`.execute(world.db);
  const { rows } = await sql<{
    seq: number;
  }>`select device_seq as seq from device_subscription where store_id = ${storeId} order by 1`.execute(world.db);
  const half = Math.ceil(rows.length / 2);
  for (const [no, chunk] of [rows.slice(0, half), rows.slice(half)].entries()) {
    const devices = chunk.map(({ seq }) => seq);
    const written = Buffer.from(
      devices.map((_, place) =>
        isOver && state !== 'stopped' && outcomes[place] === UNTOUCHED ? ACCEPTED : (outcomes[place] ?? ACCEPTED),
      ),
    );
    const { pending, successful, failed } = tally(written);
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful, failed)
      values (${id}, ${no}, ${devices[0]}, ${devices.at(-1)}, ${devices}, ${written}, ${pending}, ${successful}, ${failed})`.execute(
      world.db,
    );
  }
  return id;
};

/** As a worker does between two pages. */
const known = async (own: OwnPushes, db = world.db): Promise<NonNullable<Awaited<ReturnType<OwnPushes['read']>>>> => {
  for (;;) {
    const read = await own.read(db);
    if (read) return read;
    await own.prepare(db);
  }
};
const asCounted = async (own: OwnPushes, db = world.db): Promise<number[]> => {
  const { of, open } = await known(own, db);
  const looked = await countOfStores(world.db, 'another', seqs, open);
  return seqs.map((seq) => of(seq) + (looked.get(seq) ?? 0));
};
const lookedUp = async (): Promise<number[]> => {
  const counts = await countOfStores(world.db, 'another', seqs);
  return seqs.map((seq) => counts.get(seq) ?? 0);
};

const states = ['finished', 'finished', 'finished', 'sending', 'stopped', 'cancelled'] as const;
const aSend = fc.record({
  store: fc.nat({ max: STORES - 1 }),
  outcomes: fc.array(fc.constantFrom(...bytes), { minLength: PHONES, maxLength: PHONES }),
  state: fc.constantFrom(...states),
  isSafety: fc.boolean(),
  /** State that open or stopped sends change to before the next read; null: unchanged. */
  ends: fc.constantFrom('finished', 'stopped', 'cancelled', null),
});

test('counts from cached own sends equal the counts of a full lookup, also after sends change state', { tags: ['CARE-02'] }, async () => {
  const own = createOwnPushes();
  await fc.assert(
    fc.asyncProperty(fc.array(aSend, { minLength: 1, maxLength: 4 }), async (sends) => {
      for (const { store, outcomes, state, isSafety } of sends) await ownSend(store, outcomes, state, { isSafety });
      expect(await asCounted(own)).toEqual(await lookedUp());
      const { ends } = sends[0] ?? {};
      if (ends)
        await sql`update fan_out set state = ${ends}, finished_at = now() where state in ('sending', 'stopped') and not exists (
          select 1 from fan_out_chunk c where c.notification_id = fan_out.notification_id and c.pending > 0)`.execute(world.db);
      expect(await asCounted(own)).toEqual(await lookedUp());
    }),
    { numRuns: 60 },
  );
  expect((await known(own)).open.length).toBeGreaterThan(0);
  // A worker that has read nothing yet reads the week in several batches.
  expect(await asCounted(createOwnPushes())).toEqual(await lookedUp());
});

test('after a database error during loading, continues without counting a push twice', { tags: ['CARE-02'] }, async () => {
  const all = times(PHONES, () => ACCEPTED);
  for (let n = 0; n < 120; n += 1) await ownSend(n % STORES, all, 'finished');
  let asked = 0;
  const goingAway = world.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      if (asked === 3) throw new Error('away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const own = createOwnPushes();
  expect(await own.read(goingAway)).toBeNull();
  await expect(own.prepare(goingAway)).rejects.toThrow('away');
  expect(await asCounted(own)).toEqual(await lookedUp());
});

/** Simulates an hour since a send: moves its time back in the database, and shifts the start of the week that a worker is given. */
const anHourLater = async (id: string): Promise<FreshWorld['db']> => {
  await sql`update notification set created_at = created_at - interval '1 hour' where id = ${id}`.execute(world.db);
  const later = (row: Record<string, unknown>) => ('weekAgo' in row ? { ...row, weekAgo: Number(row['weekAgo']) + 3_600 } : row);
  return world.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(later) }),
  });
};
const almostAWeekAgo = '-7 days 30 minutes';

test('stops counting pushes older than seven days, also when their outcomes are deleted', { tags: ['CARE-02'] }, async () => {
  const own = createOwnPushes();
  const all = times(PHONES, () => ACCEPTED);
  await ownSend(0, all, 'finished');
  const first = await ownSend(1, all, 'finished', { at: almostAWeekAgo });
  const before = await asCounted(own);
  expect([Math.max(...before), before]).toEqual([2, await lookedUp()]);
  expect(await asCounted(own, await anHourLater(first))).toEqual(await lookedUp());
  const second = await ownSend(2, all, 'finished', { at: almostAWeekAgo });
  expect(Math.max(...(await asCounted(own)))).toBe(2);
  await sql`delete from fan_out_chunk where notification_id = ${second}`.execute(world.db);
  const after = await asCounted(own, await anHourLater(second));
  expect([Math.max(...after), after]).toEqual([1, await lookedUp()]);
});

/** A database whose nth query resets the cache, as if the database had turned out to be restored. */
const provesOlder = (own: OwnPushes, question: number) => {
  let asked = 0;
  return world.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      if (asked === question) own.forget();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
};

test('reads all sends again when the cache is reset during loading', { tags: ['CARE-02'] }, async () => {
  const all = times(PHONES, () => ACCEPTED);
  for (let n = 0; n < 120; n += 1) await ownSend(n % STORES, all, 'finished');
  const own = createOwnPushes();
  const db = provesOlder(own, 3);
  expect(await own.read(db)).toBeNull();
  await own.prepare(db);
  expect(await own.read(world.db)).toBeNull();
  expect(await asCounted(own)).toEqual(await lookedUp());
});

test('reads the whole week again when the cache is reset while catching up', { tags: ['CARE-02'] }, async () => {
  const all = times(PHONES, () => ACCEPTED);
  const old = await ownSend(0, all, 'finished');
  await sql`update fan_out set created_at = now() - interval '1 hour' where notification_id = ${old}`.execute(world.db);
  const own = createOwnPushes();
  await known(own);
  await ownSend(1, all, 'finished');
  expect(await own.read(provesOlder(own, 1))).toBeNull();
  expect(await asCounted(own)).toEqual(await lookedUp());
});

test('in another life of the database, which a backup began, nothing of the one before counts', { tags: ['CARE-02'] }, async () => {
  const own = createOwnPushes();
  const id = await ownSend(
    0,
    times(PHONES, () => ACCEPTED),
    'finished',
  );
  expect(Math.max(...(await asCounted(own)))).toBe(1);
  await sql`delete from fan_out_chunk where notification_id = ${id}`.execute(world.db);
  await sql`create or replace function incarnation() returns text language sql stable as $$ select 'another' $$`.execute(world.db);
  expect(Math.max(...(await asCounted(own)))).toBe(0);
});
