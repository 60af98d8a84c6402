import { deviceRoutes } from '@endcap/contract/devices';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore, phones, secretOf } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { whileHeld } from '../../../test/while-held.ts';
import type { Db } from '../../tables.ts';
import { endWhatIsOld } from '../retention/index.ts';
import { giveBackSubscriptions } from './give-back-subscriptions.repository.ts';

type Store = string | undefined;

let world: FreshWorld;
let [one, two, three, deleted]: string[] = [];
beforeAll(async () => {
  world = await freshWorld();
  [one, two, three, deleted] = [await aStore(world.db), await aStore(world.db), await aStore(world.db), await aStore(world.db)];
});
afterAll(() => world.close());

const ids = (...stores: Store[]): string[] => stores.map((store) => store ?? '').toSorted();
const aPhone = async (...subscribed: Store[]): Promise<string> => {
  const [address = ''] = await phones(world.db, { subscribed: ids(...subscribed) });
  return secretOf(address);
};
/** Sends a list of stores to this version. */
const choose = async (token: string, ...stores: Store[]): Promise<void> => {
  const { status } = await world.phone(deviceRoutes.change, { token, body: { notificationStoreIds: ids(...stores) } });
  expect(status).toBe(200);
};
/** Does to the database what the version before does with such a list, and with an empty one where a PATCH has no list. */
const chooseOnOldVersion = (token: string, ...stores: Store[]): Promise<void> =>
  world.db.transaction().execute(async (trx) => {
    const phone = sql`(select seq from device where secret_hash = sha256_of(${token}))`;
    await sql`delete from device_subscription where device_seq = ${phone} and store_id <> all(${ids(...stores)})`.execute(trx);
    await sql`insert into device_subscription (store_id, device_seq) select store_id, ${phone} from unnest(${ids(...stores)}::text[]) store_id
      on conflict do nothing`.execute(trx);
  });
const clearedByOldVersion = (token: string): Promise<void> => chooseOnOldVersion(token);
const subscribed = async (token: string): Promise<string[]> => (await world.phone(deviceRoutes.me, { token })).body.notificationStoreIds;
const upkeep = () =>
  endWhatIsOld({
    db: world.db,
    now: world.world.now,
    keep: { receipts: 0, outcomes: 0, showings: 0, sendKeys: 0, threads: 0, tickets: 0, unusedDevices: 0 },
    onError: (error) => {
      throw error;
    },
  });

test('the upkeep gives back stores that an old process cleared before its last run or since', { tags: ['E-01'] }, async () => {
  const before = await aPhone(one, two);
  const withDeleted = await aPhone(one, two, deleted);
  await clearedByOldVersion(before);
  await clearedByOldVersion(withDeleted);
  await world.db
    .updateTable('store')
    .set({ deletedAt: new Date() })
    .where('id', '=', deleted ?? '')
    .execute();
  await upkeep();
  for (const token of [before, withDeleted]) expect(await subscribed(token)).toEqual(ids(one, two));
  expect((await sql`select from device_subscription where store_id = ${deleted}`.execute(world.db)).rows).toEqual([]);

  const since = await aPhone();
  await choose(since, two, three);
  await clearedByOldVersion(since);
  await upkeep();
  expect(await subscribed(since)).toEqual(ids(two, three));
  expect(await subscribed(before)).toEqual(ids(one, two));
});

test('the upkeep never undoes an empty list that was sent to this version', { tags: ['E-01'] }, async () => {
  const neverCleared = await aPhone(one, two);
  await choose(neverCleared);
  const confirmed = await aPhone(one, two);
  await clearedByOldVersion(confirmed);
  await choose(confirmed);
  const givenBack = await aPhone(one, two);
  await clearedByOldVersion(givenBack);
  await upkeep();
  expect(await subscribed(givenBack)).toEqual(ids(one, two));
  await choose(givenBack);
  await upkeep();
  for (const token of [neverCleared, confirmed, givenBack]) expect(await subscribed(token)).toEqual([]);
});

test('the upkeep gives stores back to each phone once', { tags: ['E-01'] }, async () => {
  const phone = await aPhone(one, two);
  await clearedByOldVersion(phone);
  await upkeep();
  await clearedByOldVersion(phone);
  await upkeep();
  expect(await subscribed(phone)).toEqual([]);
});

test('the upkeep does not resubscribe phones that may have left or have chosen stores since', { tags: ['E-01'] }, async () => {
  const chosenSince = await aPhone(one, two);
  await clearedByOldVersion(chosenSince);
  await chooseOnOldVersion(chosenSince, three);
  const leftOneByOne = await aPhone(one, two);
  await chooseOnOldVersion(leftOneByOne, two);
  await chooseOnOldVersion(leftOneByOne);
  const leftBefore = await aPhone(one, two, three);
  await chooseOnOldVersion(leftBefore, two, three);
  await clearedByOldVersion(leftBefore);
  const single = await aPhone(one);
  await clearedByOldVersion(single);
  const erased = await aPhone(one, two);
  await clearedByOldVersion(erased);
  await world.phone(deviceRoutes.remove, { token: erased });
  const never = await aPhone();
  await upkeep();
  expect(await subscribed(chosenSince)).toEqual([three]);
  for (const token of [leftOneByOne, leftBefore, single, never]) expect(await subscribed(token)).toEqual([]);
  const ofErased =
    await sql`select from device_subscription s join device d on d.seq = s.device_seq where d.install_id like 'gone %'`.execute(world.db);
  expect(ofErased.rows).toEqual([]);
});

const clearedTogether = (...tokens: string[]) =>
  sql`delete from device_subscription s using device d where d.seq = s.device_seq
    and d.secret_hash in (select sha256_of(token) from unnest(${tokens}::text[]) token)`.execute(world.db);

test(
  'the upkeep leaves phones alone whose rows came together with those of others, as in a restored copy',
  { tags: ['E-01'] },
  async () => {
    const [first, second, third] = [await aPhone(one, two), await aPhone(one, two), await aPhone(one, two)];
    await clearedTogether(first, second, third);
    // Two of them are settled; the third still shares its transaction.
    for (const token of [first, second]) await choose(token);
    await upkeep();
    for (const token of [first, second, third]) expect(await subscribed(token)).toEqual([]);
  },
);

test(
  'the upkeep gives back to a hundred phones in a transaction and waits for none that is being written to',
  { tags: ['E-01'] },
  async () => {
    const tokens = (await phones(world.db, { subscribed: ids(one, two), count: 102 })).map(secretOf);
    for (const token of tokens) await clearedByOldVersion(token);
    const cleared = async (): Promise<number> =>
      tokens.length -
      (
        await sql`select distinct device_seq from device_subscription s join device d on d.seq = s.device_seq
      where d.secret_hash in (select sha256_of(token) from unnest(${tokens}::text[]) token)`.execute(world.db)
      ).rows.length;
    const hold = (trx: Db) => sql`select from device where secret_hash = sha256_of(${tokens.at(-1)}) for update`.execute(trx);
    let portions = 0;
    await whileHeld(world.db, hold, async () => {
      await giveBackSubscriptions(world.db, () => portions++ === 1);
      // One portion was written; phones of other tests may be among its hundred.
      expect(await cleared()).toBeGreaterThanOrEqual(2);
      expect(await cleared()).toBeLessThan(tokens.length);
      await upkeep();
      expect(await cleared()).toBe(1);
    });
    await upkeep();
    expect(await cleared()).toBe(0);
  },
);
