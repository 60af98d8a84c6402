import { includeStoreTypes, storeTypes } from '@endcap/contract/audience';
import { tabs } from '@endcap/contract/content';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent, aGroup, aStore, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { plainOf } from '../../platform/http/answer.ts';
import { newId } from '../../platform/ids.ts';
import { createInterner } from '../../platform/intern.ts';
import { createAppChanges } from '../app-changes/index.ts';
import { createFeed } from './feed.ts';
import type { FeedQuery } from './feed-answers.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const app = { base: 'https://app.example', appScheme: 'endcap://' };
const feedOf = () => {
  const changes = createAppChanges({ db: world.db, onError: () => {} });
  const feed = createFeed({ changes, now: world.world.now, app });
  return {
    ask: async (query: FeedQuery) => (await feed.ask(query)).prepared,
    seen: async (query: FeedQuery): Promise<unknown> => {
      const { answer, until } = (await feed.ask(query)).prepared;
      return { etag: answer.etag, until, text: plainOf(answer).toString() };
    },
    refreshNow: changes.refreshNow,
  };
};
const anyone = (storeId: string | undefined): FeedQuery => ({ storeId, segments: [], appVersion: '3.4.0' });

test('after random edits, the cached feed responds byte for byte like a freshly loaded one', { tags: ['17.3'] }, async () => {
  const base = Date.now();
  world.clock.stoppedAt = base;
  const stores = await Promise.all(storeTypes.flatMap((storeType) => [1, 2].map(() => aStore(world.db, { storeType }))));
  const groups = await Promise.all([stores.slice(0, 3), stores.slice(2, 5), []].map((members, at) => aGroup(world.db, `G${at}`, members)));
  const hour = fc.option(fc.integer({ min: 0, max: 12 }).map((at) => new Date(base + at * HOUR).toISOString()));
  const facts = fc
    .record({
      title: fc.constantFrom('Jeden', 'Dwa', 'Trzy'),
      includeStoreType: fc.constantFrom(...includeStoreTypes),
      includeStores: fc.subarray(stores, { maxLength: 2 }),
      excludeStores: fc.subarray(stores, { maxLength: 1 }),
      includeStoreGroups: fc.subarray(groups),
      excludeStoreGroups: fc.subarray(groups, { maxLength: 1 }),
      segments: fc.subarray(['a', 'b'], { maxLength: 1 }),
      version: fc.constantFrom('', '>=2.0.0', '1.x'),
      pinned: fc.boolean(),
      disabled: fc.boolean(),
      hiddenOnStart: fc.boolean(),
      validityStart: hour,
      publicationStart: hour,
      publicationEnd: hour,
    })
    .filter(({ publicationStart, publicationEnd }) => !publicationStart || !publicationEnd || publicationStart <= publicationEnd);
  const items: string[] = [];
  const { db } = world;
  const atSome = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
  const edit = fc.oneof(
    { weight: 4, arbitrary: facts.map((its) => async () => void items.push(await aContent(db, its))) },
    {
      weight: 6,
      arbitrary: fc.tuple(fc.nat(), facts).map(([at, its]) => async () => {
        await db
          .updateTable('content')
          .set(its as never)
          .where('id', '=', atSome(items, at))
          .execute();
      }),
    },
    fc.nat().map((at) => async () => {
      await db.updateTable('content').set({ deletedAt: new Date(), name: 'x' }).where('id', '=', atSome(items, at)).execute();
    }),
    fc.nat().map((at) => async () => void (await db.deleteFrom('content').where('id', '=', atSome(items, at)).execute())),
    fc.tuple(fc.nat(), fc.constantFrom(...storeTypes), fc.boolean()).map(([at, storeType, gone]) => async () => {
      await db
        .updateTable('store')
        .set({ storeType, deletedAt: gone ? new Date() : null })
        .where('id', '=', atSome(stores, at))
        .execute();
    }),
    fc.tuple(fc.nat(), fc.nat()).map(([at, group]) => async () => {
      const member = { storeId: atSome(stores, at), groupId: atSome(groups, group) };
      const { numDeletedRows } = await db
        .deleteFrom('storeGroupMember')
        .where('storeId', '=', member.storeId)
        .where('groupId', '=', member.groupId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) await db.insertInto('storeGroupMember').values(member).execute();
    }),
    fc.tuple(fc.nat(), fc.boolean()).map(([at, gone]) => async () => {
      await db
        .updateTable('storeGroup')
        .set({ deletedAt: gone ? new Date() : null })
        .where('id', '=', atSome(groups, at))
        .execute();
    }),
    fc.integer({ min: 0, max: 12 }).map((hours) => async () => {
      // Clocks are set back too.
      world.clock.stoppedAt = base + hours * HOUR + (hours % 3) - 1;
    }),
    fc.constant(async () => void stores.push(await aStore(db, {}))),
  );
  const questions = (): FeedQuery[] =>
    [undefined, 'nosuchstore', ...stores].flatMap((storeId) =>
      [
        { segments: [], appVersion: '3.4.0' },
        { segments: ['a'], appVersion: '1.2', tab: tabs[0] },
      ].map((query) => ({ storeId, ...query })),
    );
  const { seed = 0 } = fc.readConfigureGlobal();
  items.push(await aContent(db, {}));
  const kept = feedOf();
  for (const [round, edits] of fc.sample(fc.array(edit, { minLength: 1, maxLength: 4 }), { numRuns: 60, seed }).entries()) {
    for (const one of edits) await one();
    const recomputed = feedOf();
    await kept.refreshNow();
    await recomputed.refreshNow();
    for (const query of questions())
      expect(await kept.seen(query), `PROPERTY_SEED=${seed} round ${round}`).toEqual(await recomputed.seen(query));
  }
  world.clock.stoppedAt = null;
});

test(
  'a save invalidates only responses that contain the item, and none when its visible data stays the same',
  { tags: ['17.3'] },
  async () => {
    const [mine, other] = [await aStore(world.db, {}), await aStore(world.db, {})];
    const id = await aContent(world.db, { includeStoreType: '', includeStores: [mine] });
    const { ask, refreshNow } = feedOf();
    await refreshNow();
    const before = [await ask(anyone(mine)), await ask(anyone(other)), await ask(anyone(undefined))];
    const change = async (its: { title?: string; name?: string }): Promise<void> => {
      await world.db.updateTable('content').set(its).where('id', '=', id).execute();
      await refreshNow();
    };
    await change({ name: 'Inaczej nazwana' });
    expect(await ask(anyone(mine))).toBe(before[0]);
    await change({ title: 'Inny tytuł' });
    expect((await ask(anyone(mine))).answer.etag).not.toBe(before[0]?.answer.etag);
    expect(await ask(anyone(other))).toBe(before[1]);
    expect(await ask(anyone(undefined))).toBe(before[2]);
  },
);

test('drops items from the feed that a restored database does not have', { tags: ['F53', '17.3'] }, async () => {
  const mine = await aStore(world.db, {});
  const [id, other] = [await aContent(world.db, { includeStores: [mine], includeStoreType: '' }), await aContent(world.db, {})];
  const { seen, refreshNow } = feedOf();
  await refreshNow();
  expect(JSON.stringify(await seen(anyone(mine)))).toContain(id);
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.deleteFrom('content').where('id', '=', id).execute();
    await trx.updateTable('contentChange').set({ number: 1 }).execute();
    await trx.updateTable('changedRow').set({ number: 1 }).execute();
  });
  await refreshNow();
  const after = JSON.stringify(await seen(anyone(mine)));
  expect([after.includes(id), after.includes(other)]).toEqual([false, true]);
});

test('an answer ends when something changes for those who get it, not when something changes for others', { tags: ['17.3'] }, async () => {
  const at = Date.now() + HOUR;
  const [mine, other] = [await aStore(world.db, {}), await aStore(world.db, {})];
  await world.db.updateTable('content').set({ deletedAt: new Date() }).execute();
  await aContent(world.db, { includeStoreType: '', includeStores: [mine], publicationEnd: new Date(at).toISOString() });
  const { ask, refreshNow } = feedOf();
  await refreshNow();
  expect((await ask(anyone(mine))).until).toBe(at + 1);
  expect((await ask(anyone(other))).until).toBeNull();
});

test('interns the lists of items and stores, and releases those no longer in use', { tags: ['17.3'] }, async () => {
  const changes = createAppChanges({ db: world.db, onError: () => {} });
  const once = createInterner();
  createFeed({ changes, now: world.world.now, app, once });
  await changes.refreshNow();
  const others = once.size();
  const ids = times(600, () => newId());
  await Promise.all(ids.map((id) => aContent(world.db, { id, includeStoreType: '', includeStores: ['s1', 's2', 's3'] })));
  const stores = await Promise.all(times(20, () => aStore(world.db)));
  await Promise.all([1, 2].map((n) => aGroup(world.db, `Wspólna ${n}`, stores)));
  await changes.refreshNow();
  // The rule of three stores and the two groups.
  expect(once.size() - others).toBe(1 + 3 + 1 + 2);
  const sizes: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    await sql`update content set include_stores = array[md5(id || ${round}), 's1'] where id = any(${ids})`.execute(world.db);
    await changes.refreshNow();
    sizes.push(once.size());
  }
  // Current values of 600 rules and their texts, twice; a thousand more; and those read since.
  expect(Math.max(...sizes) - others).toBeLessThanOrEqual(2 * 1_210 + 1_000 + 1_210);
  // The groups of the stores are still in use.
  await world.db.updateTable('store').set({ phone: '1' }).where('id', 'in', stores).execute();
  await changes.refreshNow();
  expect(once.size()).toBe(sizes.at(-1));
});
