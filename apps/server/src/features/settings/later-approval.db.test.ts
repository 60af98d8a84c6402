import { notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { problemIn } from '../../../test/caller.ts';
import { aNotification, aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { applyLaterApproval } from './apply-later-approval.ts';

// Nobody frees their own sends from approval: looser rules wait for another administrator, or for 24 hours.
let world: FreshWorld;
let anna: string;
let jan: string;
beforeAll(async () => {
  world = await freshWorld();
  anna = await world.tokenOf('admin');
  jan = await world.person('later-jan', { isAdmin: true, name: 'Jan Nowak' });
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const token of [anna, jan]) await save({ approval: true, approvalAbove: 5, safetyMessages: false }, token);
});

const save = async (sending: Record<string, unknown>, token = anna) => {
  const answer = await world.staff(settingsRoutes.save, { token, body: { sending } as never });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.sending;
};
const read = async () => (await world.staff(settingsRoutes.read, { token: anna })).body.sending;
/** Moves the start of the delayed rules into the past. */
const aDayPasses = async (): Promise<void> => {
  await sql`update settings set document = jsonb_set(document, '{sending,approvalLater,from}', to_jsonb(${new Date(0).toISOString()}::text))`.execute(
    world.db,
  );
};
const lastChange = async () => {
  const change = await world.db
    .selectFrom('history')
    .where('entity', '=', 'settings')
    .orderBy('seq', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirstOrThrow();
  const [before, after] = (change.changes as unknown as { sending: [{ approval: boolean }, { approval: boolean }] }).sending;
  return { actor: change.actor, before, after };
};

test.each([
  [{ approval: false }, { approval: false, approvalAbove: 5, safetyMessages: false }],
  [{ approvalAbove: 6 }, { approval: true, approvalAbove: 6, safetyMessages: false }],
  // They go out without approval (CARE-05).
  [{ safetyMessages: true }, { approval: true, approvalAbove: 5, safetyMessages: true }],
])('%j waits until another administrator saves the same, and both are in the history', { tags: ['E-04'] }, async (wanted, stored) => {
  const later = { ...stored, askedBy: 'admin', from: expect.any(String) as string };
  const kept = { approval: true, approvalAbove: 5, safetyMessages: false };
  const first = await save(wanted);
  expect(first).toMatchObject({ ...kept, approvalLater: later });
  expect(await lastChange()).toMatchObject({ actor: 'admin', before: { approvalLater: null }, after: { ...kept, approvalLater: later } });
  // A second save by the same person changes nothing and does not restart the 24 hours.
  expect(await save(wanted)).toEqual(first);
  expect(await save(wanted, jan)).toMatchObject({ ...stored, approvalLater: null });
  expect(await lastChange()).toMatchObject({
    actor: 'later-jan',
    before: { ...kept, approvalLater: later },
    after: { ...stored, approvalLater: null },
  });
});

test('a looser rule takes effect after 24 hours, as a change of the person who saved it', { tags: ['E-04'] }, async () => {
  await save({ approval: false });
  await applyLaterApproval(world.db, new Date());
  expect(await read()).toMatchObject({ approval: true });
  await aDayPasses();
  await applyLaterApproval(world.db, new Date());
  expect(await read()).toMatchObject({ approval: false, approvalLater: null });
  expect(await lastChange()).toMatchObject({ actor: 'admin', before: { approval: true }, after: { approval: false, approvalLater: null } });
  await applyLaterApproval(world.db, new Date());
});

test('delayed safety messages can be sent after 24 hours, and not before', { tags: ['E-04', 'CARE-05'] }, async () => {
  await save({ safetyMessages: true });
  const send = async () => {
    const body = aNotification({ safety: true, confirmation: 'OSTRZEGAM', includeStoreType: 'all' });
    const { status, body: answered } = await world.staff(notificationRoutes.send, { token: anna, body });
    return [status, (answered as { error?: { code: string } }).error?.code];
  };
  expect(await send()).toEqual([403, 'safety_disabled']);
  await aDayPasses();
  await applyLaterApproval(world.db, new Date());
  expect(await read()).toMatchObject({ approval: true, approvalAbove: 5, safetyMessages: true, approvalLater: null });
  expect(await send()).toEqual([201, undefined]);
});

test('safety messages are switched on at once while nothing is approved, and off at any time', { tags: ['E-04', 'CARE-05'] }, async () => {
  for (const token of [anna, jan]) await save({ approval: false }, token);
  expect(await save({ safetyMessages: true })).toMatchObject({ safetyMessages: true, approvalLater: null });
  expect(await save({ approval: true })).toMatchObject({ approval: true, safetyMessages: true });
  expect(await save({ safetyMessages: false })).toMatchObject({ approval: true, safetyMessages: false, approvalLater: null });
});

test('the stricter part of a save takes effect at once, and the looser part waits', { tags: ['E-04', 'CARE-05'] }, async () => {
  expect(await save({ approvalAbove: 4, safetyMessages: true })).toMatchObject({
    approval: true,
    approvalAbove: 4,
    safetyMessages: false,
    approvalLater: { approval: true, approvalAbove: 4, safetyMessages: true },
  });
});

test('a delayed rule without a value for safety messages leaves them as they are', { tags: ['E-04', 'CARE-05'] }, async () => {
  await save({ approval: false });
  await sql`update settings set document = document #- '{sending,approvalLater,safetyMessages}'`.execute(world.db);
  expect(await save({ approval: false }, jan)).toMatchObject({ approval: false, safetyMessages: false, approvalLater: null });
});

test.each([
  ['is no administrator any more', sql`update staff_rights set is_admin = false, store_id = '101' where person = 'later-jan'`],
  ['is not known any more', sql`delete from staff_rights where person = 'later-jan'`],
])('the delayed rule of a person who %s does not take effect', { tags: ['E-04'] }, async (_, change) => {
  await save({ approval: false }, jan);
  await aDayPasses();
  await change.execute(world.db);
  await applyLaterApproval(world.db, new Date());
  expect(await read()).toMatchObject({ approval: true, approvalLater: null });
});

test('sends still wait for approval while a looser rule is delayed', { tags: ['E-04', 'CARE-04'] }, async () => {
  const store = await aStore(world.db);
  await phones(world.db, { count: 6, subscribed: [store] });
  await save({ approval: false });
  const { body } = await world.staff(notificationRoutes.send, { token: anna, store, body: aNotification() });
  expect(body.approval).toMatchObject({ state: 'waiting', devices: 6 });
});

test('a stricter rule takes effect at once and ends the delayed one; other settings leave it', { tags: ['E-04'] }, async () => {
  await save({ approval: false });
  expect(await save({ weeklyLimit: 3 })).toMatchObject({ weeklyLimit: 3, approvalLater: { approval: false } });
  expect(await save({ approvalAbove: 4 })).toMatchObject({ approval: true, approvalAbove: 4, approvalLater: null });
});

test('a delayed rule can be withdrawn, but not written by a client', { tags: ['E-04'] }, async () => {
  await save({ approval: false });
  const forged = { approval: false, approvalAbove: null, from: new Date(0).toISOString(), askedBy: 'somebody' };
  const refused = await world.staff(settingsRoutes.save, { token: anna, body: { sending: { approvalLater: forged } } as never });
  expect([refused.status, problemIn(refused).fields]).toEqual([422, { 'sending.approvalLater': ['invalid'] }]);
  expect(await save({ approvalLater: null })).toMatchObject({ approval: true, approvalLater: null });
});
