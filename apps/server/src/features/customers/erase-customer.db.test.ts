import { appAssistantRoutes } from '@endcap/contract/assistant';
import { customerRoutes } from '@endcap/contract/customers';
import { deviceRoutes } from '@endcap/contract/devices';
import { historyRoutes } from '@endcap/contract/history';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModelStub } from '../../../test/asked-model.ts';
import { aNotification, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { aCustomer, appIsInUse, figuresOf, tracesOf } from '../../../test/traces.ts';
import { waitingForLocks, whileHeld } from '../../../test/while-held.ts';

let world: FreshWorld;
let admin: string;
let popupId: string;
let model: Awaited<ReturnType<typeof startModelStub>>;
beforeAll(async () => {
  model = await startModelStub();
  world = await freshWorld({ ENDCAP_ASSISTANT_BASE_URL: model.baseUrl });
  admin = await world.tokenOf('admin');
  popupId = await appIsInUse(world);
  await world.staff('POST /session/register-login', { token: admin });
  const knowledge = { name: 'Zwroty', description: 'Zwroty towarów', content: 'Zwroty w 14 dni.' };
  await world.staff('POST /api/v1/knowledge-editor', { token: admin, body: knowledge });
});
afterAll(async () => {
  await world.close();
  model.close();
});

const kept = async (userId: string) => (await world.staff(customerRoutes.kept, { token: admin, body: { userId } })).body;
const erase = async (userId: string) => {
  const { status, body } = await world.staff(customerRoutes.erase, { token: admin, body: { userId } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.erased;
};
const nothing = { devices: 0, threads: 0, messages: 0, receipts: 0, showings: 0 };
const erasures = async () => (await world.staff(historyRoutes.list, { token: admin, query: { kind: 'customer' } })).body.items;

describe('an administrator erases a customer', { tags: ['D-27', 'OPS-07'] }, () => {
  test('erases all phones and conversations of a customer; those of others and all figures stay', async () => {
    const one = await aCustomer(world, popupId);
    const [two, other] = [await aCustomer(world, popupId, one.userId), await aCustomer(world, popupId)];
    // Asked on a phone that is somebody else's since.
    const lent = await aCustomer(world, popupId, one.userId);
    await world.phone(deviceRoutes.change, { token: lent.secret, body: { userId: 'sasiad-7' } });
    const { body: sent } = await world.staff('POST /api/v1/notification-editor', { token: admin, body: aNotification({ isTest: true }) });
    const { _id: notificationId } = sent as { _id: string };
    await sql`insert into notification_receipt select ${notificationId}, seq, now(), now()
      from unnest(${[one.seq, two.seq, other.seq]}::bigint[]) seq`.execute(world.db);
    const [figures, others] = [
      await figuresOf(world, notificationId),
      await tracesOf(world.db, { values: other.values, seqs: [other.seq] }),
    ];

    const found = { devices: 2, threads: 3, messages: 6, receipts: 2, showings: 2 };
    expect(await kept(one.userId)).toEqual({ kept: found, erasedAt: null });
    expect(await erase(one.userId)).toEqual(found);
    expect(await kept(one.userId)).toEqual({ kept: nothing, erasedAt: expect.any(String) });
    const values = [...one.values, ...two.values, lent.thread, lent.says];
    expect(await tracesOf(world.db, { values, seqs: [one.seq, two.seq] })).toEqual([]);
    expect(await tracesOf(world.db, { values: other.values, seqs: [other.seq] })).toEqual(others);
    expect(await figuresOf(world, notificationId)).toEqual(figures);
    expect((await world.phone(deviceRoutes.me, { token: one.secret })).status).toBe(401);
    expect((await world.phone(deviceRoutes.me, { token: lent.secret })).body).toMatchObject({ userId: 'sasiad-7' });
  });

  test('the history records who erased and how much, without identifying the customer', { tags: ['OPS-07'] }, async () => {
    const { userId } = await aCustomer(world, popupId);
    const before = await erasures();
    await erase(userId);
    const [row, ...rest] = await erasures();
    expect(rest).toEqual(before);
    expect(row).toMatchObject({
      kind: 'customer',
      action: 'erase',
      person: { name: 'Anna Wójcik' },
      label: expect.stringMatching(/^[0-9a-f]{12}$/),
      fields: 4,
    });
    const { body } = await world.staff(historyRoutes.change, { token: admin, params: { changeId: row?._id ?? '' } });
    expect(body.changes).toEqual({ devices: [1, 0], threads: [1, 0], messages: [2, 0], showings: [1, 0] });
    expect(JSON.stringify(body)).not.toContain(userId);
  });

  test('erasing an erased or unknown customer does nothing and records nothing', async () => {
    const { userId } = await aCustomer(world, popupId);
    await erase(userId);
    const before = await erasures();
    expect(await erase(userId)).toEqual(nothing);
    expect(await erase('nikt')).toEqual(nothing);
    expect(await erasures()).toEqual(before);
    expect(await kept('nikt')).toEqual({ kept: nothing, erasedAt: null });
  });

  test('a customer who returns counts as new and can be erased again', async () => {
    const { userId } = await aCustomer(world, popupId);
    await erase(userId);
    const again = await aCustomer(world, popupId, userId);
    expect(await kept(userId)).toMatchObject({ kept: { devices: 1, threads: 1 }, erasedAt: expect.any(String) });
    expect(await erase(userId)).toMatchObject({ devices: 1, threads: 1 });
    expect(await tracesOf(world.db, { values: again.values, seqs: [again.seq] })).toEqual([]);
  });

  test('with many portions of phones and conversations', async () => {
    const userId = 'wielki-klient';
    await sql`insert into device (id, install_id, secret_hash, platform, app_version, user_id)
      select 'wk' || n, 'wk' || n, sha256_of('wk' || n), 'ios', '3.4.0', ${userId} from generate_series(1, 120) n`.execute(world.db);
    await sql`insert into thread (id, thread_id, user_id, created_at) select 'wk' || n, 'thread_wk' || n, ${userId}, now() from generate_series(1, 65) n`.execute(
      world.db,
    );
    expect(await erase(userId)).toEqual({ ...nothing, devices: 120, threads: 65 });
    expect(await tracesOf(world.db, { values: [userId, 'thread_wk'], seqs: [] })).toEqual([]);
  });

  test.each([[''], ['a b'], ['x'.repeat(201)], ['ąę'], [7], [null]])('%j is no customer', { tags: ['SEC-02'] }, async (userId) => {
    for (const path of ['kept', 'erase'] as const)
      expect(await world.staff(`POST /api/v1/customers/${path}`, { token: admin, body: { userId } })).toMatchObject({ status: 422 });
  });
});

describe('concurrent calls while a customer is erased', { tags: ['D-27', 'OPS-07'] }, () => {
  test('an answer of the assistant that arrives after the erasure is discarded', async () => {
    const one = await aCustomer(world, popupId);
    const { arrived, release } = model.block();
    const asking = world.phone(appAssistantRoutes.ask, {
      token: one.secret,
      params: { threadId: one.thread },
      body: { text: 'Zwroty karty 777-1' },
    });
    await arrived;
    await erase(one.userId);
    release();
    expect((await asking).status).toBe(404);
    expect(await tracesOf(world.db, { values: [...one.values, '777-1'], seqs: [one.seq] })).toEqual([]);
  });

  test('signing out, opening threads and asking questions at the same time leave no traces', async () => {
    for (let round = 0; round < 6; round += 1) {
      const one = await aCustomer(world, popupId);
      const { secret: token } = one;
      const calls = times(5, () => [
        world.phone(appAssistantRoutes.open, { token }),
        world.phone(appAssistantRoutes.ask, { token, params: { threadId: one.thread }, body: { text: 'jeszcze' } }),
      ]).flat();
      const leaving = world.phone(deviceRoutes.change, { token, body: { userId: null } });
      const erased = erase(one.userId);
      for (const { status } of [...(await Promise.all(calls)), await leaving]) expect([200, 201, 401, 404]).toContain(status);
      await erased;
      // If the sign-out came first, the phone has no customer. The data of this customer is gone in either case.
      expect(await tracesOf(world.db, { values: [one.userId], seqs: [] })).toEqual([]);
    }
  });

  test('a thread opened during the sign-out of the customer leaves no traces', async () => {
    const one = await aCustomer(world, popupId);
    // The sign-out is not committed, so opening a thread waits for the row lock of the device.
    const { opening } = await whileHeld(
      world.db,
      (trx) => sql`update device set user_id = null where seq = ${one.seq}`.execute(trx),
      async () => {
        const opened = world.phone(appAssistantRoutes.open, { token: one.secret });
        await expect.poll(() => waitingForLocks(world.db)).toBe(1);
        return { opening: opened };
      },
    );
    expect((await opening).status).toBe(201);
    await erase(one.userId);
    expect(await tracesOf(world.db, { values: [one.userId], seqs: [] })).toEqual([]);
  });

  test('two administrators at once: nothing is left, and both are written down or one', async () => {
    const one = await aCustomer(world, popupId);
    const before = (await erasures()).length;
    await Promise.all([erase(one.userId), erase(one.userId), erase(one.userId)]);
    expect(await tracesOf(world.db, { values: one.values, seqs: [one.seq] })).toEqual([]);
    const more = (await erasures()).length - before;
    expect([1, 2, 3]).toContain(more);
  });
});
