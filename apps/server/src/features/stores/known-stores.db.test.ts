import { setImmediate } from 'node:timers/promises';
import { storeTypes } from '@endcap/contract/audience';
import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aGroup, aStore, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { inOneState } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { allStores, knownStores, storesWithHours } from './index.ts';
import { hoursFields } from './store.repository.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
  await aStore(world.db);
});
afterAll(() => world.close());

/** Wraps a database and counts its readings of stores. Hooks run before the result of a reading or of a version query is returned. */
const watched = (
  { read = async () => {}, looked = async () => {} }: { read?: () => Promise<void>; looked?: () => Promise<void> } = {},
  of: Db = world.db,
) => {
  const [readings, looks] = [new Set<unknown>(), new Set<unknown>()];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const text = JSON.stringify(node);
      if (text.includes('store_group_member')) readings.add(queryId);
      if (text.includes('seen change')) looks.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (readings.has(queryId)) await read();
      if (looks.has(queryId)) await looked();
      return result;
    },
  };
  return { db: of.withPlugin(plugin), readings: () => readings.size };
};
/** Makes a point where a query stops until the test lets it continue. */
const point = () => {
  const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    reached: reached.promise,
    leave: left.resolve,
    reach: async () => reached.resolve(),
    stop: async () => {
      reached.resolve();
      await left.promise;
    },
  };
};
const rename = (db: Db, id: string, name: string) => db.updateTable('store').set({ name }).where('id', '=', id).execute();
const nameIn = (stores: readonly { id: string; name: string }[], id: string) => stores.find((store) => store.id === id)?.name;

/** Begins a transaction and returns it with its rollback. */
const begun = async (): Promise<[trx: Db, rollback: () => Promise<void>]> => {
  const trx = await world.db.startTransaction().execute();
  return [trx, () => trx.rollback().execute()];
};

/** Reads every store with its groups by a subquery per store, for comparison. */
const asStored = (db: Db) => {
  const groups = (deleted: boolean) =>
    sql<string[]>`array(select g.id from store_group_member m join store_group g on g.id = m.group_id
      where m.store_id = store.id and (g.deleted_at is not null) = ${deleted} order by g.id)`;
  return db
    .selectFrom('store')
    .select(['id', 'name', 'storeNo', 'city', 'storeType', ...hoursFields])
    .select([sql<boolean>`deleted_at is not null`.as('deleted'), groups(false).as('groups'), groups(true).as('formerGroups')])
    .orderBy(sql`store_no nulls last`)
    .orderBy('id')
    .execute();
};

describe('the cache of stores with their groups', { tags: ['17.1'] }, () => {
  test('reads again only stores that were written, and returns frozen objects', async () => {
    const { db, readings } = watched();
    const id = await aStore(db, { storeNo: 7 });
    const before = await allStores(db);
    const first = readings();
    for (const ask of [allStores, knownStores, storesWithHours]) await Promise.all(times(20, () => ask(db)));
    expect(await allStores(db)).toBe(before);
    expect(readings()).toBe(first);
    await aContent(db);
    expect(await allStores(db)).toBe(before);

    await rename(db, id, 'Inaczej');
    const after = await allStores(db);
    expect(nameIn(after, id)).toBe('Inaczej');
    const others = before.filter((store) => store.id !== id);
    expect(others.length).toBeGreaterThan(0);
    for (const store of others) expect(after).toContain(store);
    for (const shared of after) expect([Object.isFrozen(shared), Object.isFrozen(shared.groups)]).toEqual([true, true]);
  });

  test('concurrent calls after a change share one reading', async () => {
    const { db, readings } = watched();
    await aStore(db);
    await knownStores(db);
    const before = readings();
    await aStore(db);
    const all = await Promise.all(times(12, () => knownStores(db)));
    expect(new Set(all).size).toBe(1);
    expect(readings() - before).toBe(1);
  });

  test('equals the stored rows after any edits', async () => {
    const { db } = world;
    const stores = await Promise.all(times(6, (n) => aStore(db, { storeNo: n % 2 === 0 ? n : null })));
    const groups = await Promise.all(times(3, (n) => aGroup(db, `G${n}`, stores.slice(n, n + 3))));
    const one = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.nat().map((at) => list[at % list.length] as T);
    const gone = fc.boolean().map((is) => (is ? new Date() : null));
    const store = fc.nat();
    const at = (n: number): string => stores[n % stores.length] ?? '';
    const edit = fc.oneof(
      fc
        .record({
          name: fc.constantFrom('A', 'B'),
          storeType: fc.constantFrom(...storeTypes),
          storeNo: fc.option(fc.nat(5)),
          deletedAt: gone,
        })
        .chain((facts) => store.map((n) => () => db.updateTable('store').set(facts).where('id', '=', at(n)).execute())),
      store.map(
        (n) => () =>
          db
            .updateTable('store')
            .set({ mondayHours: '8–20', hoursExceptions: '[{"day":"2026-12-24","hours":null}]' })
            .where('id', '=', at(n))
            .execute(),
      ),
      store.map((n) => async () => {
        await db.deleteFrom('storeGroupMember').where('storeId', '=', at(n)).execute();
        await db.deleteFrom('store').where('id', '=', at(n)).execute();
      }),
      fc.tuple(one(groups), gone).map(
        ([group, deletedAt]) =>
          () =>
            db.updateTable('storeGroup').set({ deletedAt }).where('id', '=', group).execute(),
      ),
      fc.tuple(one(groups), store).map(([groupId, n]) => async () => {
        const storeId = at(n);
        const { numDeletedRows } = await db
          .deleteFrom('storeGroupMember')
          .where('groupId', '=', groupId)
          .where('storeId', '=', storeId)
          .executeTakeFirst();
        if (numDeletedRows === 0n)
          await sql`insert into store_group_member select ${groupId}, id from store where id = ${storeId}`.execute(db);
      }),
      one(groups).map((group) => () => db.deleteFrom('storeGroupMember').where('groupId', '=', group).execute()),
      one(groups).map(
        (group) => () =>
          sql`update store_group_member set group_id = ${group} where (group_id, store_id) = (select m.group_id, m.store_id
        from store_group_member m where not exists (select from store_group_member o where o.store_id = m.store_id and o.group_id = ${group}) limit 1)`.execute(
            db,
          ),
      ),
      fc.constant(async () => void stores.push(await aStore(db))),
      fc.constant(() => aContent(db)),
      fc.constant(() => sql`truncate store_group_member`.execute(db)),
    );
    const { seed = 0 } = fc.readConfigureGlobal();
    for (const [round, edits] of fc.sample(fc.array(edit, { minLength: 1, maxLength: 4 }), { numRuns: 60, seed }).entries()) {
      for (const its of edits) await its();
      expect(await allStores(db), `PROPERTY_SEED=${seed} round ${round}`).toEqual(await asStored(db));
    }
    expect(await storesWithHours(db)).toEqual((await asStored(db)).filter(({ deleted }) => !deleted));
  });
});

describe('callers get exactly the state that they see', { tags: ['17.1'] }, () => {
  test('a call returns everything that was committed before it, even while an older state is being read', async () => {
    const id = await aStore(world.db, { name: 'Przedtem' });
    await knownStores(world.db);
    await rename(world.db, id, 'Teraz');
    const [reading, looked] = [point(), point()];
    const early = knownStores(watched({ read: reading.stop }).db);
    await reading.reached;
    await rename(world.db, id, 'Potem');
    const late = knownStores(watched({ looked: looked.reach }).db);
    // Afterwards the second call has decided whether to wait for the first reading.
    await looked.reached;
    await setImmediate();
    reading.leave();
    expect(nameIn(await early, id)).toBe('Teraz');
    expect(nameIn(await late, id)).toBe('Potem');
    // The read that ended last returned an older version than the cached one.
    expect(nameIn(await knownStores(world.db), id)).toBe('Potem');
  });

  test('a transaction that began before a change gets the old state, and calls after it the new one', async () => {
    const id = await aStore(world.db, { name: 'Przedtem' });
    await inOneState(world.db, async (trx) => {
      expect(nameIn(await allStores(trx), id)).toBe('Przedtem');
      await rename(world.db, id, 'Potem');
      expect(nameIn(await allStores(world.db), id)).toBe('Potem');
      expect(nameIn(await allStores(trx), id)).toBe('Przedtem');
      expect(nameIn(await allStores(world.db), id)).toBe('Potem');
    });
  });

  test('a transaction does not get a shared reading that found later changes', async () => {
    const id = await aStore(world.db, { name: 'Przedtem' });
    const [looking, reading, looked] = [point(), point(), point()];
    const other = knownStores(watched({ looked: looking.stop, read: reading.stop }).db);
    await looking.reached;
    await inOneState(world.db, async (trx) => {
      await sql`select number from content_change`.execute(trx);
      await rename(world.db, id, 'Potem');
      looking.leave();
      await reading.reached;
      const mine = knownStores(watched({ looked: looked.reach }, trx).db);
      await looked.reached;
      await setImmediate();
      reading.leave();
      expect(nameIn(await mine, id)).toBe('Przedtem');
    });
    expect(nameIn(await other, id)).toBe('Potem');
  });

  test('writes of a transaction are visible to itself only, even if another change gets the same number', async () => {
    const [id, other] = [await aStore(world.db, { name: 'Przedtem' }), await aStore(world.db)];
    const [trx, rollback] = await begun();
    // The query is sent before the write and runs after it.
    await Promise.all([knownStores(trx), rename(trx, id, 'Nigdy')]);
    await rollback();
    await rename(world.db, other, 'Inny');
    expect(nameIn(await knownStores(world.db), id)).toBe('Przedtem');

    const [again, rollbackAgain] = await begun();
    await rename(again, id, 'Nie');
    expect(nameIn(await knownStores(again), id)).toBe('Nie');
    expect(nameIn(await knownStores(world.db), id)).toBe('Przedtem');
    const [reading, looked] = [point(), point()];
    const never = knownStores(watched({ read: reading.stop }, again).db);
    await reading.reached;
    await rollbackAgain();
    await rename(world.db, other, 'Jeszcze inny');
    const now = knownStores(watched({ looked: looked.reach }).db);
    await looked.reached;
    await setImmediate();
    reading.leave();
    expect(nameIn(await never, id)).toBe('Nie');
    expect([nameIn(await now, id), nameIn(await now, other)]).toEqual(['Przedtem', 'Jeszcze inny']);
  });

  test('reads all stores of a restored copy whose change number is lower', { tags: ['F53'] }, async () => {
    const [id, gone] = [await aStore(world.db, { name: 'Przedtem' }), await aStore(world.db)];
    await knownStores(world.db);
    await world.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await rename(trx, id, 'W kopii');
      await trx.deleteFrom('store').where('id', '=', gone).execute();
      await trx.updateTable('contentChange').set({ number: 1 }).execute();
      await trx.updateTable('changedRow').set({ number: 1 }).execute();
    });
    const after = await allStores(world.db);
    expect([nameIn(after, id), nameIn(after, gone)]).toEqual(['W kopii', undefined]);
    const copy = await freshWorld({}, world);
    try {
      await rename(copy.db, id, 'W drugiej');
      await rename(world.db, id, 'W pierwszej');
      expect(nameIn(await allStores(copy.db), id)).toBe('W drugiej');
      expect(nameIn(await allStores(world.db), id)).toBe('W pierwszej');
    } finally {
      await copy.close();
    }
  });

  test('a shared reading that fails does not fail the callers that wait for it', async () => {
    const id = await aStore(world.db, { name: 'Jest' });
    const [failing, looked] = [point(), point()];
    const lost = async (): Promise<void> => {
      await failing.stop();
      throw new Error('lost');
    };
    const first = knownStores(watched({ read: lost }).db);
    await failing.reached;
    const second = knownStores(watched({ looked: looked.reach }).db);
    await looked.reached;
    await setImmediate();
    failing.leave();
    await expect(first).rejects.toThrow('lost');
    expect(nameIn(await second, id)).toBe('Jest');
  });

  test('does not deadlock when transactions on all connections of the pool read at once', async () => {
    await aStore(world.db);
    const many = Number(world.world.config.ENDCAP_DATABASE_POOL_SIZE);
    const begun: unknown[] = [];
    const all = times(many, () =>
      world.db.transaction().execute(async (trx) => {
        begun.push(await sql`select 1`.execute(trx));
        await expect.poll(() => begun).toHaveLength(many);
        return (await knownStores(trx)).length;
      }),
    );
    expect(new Set(await Promise.all(all)).size).toBe(1);
  });
});
