import { settingsRoutes } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aStore, phones, times } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { isOver } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { insertFanOut } from '../accept/fan-out.repository.ts';
import { expandNext } from './expand-fan-out.repository.ts';
import type { FrozenAudience } from '../accept/frozen-audience.ts';
import { createOwnPushes } from './own-pushes.ts';
import { tryLockWeeklyLimit } from './weekly-limit.repository.ts';

let world: FreshWorld;
let admin: string;
const scene = sendingScene();
const { gateway, send, until, work, stopWorkers } = scene;
beforeEach(() => void ({ world, admin } = scene));

const limitTo = async (weeklyLimit: number | null): Promise<void> => {
  const { status } = await world.staff(settingsRoutes.save, { token: admin, body: { sending: { weeklyLimit } } });
  expect(status).toBe(200);
};
/** Another send of the same scope today. */
const free = () => sql`delete from notification_quota`.execute(world.db);
const sendDone = async (facts: object = {}, store?: string) => {
  const id = await send({ includeStoreType: 'all', ...facts }, store);
  await free();
  return { id, seen: await until(id, (seen) => isOver(seen) || seen.errors.length > 0) };
};
const limitedOf = async (id: string) =>
  (await world.staff(`GET /api/v1/notification-editor/${id}`, { token: admin })).body as { limited: unknown; errors: string[] };
/** Counts per phone the sends that have it in a chunk, accepted or open. */
const pushesOfEach = async (): Promise<{ seq: number; pushes: number }[]> =>
  (
    await sql<{ seq: number; pushes: number }>`
      select d.seq, count(c.seq)::int as pushes from device d
      left join (select unnest(devices)::bigint as seq from fan_out_chunk) c on c.seq = d.seq group by d.seq order by d.seq`.execute(
      world.db,
    )
  ).rows;
const endings = { stopped: async () => {}, nothingSent: async () => {} };
/** Inserts an accepted send without any worker sending it. */
const accept = async (audience: FrozenAudience, limit: number | null, storeId: string | null = null): Promise<string> => {
  const id = newId();
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type, store_id)
    values (${id}, 'T', 'C', false, now() + interval '1 day', 'x', 'x', 'all', ${storeId})`.execute(world.db);
  await insertFanOut(world.db, id, audience, { weeklyLimit: limit, startedBy: null });
  return id;
};
const expand = async (own = createOwnPushes()): Promise<void> => {
  while (await inTransaction(world.db, (trx) => expandNext(trx, endings, own))) await own.prepare(world.db);
};

describe('a limit per customer and week', () => {
  test('leaves no phone out while the limit is switched off', { tags: ['CARE-02'] }, async () => {
    await phones(world.db, { count: 3 });
    work();
    for (let n = 0; n < 3; n += 1) {
      const { id, seen } = await sendDone();
      expect(seen.details).toMatchObject({ successful: 3 });
      expect(await limitedOf(id)).toMatchObject({ limited: null });
    }
  });

  test('leaves out and counts phones at the limit, ignoring tests and pushes older than seven days', { tags: ['CARE-02'] }, async () => {
    const [a, b] = [await aStore(world.db), await aStore(world.db)];
    await phones(world.db, { main: a, subscribed: [a], count: 6 });
    await phones(world.db, { main: b, count: 4, tester: true });
    work();
    await limitTo(2);
    const old = await sendDone();
    await sql`update notification set created_at = created_at - interval '8 days' where id = ${old.id}`.execute(world.db);
    await sendDone({}, a);
    expect((await sendDone({ isTest: true })).seen.details).toMatchObject({ successful: 4 });
    const second = await sendDone();
    expect(second.seen.details).toMatchObject({ successful: 10 });
    expect(await limitedOf(second.id)).toMatchObject({ limited: { limit: 2, devices: 0 } });
    const third = await sendDone();
    expect(third.seen.details).toMatchObject({ successful: 4, failed: 0 });
    expect(await limitedOf(third.id)).toMatchObject({ limited: { limit: 2, devices: 6 } });
    expect(await gateway.ledger(third.id)).toMatchObject({ devices: 4 });
    // Every phone has had two. The send fails with that reason, and the day stays free.
    const fourth = await send({ includeStoreType: 'all' });
    const { errors } = await until(fourth, (seen) => seen.errors.length > 0);
    expect(errors).toEqual(['Every device of the audience has had as many notifications within seven days as the limit allows.']);
    expect(await limitedOf(fourth)).toMatchObject({ limited: { limit: 2, devices: 10 } });
    expect((await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body).toMatchObject({ canSend: true });
    await limitTo(null);
    expect((await sendDone()).seen.details).toMatchObject({ successful: 10 });
  });

  test('does not count cancelled pushes, but counts those that phones may still get', { tags: ['CARE-02'] }, async () => {
    await phones(world.db, { count: 5 });
    const cancelled = await accept({ of: 'everyone' }, 1);
    await expand();
    const open = await accept({ of: 'everyone' }, 1);
    await expand();
    const leftOut = async (id: string) =>
      (await sql<{ n: number }>`select left_out as n from fan_out where notification_id = ${id}`.execute(world.db)).rows[0]?.n;
    expect(await leftOut(open)).toBe(5);
    await sql`update fan_out set state = 'cancelled' where notification_id = ${cancelled}`.execute(world.db);
    const next = await accept({ of: 'everyone' }, 1);
    await expand();
    expect(await leftOut(next)).toBe(0);
    // A send with a wave in flight, and one that can be continued.
    await sql`update fan_out set state = 'cancelled' where notification_id = ${next}`.execute(world.db);
    await sql`update fan_out_chunk set lease_until = now() where notification_id = ${next}`.execute(world.db);
    const leased = await accept({ of: 'everyone' }, 1);
    await expand();
    expect(await leftOut(leased)).toBe(5);
    await sql`update fan_out_chunk set lease_until = null where notification_id = ${next}`.execute(world.db);
    await sql`update fan_out set state = 'stopped' where notification_id = ${next}`.execute(world.db);
    const afterStop = await accept({ of: 'everyone' }, 1);
    await expand();
    expect(await leftOut(afterStop)).toBe(5);
    await sql`update notification set valid_until = now() where id = ${next}`.execute(world.db);
    // The end of validity is not final either: a later one can be set, and the send continued.
    const afterEnd = await accept({ of: 'everyone' }, 1);
    await expand();
    expect(await leftOut(afterEnd)).toBe(5);
  });

  test('counts a push accepted by an API whose clock is an hour ahead of the database', { tags: ['CARE-02'] }, async () => {
    await phones(world.db, { count: 5 });
    const ahead = await accept({ of: 'everyone' }, 1);
    await sql`update notification set created_at = now() + interval '1 hour' where id = ${ahead}`.execute(world.db);
    await expand();
    await accept({ of: 'everyone' }, 1);
    await expand();
    expect((await pushesOfEach()).map(({ pushes }) => pushes)).toEqual([1, 1, 1, 1, 1]);
  });

  describe('a send with phones left out does not delay others', { tags: ['CARE-02'] }, () => {
    const states = async (...ids: string[]) => {
      const { rows } = await sql<{ id: string; state: string }>`select notification_id as id, state from fan_out`.execute(world.db);
      return ids.map((id) => rows.find((row) => row.id === id)?.state);
    };
    const expandOnce = () => inTransaction(world.db, (trx) => expandNext(trx, endings));

    test('alternates with others even if all of its phones were left out', async () => {
      const store = await aStore(world.db);
      await phones(world.db, { count: 12_000 });
      await accept({ of: 'everyone' }, null);
      await expand();
      await phones(world.db, { count: 3, prefix: 'new', subscribed: [store] });
      const large = await accept({ of: 'everyone' }, 1);
      const small = await accept({ of: 'subscribers', storeId: store }, 1, store);
      for (let page = 0; page < 2; page += 1) await expandOnce();
      expect(await states(large, small)).toEqual(['expanding', 'sending']);
    });
    test('sends without a limit continue while another transaction has locked the weekly limit', async () => {
      await phones(world.db, { count: 5 });
      const [limited, free] = [await accept({ of: 'everyone' }, 1), await accept({ of: 'everyone' }, null)];
      await inTransaction(world.db, async (trx) => {
        expect(await tryLockWeeklyLimit(trx)).toBe(true);
        expect([await expandOnce(), await states(limited, free)]).toEqual([true, ['expanding', 'sending']]);
        expect(await expandOnce()).toBe(false);
      });
    });
  });

  test(
    "a store's own send is counted also after somebody left the store; phones far apart and side by side alike",
    { tags: ['CARE-02'] },
    async () => {
      const [one, two] = [await aStore(world.db), await aStore(world.db)];
      await phones(world.db, { count: 12_000 });
      await sql`insert into device_subscription (store_id, device_seq) select ${one}, seq from device where seq % 97 = 0`.execute(world.db);
      await accept({ of: 'subscribers', storeId: one }, null, one);
      await accept({ of: 'everyone' }, null);
      await expand();
      await sql`delete from device_subscription where store_id = ${one}`.execute(world.db);
      await sql`insert into device_subscription (store_id, device_seq) select ${two}, seq from device where seq % 194 = 0`.execute(
        world.db,
      );
      const counted = async (id: string) =>
        (
          await sql<{
            n: number;
            left: number;
          }>`select coalesce(sum(pending), 0)::int as n, max(f.left_out) as left from fan_out f left join fan_out_chunk c using (notification_id)
        where notification_id = ${id}`.execute(world.db)
        ).rows[0];
      const wide = await accept({ of: 'everyone' }, 2);
      await expand();
      const left = Math.floor(12_000 / 97);
      expect(await counted(wide)).toEqual({ n: 12_000 - left, left });
      const sparse = await accept({ of: 'subscribers', storeId: two }, 2, two);
      await expand();
      expect(await counted(sparse)).toEqual({ n: 0, left: Math.floor(12_000 / 194) });
    },
  );

  test(
    'for a large audience, counts finished sends of a store from the cache and looks up unfinished ones',
    { tags: ['CARE-02'] },
    async () => {
      const [one, two] = [await aStore(world.db), await aStore(world.db)];
      await phones(world.db, { count: 12_000 });
      await sql`insert into device_subscription (store_id, device_seq) select ${one}, seq from device where seq % 3 = 0`.execute(world.db);
      await sql`insert into device_subscription (store_id, device_seq) select ${two}, seq from device where seq % 5 = 0`.execute(world.db);
      const over = await accept({ of: 'subscribers', storeId: one }, null, one);
      await expand();
      await sql`update fan_out_chunk set outcomes = decode(repeat('01', cardinality(devices)), 'hex'), pending = 0, successful = pending`.execute(
        world.db,
      );
      await sql`update fan_out set state = 'finished', finished_at = now()`.execute(world.db);
      const own = createOwnPushes();
      expect(await own.read(world.db)).toBeNull();
      await own.prepare(world.db);
      // From now on only a worker that has loaded the outcomes can count them.
      await sql`delete from fan_out_chunk where notification_id = ${over}`.execute(world.db);
      await accept({ of: 'subscribers', storeId: two }, null, two);
      await expand(own);
      const large = await accept({ of: 'everyone' }, 1);
      await expand(own);
      const { rows } = await sql<{ n: number }>`select left_out as n from fan_out where notification_id = ${large}`.execute(world.db);
      expect(rows[0]?.n).toBe(times(12_000, (n) => n + 1).filter((seq) => seq % 3 === 0 || seq % 5 === 0).length);
    },
  );

  test(
    'fifty concurrent sends by five workers give every phone exactly as many pushes as the limit allows',
    { tags: ['CARE-02'] },
    async () => {
      const stores = await Promise.all(times(10, () => aStore(world.db)));
      await phones(world.db, { count: 4_000, subscribed: [] });
      for (const [n, store] of stores.entries())
        await sql`insert into device_subscription (store_id, device_seq) select ${store}, seq from device where seq % 10 in (${n}, ${(n + 3) % 10})`.execute(
          world.db,
        );
      await Promise.all(
        times(50, (n) => {
          const store = stores[n % 10] ?? '';
          return n % 3 === 0 ? accept({ of: 'everyone' }, 3) : accept({ of: 'subscribers', storeId: store }, 3, store);
        }),
      );
      const left = async () =>
        (await sql<{ n: number }>`select count(*)::int as n from fan_out where state = 'expanding'`.execute(world.db)).rows[0]?.n ?? 0;
      // A worker that does not get the lock tries again.
      const worker = async (): Promise<void> => {
        const own = createOwnPushes();
        while ((await left()) > 0) await expand(own);
      };
      await Promise.all(times(5, worker));
      const pushes = (await pushesOfEach()).map((phone) => phone.pushes);
      expect(Math.max(...pushes)).toBe(3);
      expect(pushes.filter((n) => n < 3)).toEqual([]);
      await stopWorkers();
    },
  );
});
