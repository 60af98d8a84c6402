import { appAssistantRoutes } from '@endcap/contract/assistant';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { appPopupRoutes } from '@endcap/contract/popups';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModelStub } from '../../../test/asked-model.ts';
import { aNotification, phones, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { aCustomer, appIsInUse, type Customer, figuresOf, tracesOf } from '../../../test/traces.ts';
import { waitingForLocks, whileHeld } from '../../../test/while-held.ts';
import { forgetDevices } from '../devices/index.ts';
import { clearGone } from './clear-gone.ts';

let world: FreshWorld;
let admin: string;
let popupId: string;
let model: Awaited<ReturnType<typeof startModelStub>>;
beforeAll(async () => {
  model = await startModelStub();
  world = await freshWorld({ ENDCAP_ASSISTANT_BASE_URL: model.baseUrl });
  admin = await world.tokenOf('admin');
  popupId = await appIsInUse(world);
  const knowledge = { name: 'Zwroty', description: 'Zwroty towarów', content: 'Zwroty w 14 dni.' };
  await world.staff('POST /api/v1/knowledge-editor', { token: admin, body: knowledge });
});
afterAll(async () => {
  await world.close();
  model.close();
});

const remove = async (token: string) => (await world.phone(deviceRoutes.remove, { token })).status;
const openedBy = (seqs: readonly number[], notificationId: string, hours = 0) =>
  sql`insert into notification_receipt select ${notificationId}, seq, now(), now() + make_interval(hours => ${hours})
    from unnest(${[...seqs]}::bigint[]) seq`.execute(world.db);
const send = async (): Promise<string> =>
  (await world.staff(notificationRoutes.send, { token: admin, body: aNotification({ isTest: true }) })).body._id;
const figures = (notificationId: string) => figuresOf(world, notificationId);
const traces = ({ values, seq }: Customer): Promise<string[]> => tracesOf(world.db, { values, seqs: [seq] });
/** Creates a finished notification with one chunk, in which every device accepted the message. */
const reached = async (seqs: readonly number[]): Promise<string> => {
  const id = await send();
  await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
    select ${id}, 0, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('01', count(*)::int), 'hex'), 0, count(*)
    from unnest(${[...seqs]}::int[]) seq`.execute(world.db);
  await sql`update fan_out set state = 'finished', finished_at = now() where notification_id = ${id}`.execute(world.db);
  return id;
};

describe('a device that the app deletes', { tags: ['D-27', 'OPS-07'] }, () => {
  test('leaves only a hash of the erasure in the database; other devices keep their data', async () => {
    const [gone, other] = [await aCustomer(world, popupId), await aCustomer(world, popupId)];
    await openedBy([gone.seq, other.seq], await send());
    expect(await traces(gone)).toEqual(
      expect.arrayContaining([
        'device',
        'device_subscription',
        'notification_receipt',
        'popup_showing',
        'thread',
        'thread_message',
        'thread_message_found',
      ]),
    );
    const before = await traces(other);
    expect(await remove(gone.secret)).toBe(204);
    expect(await traces(gone)).toEqual([]);
    expect(await traces(other)).toEqual(before);
    expect(await remove(gone.secret)).toBe(401);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from erasure, erasing
      where kind = 'device' and hash = sha256(key || convert_to('device:' || ${gone.values[5]}::text, 'UTF8'))`.execute(world.db);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test(
    'the figures of what was sent to it stay as they were: reached, opened, by hour and by main store',
    { tags: ['OPS-07'] },
    async () => {
      const customers = await Promise.all(times(3, () => aCustomer(world, popupId)));
      const seqs = customers.map(({ seq }) => seq);
      const id = await reached(seqs);
      await openedBy(seqs.slice(0, 1), id);
      await openedBy(seqs.slice(1), id, 3);
      const before = await figures(id);
      expect(before).toMatchObject({ details: { details: { successful: 3, remaining: 0, failed: 0, converted: 3 } }, opens: { total: 3 } });
      expect(before.opens.stores?.named.map(({ storeId }) => storeId).toSorted()).toEqual(customers.map(({ store }) => store).toSorted());
      for (const { secret } of customers.slice(0, 2)) expect(await remove(secret)).toBe(204);
      expect(await figures(id)).toEqual(before);
      expect(await remove(customers[2]?.secret ?? '')).toBe(204);
      expect(await figures(id)).toEqual(before);
      expect(await world.db.selectFrom('notificationReceipt').where('notificationId', '=', id).selectAll().execute()).toEqual([]);
    },
  );

  test('with more than one portion of everything is erased in the same call', async () => {
    const gone = await aCustomer(world, popupId);
    const sent = await Promise.all(times(3, send));
    await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type)
      select 'many' || n, 't', 'c', true, now(), 'x', 'x', '' from generate_series(1, 1200) n`.execute(world.db);
    await sql`insert into notification_receipt select 'many' || n, ${gone.seq}, now(), now() from generate_series(1, 1200) n`.execute(
      world.db,
    );
    await sql`insert into popup_showing select ${gone.seq}, ${popupId}, 'many' || n, now() from generate_series(1, 2100) n`.execute(
      world.db,
    );
    await sql`insert into thread (id, thread_id, device_seq, created_at) select 'many' || n, 'thread_many' || n, ${gone.seq}, now()
      from generate_series(1, 45) n`.execute(world.db);
    expect(await remove(gone.secret)).toBe(204);
    expect(await traces(gone)).toEqual([]);
    const { rows } = await sql`select sum(opened)::int as opened from past_receipt where notification_id like 'many%'`.execute(world.db);
    expect(rows).toEqual([{ opened: 1_200 }]);
    expect(sent).toHaveLength(3);
  });

  test('is rejected after an interrupted erasure, and the upkeep deletes the rest of its data', async () => {
    const gone = await aCustomer(world, popupId);
    await openedBy([gone.seq], await send());
    await world.db.transaction().execute((trx) => forgetDevices(trx, { seq: gone.seq }, 1));
    expect((await world.phone(deviceRoutes.me, { token: gone.secret })).status).toBe(401);
    expect(await traces(gone)).toEqual(expect.arrayContaining(['notification_receipt', 'thread']));
    expect(await clearGone(world.db)).toBe(1);
    expect(await traces(gone)).toEqual([]);
    expect(await clearGone(world.db)).toBe(0);
  });

  test('is fully erased by the upkeep if an earlier version left the customer in its threads', async () => {
    const gone = await aCustomer(world, popupId);
    await sql`update device set install_id = 'gone abcdefgh234567abcdefgh23', push_kind = null, push_value = null, user_id = null,
      segments = '{}', main_store_id = null where seq = ${gone.seq}`.execute(world.db);
    expect(await clearGone(world.db)).toBe(1);
    expect(await traces(gone)).toEqual([]);
  });
});

describe('concurrent calls while a device is erased', { tags: ['D-27', 'OPS-07'] }, () => {
  test('an answer of the assistant that arrives after the erasure is discarded', async () => {
    const gone = await aCustomer(world, popupId);
    const { arrived, release } = model.block();
    const text = 'Zwroty, a moja karta to 1234';
    const asking = world.phone(appAssistantRoutes.ask, { token: gone.secret, params: { threadId: gone.thread }, body: { text } });
    await arrived;
    expect(await remove(gone.secret)).toBe(204);
    release();
    expect((await asking).status).toBe(404);
    expect(await tracesOf(world.db, { values: [...gone.values, 'karta to 1234'], seqs: [gone.seq] })).toEqual([]);
  });

  test('calls of the phone at the same time leave no data and return no unexpected status', async () => {
    for (let round = 0; round < 8; round += 1) {
      const gone = await aCustomer(world, popupId);
      const id = await reached([gone.seq]);
      const again = {
        mainStoreId: gone.store,
        notificationStoreIds: [gone.store],
        userId: gone.userId,
        push: { kind: 'token' as const, value: `${gone.values[1]}` },
      };
      const { secret: token } = gone;
      const calls = times(4, (n) => [
        world.phone(deviceRoutes.change, { token, body: again }),
        world.phone(deviceRoutes.opened, { token, params: { id } }),
        world.phone(appPopupRoutes.shown, { token, params: { popupId }, body: { showingId: `race-${round}-${n}` } }),
        world.phone(appAssistantRoutes.open, { token }),
        world.phone(appAssistantRoutes.ask, { token, params: { threadId: gone.thread }, body: { text: 'jeszcze jedno' } }),
        world.phone(deviceRoutes.becomeTester, { token, body: { code: 'tester-code' } }),
      ]);
      const [removed, ...others] = await Promise.all([remove(token), ...calls.flat()]);
      expect([204, 401]).toContain(removed);
      for (const { status } of others) expect([200, 201, 204, 401, 404]).toContain(status);
      // An opening before the erasure counts, but only once.
      const counted = await sql<{
        n: number;
      }>`select coalesce(sum(opened), 0)::int as n from past_receipt where notification_id = ${id}`.execute(world.db);
      expect(counted.rows[0]?.n).toBeLessThanOrEqual(1);
      expect(await traces(gone)).toEqual([]);
    }
  });

  test('calls that waited for the lock of the erasure find the device gone and leave no data', async () => {
    const gone = await aCustomer(world, popupId);
    const id = await reached([gone.seq]);
    const { secret: token } = gone;
    // All calls are authenticated and wait for the lock of the device row.
    const { waiting } = await whileHeld(
      world.db,
      (trx) => forgetDevices(trx, { seq: gone.seq }, 1),
      async () => {
        const calls = [
          world.phone(deviceRoutes.change, { token, body: { userId: gone.userId } }),
          world.phone(deviceRoutes.opened, { token, params: { id } }),
          world.phone(appPopupRoutes.shown, { token, params: { popupId }, body: { showingId: 'late' } }),
          world.phone(appAssistantRoutes.open, { token }),
        ];
        await expect.poll(() => waitingForLocks(world.db)).toBe(calls.length);
        return { waiting: calls };
      },
    );
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses).toEqual([401, 404, 204, 401]);
    await clearGone(world.db);
    expect(await traces(gone)).toEqual([]);
  });

  test('concurrent erasures and upkeep runs count the openings of the device once', async () => {
    const gone = await aCustomer(world, popupId);
    const id = await reached([gone.seq]);
    await openedBy([gone.seq], id);
    const before = await figures(id);
    await Promise.all([remove(gone.secret), remove(gone.secret), clearGone(world.db), clearGone(world.db)]);
    await clearGone(world.db);
    expect(await figures(id)).toEqual(before);
    expect(await traces(gone)).toEqual([]);
  });
});

test('a call updates the last-seen time of its device at most once a week', { tags: ['D-27'] }, async () => {
  const { secret, seq } = await aCustomer(world, popupId);
  const seenAt = async () => (await world.db.selectFrom('device').where('seq', '=', seq).select('seenAt').executeTakeFirstOrThrow()).seenAt;
  const [{ secret: other }, registered] = [await aCustomer(world, popupId), await seenAt()];
  world.clock.aheadMs += 6 * 86_400_000;
  await world.phone(deviceRoutes.inbox, { token: secret });
  await world.phone(deviceRoutes.change, { token: secret, body: { appVersion: '3.5.0' } });
  expect(await seenAt()).toEqual(registered);
  world.clock.aheadMs += 2 * 86_400_000;
  await world.phone(deviceRoutes.inbox, { token: secret });
  await expect.poll(seenAt).toEqual(expect.toSatisfy((at: Date) => at.getTime() - registered.getTime() > 7 * 86_400_000));
  // Also for phones that are rarely used and subscribe to no store.
  expect((await world.phone(deviceRoutes.me, { token: other })).status).toBe(200);
  await phones(world.db);
});
