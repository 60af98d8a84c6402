import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aStore, phones, secretOf } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { isSent, sentBefore } from '../../../test/past-sends.ts';
import { isOver, sendingAs, workOn } from '../../../test/sending.ts';
import { figuresOf } from '../../../test/traces.ts';
import { waitingForLocks, whileHeld } from '../../../test/while-held.ts';
import { monthOf } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';
import { connectDatabase } from '../../context.ts';
import { clearGone } from '../customers/index.ts';
import { endWhatIsOld, type RetentionDays } from './end-what-is-old.ts';

const DAY_MS = 86_400_000;
const forEver: RetentionDays = { receipts: 0, outcomes: 0, showings: 0, sendKeys: 0, threads: 0, tickets: 0, unusedDevices: 0 };
const both = { receipts: 10, outcomes: 10 };

let world: FreshWorld;
let admin: string;
beforeEach(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterEach(() => world.close());

const end = (keep: Partial<RetentionDays> = both, db = world.db) =>
  endWhatIsOld({
    db,
    now: world.world.now,
    keep: { ...forEver, ...keep },
    onError: (error) => {
      throw error;
    },
  });
const later = (days: number): void => void (world.clock.aheadMs += days * DAY_MS);
/** Moves the clock to the tenth of the next month, so that some days later it is still the same month. */
const toTheTenth = (): void => {
  const now = world.world.now();
  world.clock.aheadMs += Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 12) - now.getTime();
};
const month = (): string => monthOf(world.world.now());
const { send, until } = sendingAs(
  () => world,
  () => admin,
);
const validUntil = () => new Date(world.world.now().getTime() + DAY_MS).toISOString();
const sendOne = (facts = {}) => send({ isTest: true, validUntil: validUntil(), ...facts });
/** A notification of this month whose sending is over, with receipts. */
const aSend = async (chunks = 5): Promise<string> => {
  const id = await sendOne();
  await isSent(world.db, id, chunks);
  return id;
};
/** Returns the tables that contain the rows of a notification. */
const tablesOf = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct tableoid::regclass::text as name from fan_out_chunk where notification_id = ${id}
    union select distinct tableoid::regclass::text from notification_receipt where notification_id = ${id} order by 1`.execute(world.db);
  return rows.map(({ name }) => name);
};
const isThere = async (table: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(world.db);
  return rows[0]?.there ?? false;
};
/** Past the end of this month, and of ten days after it. */
const pastTheMonth = (): void => later(50);

describe('receipts and chunks lie in tables by month', { tags: ['OPS-06'] }, () => {
  test('the upkeep makes those of this month and the next two; rows of a send without one are removed one by one', async () => {
    later(170);
    toTheTenth();
    const before = await aSend();
    expect(await tablesOf(before)).toEqual(['fan_out_chunk_before', 'notification_receipt_before']);
    await Promise.all([end({}), end({}), end({})]);
    // On a busy machine these runs may block each other; the next one succeeds.
    await end({});
    const id = await aSend();
    expect(id).toMatch(/^0[0-9]{6}[a-z2-7]{17}$/);
    expect(await tablesOf(id)).toEqual([`fan_out_chunk_${month()}`, `notification_receipt_${month()}`]);
    later(61);
    expect((await aSend()).slice(1, 7)).toBe(month());
    const figures = [await figuresOf(world, before), await figuresOf(world, id)];
    later(60);
    expect(await end()).toEqual({ receipts: 150, outcomes: 15 });
    expect([await figuresOf(world, before), await figuresOf(world, id)]).toEqual(figures);
  });

  test('phones receive, open and list notifications with ids of either form', async () => {
    const addresses = await phones(world.db, { tester: true, count: 3 });
    const worker = workOn(world);
    const id = await sendOne();
    await until(id, isOver);
    await worker.stop();
    const before = await sentBefore(world.db, { at: world.world.now(), validUntil: new Date(validUntil()) });
    const again = workOn(world);
    await until(before, isOver);
    await again.stop();
    for (const address of addresses) {
      const token = secretOf(address);
      const { body } = await world.phone(deviceRoutes.inbox, { token });
      expect(body.items.map(({ _id }) => _id).toSorted()).toEqual([id, before].toSorted());
      for (const sent of [id, before]) {
        expect((await world.phone(deviceRoutes.delivered, { token, params: { id: sent } })).status).toBe(204);
        expect((await world.phone(deviceRoutes.opened, { token, params: { id: sent } })).status).toBe(204);
      }
    }
    expect(await tablesOf(id)).toEqual([`fan_out_chunk_${month()}`, `notification_receipt_${month()}`]);
    expect(await tablesOf(before)).toEqual(['fan_out_chunk_before', 'notification_receipt_before']);
    for (const sent of [id, before]) expect((await figuresOf(world, sent)).details.details).toMatchObject({ successful: 3, converted: 3 });
  });

  test('a month is dropped once the retention of all its sends is over, by the settings of receipts and outcomes; figures stay', async () => {
    toTheTenth();
    const worker = workOn(world);
    const store = await aStore(world.db);
    const addresses = await phones(world.db, { main: store, tester: true, count: 4 });
    await phones(world.db, { tester: true, count: 2, prefix: 'dead' });
    const real = await sendOne();
    await until(real, isOver);
    const unfinished = () => sql`select 1 from fan_out where finished_at is null`.execute(world.db);
    await expect.poll(async () => (await unfinished()).rows.length).toBe(0);
    await worker.stop();
    for (const address of addresses) {
      await world.phone(deviceRoutes.opened, { token: secretOf(address), params: { id: real } });
      world.clock.aheadMs += 3_600_000;
    }
    const [many, few] = [await aSend(12), await aSend(1)];
    const of = [`notification_receipt_${month()}`, `fan_out_chunk_${month()}`] as const;
    const figures = async () => [await figuresOf(world, real), await figuresOf(world, many), await figuresOf(world, few)];
    const before = await figures();
    expect(before[0]?.opens.over.length).toBeGreaterThan(1);
    expect(before[0]?.details).toMatchObject({
      details: { successful: 4, failed: 2, converted: 4 },
      failures: [{ reason: 'deadToken', count: 2 }],
    });
    expect(before[1]?.details.notificationIds).toHaveLength(12);
    // Not in the middle of its month, though the days are over: what is kept is kept for the rest of it.
    later(2);
    expect(await end({ receipts: 1, outcomes: 1 })).toEqual({});
    pastTheMonth();
    expect(await end({ receipts: 100, outcomes: 100 })).toEqual({});
    expect(await end({ receipts: 10 })).toEqual({ receipts: 104 });
    expect([await isThere(of[0]), await isThere(of[1])]).toEqual([false, true]);
    expect(await figures()).toEqual(before);
    expect((await end()).outcomes).toBeGreaterThanOrEqual(14);
    expect(await isThere(of[1])).toBe(false);
    expect(await figures()).toEqual(before);
    expect(await end()).toEqual({});
  });

  test('a month with a valid or unfinished send is not dropped; rows of its other sends are removed one by one', async () => {
    const [old, valid] = [await aSend(), await aSend()];
    await sql`update notification set valid_until = ${new Date(world.world.now().getTime() + 90 * DAY_MS)} where id = ${valid}`.execute(
      world.db,
    );
    const chunks = `fan_out_chunk_${month()}`;
    pastTheMonth();
    expect(await end()).toEqual({ receipts: 50, outcomes: 5 });
    expect([await tablesOf(old), (await tablesOf(valid)).length]).toEqual([[], 2]);
    later(60);
    await sql`update fan_out set finished_at = null where notification_id = ${valid}`.execute(world.db);
    expect(await end()).toEqual({});
    await sql`update fan_out set finished_at = now() where notification_id = ${valid}`.execute(world.db);
    expect(await end()).toEqual({ receipts: 50, outcomes: 5 });
    expect(await isThere(chunks)).toBe(false);
  });

  test('drop_month rejects a month that is still needed', async () => {
    await aSend();
    for (const whole of ['notification_receipt', 'fan_out_chunk'])
      await expect(sql`select drop_month(${whole}, ${month()})`.execute(world.db)).rejects.toThrow('is still needed');
    await expect(sql`select drop_month('device', ${month()})`.execute(world.db)).rejects.toThrow('is no part');
    await expect(sql`select make_month('2026xx')`.execute(world.db)).rejects.toThrow();
  });
});

describe('everything is counted once while a month ends', { tags: ['OPS-06'] }, () => {
  test('also if several processes end it at once', async () => {
    const id = await aSend();
    const before = await figuresOf(world, id);
    pastTheMonth();
    const ended = await Promise.all([end(), end(), end()]);
    // If each run was blocked by another one, the next run succeeds.
    ended.push(await end());
    expect(ended.reduce((sum, { receipts = 0 }) => sum + receipts, 0)).toBe(50);
    expect(ended.reduce((sum, { outcomes = 0 }) => sum + outcomes, 0)).toBe(5);
    expect(await figuresOf(world, id)).toEqual(before);
  });

  test('a run that is killed between sums and drop changes nothing, and one that a reader blocks succeeds later', async () => {
    const id = await aSend();
    const before = await figuresOf(world, id);
    const receipts = `notification_receipt_${month()}`;
    pastTheMonth();
    // A long-running reader, such as a backup.
    await whileHeld(
      world.db,
      (trx) => sql`lock table notification_receipt in access share mode`.execute(trx),
      async () => {
        const errors: unknown[] = [];
        // A pool of its own, so that no other query gets the terminated connection.
        const own = connectDatabase(world.world);
        const kill = () =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query like 'select drop_month%' and state = 'active' and pid <> pg_backend_pid()`.execute(
            world.db,
          );
        // RetainedKind out for half a second it comes back by itself, and has to be met again.
        while (errors.length === 0) {
          let isOver = false;
          const cut = endWhatIsOld({
            db: own,
            now: world.world.now,
            keep: { ...forEver, receipts: 10 },
            onError: (error) => void errors.push(error),
          }).finally(() => (isOver = true));
          while (!isOver) await kill();
          expect(await cut).toEqual({});
        }
        await own.destroy();
        expect(errors).toHaveLength(1);
        expect(await figuresOf(world, id)).toEqual(before);
        expect(await end({ receipts: 10 })).toEqual({});
      },
    );
    expect(await isThere(receipts)).toBe(true);
    expect(await figuresOf(world, id)).toEqual(before);
    expect(await end({ receipts: 10 })).toEqual({ receipts: 50 });
    expect(await figuresOf(world, id)).toEqual(before);
  });

  test('counts an open that is reported at that moment exactly if it was accepted', async () => {
    const addresses = await phones(world.db, { count: 40 });
    const id = await sendOne();
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
      select ${id}, 0, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('01', 40), 'hex'), 0, 40 from device`.execute(
      world.db,
    );
    await sql`update fan_out set state = 'finished', finished_at = now(), chunks = 1 where notification_id = ${id}`.execute(world.db);
    pastTheMonth();
    const opened = (address: string) => world.phone(deviceRoutes.opened, { token: secretOf(address), params: { id } });
    for (const address of addresses.slice(0, 20)) expect((await opened(address)).status).toBe(204);
    const [, ...answers] = await Promise.all([end({ receipts: 5 }), ...addresses.map(opened), end({ receipts: 5 })]);
    const inTime = new Set(addresses.slice(0, 20));
    for (const [n, answer] of answers.entries()) if ('status' in answer && answer.status === 204) inTime.add(addresses[n] ?? '');
    await end({ receipts: 5 });
    expect((await figuresOf(world, id)).details.details?.converted).toBe(inTime.size);
    expect((await opened(addresses[0] ?? '')).status).toBe(404);
    expect(await tablesOf(id)).toEqual([`fan_out_chunk_${monthOf(new Date())}`]);
  });

  test(
    'a phone that is erased is gone at once; its receipts are counted with the month, and its row is removed afterwards',
    { tags: ['D-27'] },
    async () => {
      const id = await aSend();
      const before = await figuresOf(world, id);
      const seq = sql<number>`(select max(device_seq) from notification_receipt where opened_at is not null)`;
      const { rows } = await sql<{ seq: number; secret: string }>`select seq, install_id as secret from device where seq = ${seq}`.execute(
        world.db,
      );
      const { seq: gone, secret: token } = rows[0] ?? { seq: 0, secret: '' };
      const isErased = async () => (await sql`select 1 from device where seq = ${gone}`.execute(world.db)).rows.length === 0;
      await whileHeld(
        world.db,
        (trx) => sql`lock table ${sql.table(`notification_receipt_${month()}`)} in share mode`.execute(trx),
        async () => {
          expect((await world.phone(deviceRoutes.remove, { token })).status).toBe(204);
          expect((await world.phone(deviceRoutes.me, { token })).status).toBe(401);
          expect(await isErased()).toBe(false);
        },
      );
      pastTheMonth();
      await Promise.all([end({ receipts: 10 }), clearGone(world.db)]);
      await clearGone(world.db);
      await end({ receipts: 10 });
      expect(await isErased()).toBe(true);
      expect(await figuresOf(world, id)).toEqual(before);
    },
  );

  test(
    'the row of an erased phone that is blocked by the end of a month is removed by the next run, without an error',
    { tags: ['D-27', 'OPS-06'] },
    async () => {
      await aSend();
      const { rows } = await sql<{ seq: number }>`
        update device set install_id = 'gone ' || id where seq = (select max(seq) from device) returning seq`.execute(world.db);
      const isThere = async () => (await sql`select 1 from device where seq = ${rows[0]?.seq}`.execute(world.db)).rows.length > 0;
      let cleared: Promise<unknown> = Promise.resolve();
      const endTheMonth = (trx: Db): Promise<unknown> =>
        whileHeld(
          world.db,
          (chunks) => sql`lock table fan_out_chunk in access exclusive mode`.execute(chunks),
          async () => {
            cleared = clearGone(world.db);
            // Its receipts have ended by now, and its row has not.
            await expect.poll(() => waitingForLocks(world.db)).toBeGreaterThan(0);
            await sql`lock table ${sql.table(`notification_receipt_${month()}`)} in access exclusive mode`.execute(trx);
          },
        );
      await whileHeld(world.db, endTheMonth, () => cleared);
      expect(await isThere()).toBe(true);
      await clearGone(world.db);
      expect(await isThere()).toBe(false);
    },
  );

  test('a stopped send cannot be continued once its outcomes are to be removed', async () => {
    const id = await aSend();
    await sql`update fan_out_chunk set failed_by = '{"stopped": 6}', outcomes = decode(repeat('01', 44) || repeat('07', 6), 'hex') where notification_id = ${id}`.execute(
      world.db,
    );
    await sql`update fan_out set state = 'stopped' where notification_id = ${id}`.execute(world.db);
    await sql`update notification set errors = '{"?"}' where id = ${id}`.execute(world.db);
    await sql`update notification set outcomes_ended_at = now() where id = ${id}`.execute(world.db);
    const { status, body } = await world.staff(notificationRoutes.continue, { token: admin, params: { notificationId: id } });
    expect([status, body]).toEqual([409, expect.objectContaining({ error: expect.objectContaining({ code: 'nothing_left' }) })]);
  });
});
