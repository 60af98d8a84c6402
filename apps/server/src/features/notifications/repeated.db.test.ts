import { emptyAudienceRule } from '@endcap/contract/audience';
import { notificationRoutes, repeatedRoutes } from '@endcap/contract/notifications';
import { startOfDayAhead } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { sendingAs } from '../../../test/sending.ts';

let world: FreshWorld;
let admin: string;
const { send } = sendingAs(
  () => world,
  () => admin,
);
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`truncate device, device_subscription, notification_quota, notification cascade`.execute(world.db);
});

const text = { title: 'Masło', content: 'Za 3,99 zł' };
const all = { includeStoreType: 'all' };
const only = (...includeStores: string[]) => ({ includeStoreType: '', includeStores });
const earlier = async (facts: object, { store, token = admin }: { store?: string; token?: string } = {}) => {
  const answer = await world.staff(repeatedRoutes.repeated, {
    token,
    body: { ...emptyAudienceRule, ...text, ...facts },
    ...(store && { store }),
  });
  expect(answer.status).toBe(200);
  return answer.body.earlier;
};
const free = () => sql`delete from notification_quota`.execute(world.db);

test('finds the last send of the same text to people of the same stores within 30 days, ignoring case and diacritics', async () => {
  const [a, b] = [await aStore(world.db), await aStore(world.db)];
  await phones(world.db, { main: a, subscribed: [a, b], count: 2 });
  expect(await earlier(all)).toBeNull();
  const own = await send(text, a);
  expect(await earlier(all)).toMatchObject({ _id: own });
  expect(await earlier({}, { store: a })).toMatchObject({ _id: own });
  expect(await earlier({ ...only(a), title: ' MASLO ', content: 'za 3,99 ZŁ' })).toMatchObject({ _id: own });
  expect(await earlier({ ...all, content: 'Za 4,99 zł' })).toBeNull();
  expect(await earlier(only(b))).toBeNull();
  expect(await earlier({}, { store: b })).toBeNull();

  await sql`update notification set created_at = now() - interval '29 days' where id = ${own}`.execute(world.db);
  expect(await earlier(only(a, b))).toMatchObject({ _id: own });
  const office = await send({ ...text, ...only(b) });
  expect(await earlier(only(a, b))).toMatchObject({ _id: office });
  expect(await earlier(only(a))).toMatchObject({ _id: own });
  await sql`update notification set created_at = now() - interval '31 days' where id = ${own}`.execute(world.db);
  expect(await earlier(only(a))).toBeNull();
});

test('ignores tests, plans, sends taken back or cancelled, and sends stopped before anybody got them', async () => {
  const a = await aStore(world.db);
  await phones(world.db, { main: a, subscribed: [a] });
  await send({ ...text, ...all, isTest: true });
  const startsAt = startOfDayAhead(new Date(), 2);
  const plan = await send({ ...text, startsAt, validUntil: startOfDayAhead(new Date(), 9) }, a);
  await sql`update notification set created_at = now() where id = ${plan}`.execute(world.db);
  await free();
  const cancelled = await send(text, a);
  await world.staff(notificationRoutes.cancel, { token: admin, params: { notificationId: cancelled }, query: { of: 'send' } });
  await free();
  const taken = await send({ ...text, ...all });
  await sql`update notification set recalled_at = now() where id = ${taken}`.execute(world.db);
  // A wrong key stops it with the first wave.
  await free();
  const stopped = await send(text, a);
  await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, failed)
    values (${stopped}, 0, 1, 1, '{1}', '\\x05', 0, 1)`.execute(world.db);
  await sql`update fan_out set state = 'stopped', chunks = 1, finished_at = now() where notification_id = ${stopped}`.execute(world.db);
  expect(await earlier(all)).toBeNull();
});

test('an employee is warned of a repeated head office send too, but gets the id of the own store’s only', async () => {
  const [mine, other] = [await aStore(world.db), await aStore(world.db)];
  const token = await world.person('repeated-staff', { storeId: mine });
  await send(text, other);
  expect(await earlier({}, { token })).toBeNull();
  await send({ ...text, ...all });
  expect(await earlier({}, { token })).toMatchObject({ _id: null });
  const own = await send(text, mine);
  expect(await earlier({}, { token })).toMatchObject({ _id: own });
});
