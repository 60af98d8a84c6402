import { readFile } from 'node:fs/promises';
import { deviceRoutes } from '@endcap/contract/devices';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore, phones, secretOf } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let [one, two, three, deleted]: string[] = [];
beforeAll(async () => {
  world = await freshWorld();
  [one, two, three, deleted] = [await aStore(world.db), await aStore(world.db), await aStore(world.db), await aStore(world.db)];
});
afterAll(() => world.close());

const ids = (...stores: (string | undefined)[]): string[] => stores.map((store) => store ?? '');
const aPhone = async (...subscribed: (string | undefined)[]): Promise<string> => {
  const [address = ''] = await phones(world.db, { subscribed: ids(...subscribed) });
  return secretOf(address);
};
const choose = async (token: string, ...stores: (string | undefined)[]): Promise<void> => {
  const { status } = await world.phone(deviceRoutes.change, { token, body: { notificationStoreIds: ids(...stores) } });
  expect(status).toBe(200);
};
/** The fault made a PATCH without the list do to the database what a PATCH with an empty list does. */
const clearedByFault = choose;
const subscribed = async (token: string): Promise<string[]> => (await world.phone(deviceRoutes.me, { token })).body.notificationStoreIds;
const migrated = async (): Promise<void> => {
  const script = await readFile(new URL('../../../migrations/0078-subscriptions-given-back.sql', import.meta.url), 'utf8');
  await world.db.transaction().execute((trx) => sql.raw(script).execute(trx));
};

test('the migration gives back subscriptions that vanished together, and a second run changes nothing (E-01)', async () => {
  const phone = await aPhone(one, two);
  const withDeleted = await aPhone(one, two, deleted);
  await clearedByFault(phone);
  await clearedByFault(withDeleted);
  await world.db
    .updateTable('store')
    .set({ deletedAt: new Date() })
    .where('id', '=', deleted ?? '')
    .execute();
  await migrated();
  for (const token of [phone, withDeleted]) expect(await subscribed(token)).toEqual(ids(one, two).toSorted());
  const rows = await sql`select from device_subscription where store_id = ${deleted}`.execute(world.db);
  expect(rows.rows).toEqual([]);

  await migrated();
  expect(await subscribed(phone)).toEqual(ids(one, two).toSorted());
});

test('the migration subscribes nobody who may have left, or has chosen since (E-01)', async () => {
  const chosenSince = await aPhone(one, two);
  await clearedByFault(chosenSince);
  await choose(chosenSince, three);
  const leftOneByOne = await aPhone(one, two);
  await choose(leftOneByOne, two);
  await choose(leftOneByOne);
  const leftBefore = await aPhone(one, two, three);
  await choose(leftBefore, two, three);
  await clearedByFault(leftBefore);
  const single = await aPhone(one);
  await clearedByFault(single);
  const erased = await aPhone(one, two);
  await clearedByFault(erased);
  await world.phone(deviceRoutes.remove, { token: erased });
  const never = await aPhone();
  await migrated();
  expect(await subscribed(chosenSince)).toEqual([three]);
  for (const token of [leftOneByOne, leftBefore, single, never]) expect(await subscribed(token)).toEqual([]);
  const ofErased =
    await sql`select from device_subscription s join device d on d.seq = s.device_seq where d.install_id like 'gone %'`.execute(world.db);
  expect(ofErased.rows).toEqual([]);
});

test('the migration leaves phones alone whose rows came together with those of others, as in a restored copy (E-01)', async () => {
  const [first, second] = [await aPhone(one, two), await aPhone(one, two)];
  await sql`delete from device_subscription s using device d where d.seq = s.device_seq
    and d.secret_hash in (sha256_of(${first}), sha256_of(${second}))`.execute(world.db);
  await migrated();
  for (const token of [first, second]) expect(await subscribed(token)).toEqual([]);
});
