import fc from 'fast-check';
import { sql } from 'kysely';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aNotification, aStore, phones, secretOf, times } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { endings } from '../../../../test/sending.ts';
import { expandNext } from './expand-fan-out.repository.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const STORES = 3;
const PHONES = 6;
const inbox = async (token: string): Promise<string[]> =>
  (await world.phone(deviceRoutes.inbox, { token })).body.items.map(({ _id }) => _id);

/** Computes the inbox from every device in every chunk of every valid notification. */
const naively = async (secret: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select n.id from notification n join fan_out_chunk c on c.notification_id = n.id
      cross join unnest(c.devices) with ordinality sent(seq, place) join device d on d.seq = sent.seq,
      get_byte(c.outcomes, (place - 1)::int) outcome
    where d.secret_hash = sha256_of(${secret}) and n.valid_until > ${world.world.now()}
      and (outcome = 1 or (c.lease_until is not null and (outcome = 0 or outcome >= 128)))
    order by n.created_at desc, n.id desc limit 200`.execute(world.db);
  return rows.map(({ id }) => id);
};

const expandAll = async (): Promise<void> => {
  while (await expandNext(world.db, endings));
};
/** Gives the devices of expanded sends pseudo-random outcomes, and leases some of their chunks. */
const deliver = (seed: number) =>
  sql`
  update fan_out_chunk set pending = 0, successful = cardinality(devices), lease_until = case when (${seed}::int + no) % 3 = 0 then now() end,
    outcomes = (select decode(string_agg(case (seq * 7 + ${seed}::int + length(notification_id)) % 4 when 0 then '00' when 1 then '02' when 2 then '81' else '01' end, '' order by n), 'hex')
      from unnest(devices) with ordinality d(seq, n))
  where lease_epoch = 0`
    .execute(world.db)
    .then(() => sql`update fan_out_chunk set lease_epoch = 1`.execute(world.db));

type Step =
  | { do: 'send'; store: number | null; targeted: boolean; test: boolean; days: number }
  | { do: 'subscribe'; phone: number; stores: number[]; main: number | null }
  | { do: 'expand' | 'deliver'; seed: number }
  | { do: 'endOne'; seed: number };
const oneStore = fc.nat({ max: STORES - 1 });
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      store: fc.option(oneStore),
      targeted: fc.boolean(),
      test: fc.constant(false),
      days: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      store: fc.option(oneStore),
      targeted: fc.boolean(),
      test: fc.constant(true),
      days: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      phone: fc.nat({ max: PHONES - 1 }),
      stores: fc.subarray([0, 1, 2]),
      main: fc.option(oneStore),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('expand' as const, 'deliver' as const), seed: fc.nat({ max: 99 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('endOne' as const), seed: fc.nat({ max: 99 }) }) },
);

describe('the inbox is read without querying every valid notification', { tags: ['D-25', 'APP-10'] }, () => {
  test('for random sends, moves and outcomes, returns the same as a scan of every device of every chunk', async () => {
    const stores = await Promise.all(times(STORES, () => aStore(world.db)));
    const addresses = [...(await phones(world.db, { count: PHONES - 2 })), ...(await phones(world.db, { count: 2, tester: true }))];
    const secrets = addresses.map(secretOf);
    const storeAt = (n: number): string => stores[n] ?? '';
    const take = async (step: Step): Promise<void> => {
      switch (step.do) {
        case 'send': {
          await world.db.deleteFrom('notificationQuota').execute();
          const validUntil = new Date(Date.now() + step.days * 86_400_000).toISOString();
          const targeted = { includeStoreType: '', includeStores: [storeAt(0), storeAt(1)] };
          const body = aNotification({ isTest: step.test, validUntil, ...(step.targeted && targeted) });
          const store = step.store === null ? {} : { store: storeAt(step.store) };
          expect((await world.staff('POST /api/v1/notification-editor', { token: admin, body, ...store })).status).toBe(201);
          return;
        }
        case 'subscribe': {
          const body = { notificationStoreIds: step.stores.map(storeAt), mainStoreId: step.main === null ? null : storeAt(step.main) };
          expect((await world.phone('PATCH /app/v1/devices/me', { token: secrets[step.phone] ?? '', body })).status).toBe(200);
          return;
        }
        case 'expand':
          return expandAll();
        case 'deliver':
          await expandAll();
          await deliver(step.seed);
          return;
        case 'endOne':
          await sql`update notification set valid_until = now() - interval '1 second' where id =
            (select id from notification where valid_until > now() order by id offset ${step.seed % 5} limit 1)`.execute(world.db);
      }
    };
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 25 }), async (steps) => {
        for (const step of [...steps, { do: 'deliver' as const, seed: 1 }]) await take(step);
        for (const secret of secrets) {
          const wanted = await naively(secret);
          expect(await inbox(secret)).toEqual(wanted);
          found += wanted.length;
        }
      }),
      { numRuns: 15 },
    );
    // Nothing would be shown by empty inboxes.
    expect(found).toBeGreaterThan(100);
    const former = await sql<{ n: number }>`select count(*)::int as n from device_former_subscription`.execute(world.db);
    expect(former.rows[0]?.n).toBeGreaterThan(0);
  });

  test('pushes of a store stay in the inbox after unsubscribing; deleting the phone deletes its former subscriptions', async () => {
    const store = await aStore(world.db);
    const [address = ''] = await phones(world.db, { subscribed: [store] });
    const token = secretOf(address);
    const { body } = await world.staff(notificationRoutes.send, { token: admin, store, body: aNotification() });
    await expandAll();
    await sql`update fan_out_chunk set outcomes = decode('01', 'hex') where notification_id = ${body._id}`.execute(world.db);
    await world.phone('PATCH /app/v1/devices/me', { token, body: { notificationStoreIds: [] } });
    expect(await inbox(token)).toContain(body._id);
    const kept = () =>
      sql<{ n: number }>`select count(*)::int as n from device_former_subscription where store_id = ${store}`.execute(world.db);
    expect((await kept()).rows).toEqual([{ n: 1 }]);
    expect((await world.phone('DELETE /app/v1/devices/me', { token })).status).toBe(204);
    expect((await kept()).rows).toEqual([{ n: 0 }]);
  });
});
