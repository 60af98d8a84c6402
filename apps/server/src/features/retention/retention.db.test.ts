import { appAssistantRoutes } from '@endcap/contract/assistant';
import { deviceRoutes } from '@endcap/contract/devices';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aNotification, phones, secretOf, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { isSent, sentBefore } from '../../../test/past-sends.ts';
import { aCustomer, appIsInUse, figuresOf, tracesOf } from '../../../test/traces.ts';
import { whileHeld } from '../../../test/while-held.ts';
import { clearGone } from '../customers/index.ts';
import { endChunks } from '../delivery/index.ts';
import { endReceipts } from '../devices/index.ts';
import { endWhatIsOld, type RetentionDays } from './end-what-is-old.ts';

const DAY_MS = 86_400_000;
const forEver: RetentionDays = { receipts: 0, outcomes: 0, showings: 0, sendKeys: 0, threads: 0, tickets: 0, unusedDevices: 0 };

let world: FreshWorld;
let admin: string;
let popupId: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  popupId = await appIsInUse(world);
});
afterAll(() => world.close());

const end = (keep: Partial<RetentionDays>) =>
  endWhatIsOld({
    db: world.db,
    now: world.world.now,
    keep: { ...forEver, ...keep },
    onError: (error) => {
      throw error;
    },
  });
const later = (days: number): void => void (world.clock.aheadMs += days * DAY_MS);
const count = async (table: string, where = sql`true`): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(world.db);
  return rows[0]?.n ?? 0;
};
/** Holds locks on rows while `work` runs. */
const held = (rows: ReturnType<typeof sql>, work: () => Promise<unknown>) => whileHeld(world.db, (trx) => rows.execute(trx), work);
/** A notification of no month: what is kept of it ends row by row. */
const send = () => sentBefore(world.db, { at: world.world.now(), validUntil: new Date(world.world.now().getTime() + DAY_MS) });
/** One whose sending is over: chunks of 50 phones with outcomes of several kinds, and a third of the phones that were reached opened it. */
const aSend = async (chunks = 5): Promise<string> => {
  const id = await send();
  await isSent(world.db, id, chunks);
  return id;
};

describe('data whose retention is over is removed, and figures stay', { tags: ['D-27', 'OPS-07'] }, () => {
  test('details, openings and list show the same after each portion of receipts and outcomes is removed', async () => {
    const id = await aSend();
    const before = await figuresOf(world, id);
    expect(before.details).toMatchObject({
      details: { successful: 220, failed: 30, remaining: 0, converted: expect.any(Number) },
      failures: [
        { reason: 'deadToken', count: 24 },
        { reason: 'switchedOff', count: 6 },
      ],
    });
    expect(before.opens.total).toBe(before.details.details?.converted);
    expect(before.opens.total).toBeGreaterThan(10);
    for (let ended = 1; ended > 0;) {
      ended = await world.db
        .transaction()
        .execute(async (trx) => (await endChunks(trx, [id], 2)) + (await endReceipts(trx, { notificationIds: [id] }, 17)));
      expect(await figuresOf(world, id)).toEqual(before);
    }
    expect([
      await count('fan_out_chunk', sql`notification_id = ${id}`),
      await count('notification_receipt', sql`notification_id = ${id}`),
    ]).toEqual([0, 0]);
  });

  test('receipts and outcomes are removed once sending and validity are older than the setting; 0 keeps them for ever', async () => {
    const id = await aSend();
    const of = sql`notification_id = ${id}`;
    const before = await figuresOf(world, id);
    later(10);
    expect(await end({})).toEqual({});
    await end({ receipts: 10, outcomes: 10 });
    expect([await count('fan_out_chunk', of), await count('notification_receipt', of)]).toEqual([5, 50]);
    later(2);
    await end({ receipts: 10 });
    expect([await count('fan_out_chunk', of), await count('notification_receipt', of)]).toEqual([5, 0]);
    await end({ outcomes: 10 });
    expect(await count('fan_out_chunk', of)).toBe(0);
    expect(await figuresOf(world, id)).toEqual(before);
    expect(await end({ receipts: 10, outcomes: 10 })).toEqual({});
  });

  test('keeps all rows of a notification that is still sending or still valid', async () => {
    const [valid, sending] = [await aSend(), await aSend()];
    await sql`update notification set valid_until = ${new Date(world.world.now().getTime() + 90 * DAY_MS)} where id = ${valid}`.execute(
      world.db,
    );
    await sql`update fan_out set finished_at = null where notification_id = ${sending}`.execute(world.db);
    later(40);
    await end({ receipts: 10, outcomes: 10 });
    const of = sql`notification_id in (${valid}, ${sending})`;
    expect([await count('fan_out_chunk', of), await count('notification_receipt', of)]).toEqual([10, 100]);
    await sql`update fan_out set finished_at = now() where notification_id = ${sending}`.execute(world.db);
  });

  test('counts a phone once that opens a notification while its receipts are removed', async () => {
    const id = await send();
    const addresses = await phones(world.db, { count: 40 });
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
      select ${id}, 0, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('01', 40), 'hex'), 0, 40
      from (select seq from device order by seq desc limit 40) d`.execute(world.db);
    await sql`update fan_out set state = 'finished', finished_at = now() where notification_id = ${id}`.execute(world.db);
    later(20);
    const opened = (address: string) => world.phone(deviceRoutes.opened, { token: secretOf(address), params: { id } });
    for (const address of addresses.slice(0, 20)) expect((await opened(address)).status).toBe(204);
    const [, ...answers] = await Promise.all([end({ receipts: 5 }), ...addresses.map(opened), end({ receipts: 5 })]);
    for (const address of addresses) answers.push(await opened(address));
    const inTime = new Set(addresses.slice(0, 20));
    for (const [n, answer] of answers.entries()) if ('status' in answer && answer.status === 204) inTime.add(addresses[n] ?? '');
    await end({ receipts: 5 });
    const { details } = await figuresOf(world, id);
    expect(details.details?.converted).toBe(inTime.size);
    expect((await opened(addresses[0] ?? '')).status).toBe(404);
    expect(await count('notification_receipt', sql`notification_id = ${id}`)).toBe(0);
  });

  test('removes showings only of popups that were deleted long enough ago', async () => {
    const one = await aCustomer(world, popupId);
    const gone = await appIsInUse(world);
    await sql`insert into popup_showing select ${one.seq}, ${gone}, 's' || n, now() from generate_series(1, 30) n`.execute(world.db);
    later(50);
    await world.staff(`DELETE /api/v1/popup-editor/${gone}`, { token: admin });
    later(29);
    await end({ showings: 30 });
    expect(await count('popup_showing', sql`popup_id = ${gone}`)).toBe(30);
    later(2);
    expect(await end({ showings: 30 })).toEqual({ showings: 30 });
    expect([await count('popup_showing', sql`popup_id = ${gone}`), await count('popup_showing', sql`device_seq = ${one.seq}`)]).toEqual([
      0, 1,
    ]);
    expect(await end({ showings: 30 })).toEqual({});
  });

  test('removes conversations by the age of their last message, and skips one that is being written to', async () => {
    const customers = await Promise.all(times(3, () => aCustomer(world, popupId)));
    const [quiet, active, busy] = customers.map(({ thread }) => thread);
    later(100);
    const { secret: token = '' } = customers[1] ?? {};
    await world.phone(appAssistantRoutes.ask, { token, params: { threadId: active ?? '' }, body: { text: 'a teraz?' } });
    later(50);
    const there = async () =>
      (
        await world.db
          .selectFrom('thread')
          .where('threadId', 'in', [quiet ?? '', active ?? '', busy ?? ''])
          .select('threadId')
          .execute()
      )
        .map(({ threadId }) => threadId)
        .toSorted();
    await end({ threads: 200 });
    expect(await there()).toHaveLength(3);
    await held(sql`select 1 from thread where thread_id = ${busy} for update`, () => end({ threads: 120 }));
    expect(await there()).toEqual([active, busy].toSorted());
    await end({ threads: 120 });
    expect(await there()).toEqual([active]);
  });

  test('removes keys of sends and unused tickets', async () => {
    const body = aNotification({ isTest: true, validUntil: new Date(world.world.now().getTime() + DAY_MS).toISOString() });
    const sendWith = (key: string) =>
      world.staff('POST /api/v1/notification-editor', { token: admin, body, headers: { 'idempotency-key': key } });
    await sendWith('first-key-of-the-test');
    await world.staff('POST /api/v1/history/export-ticket', { token: admin });
    expect([await count('idempotency_key'), await count('ticket')]).toEqual([1, 1]);
    await sql`update idempotency_key set created_at = ${world.world.now()}`.execute(world.db);
    expect(await end({ sendKeys: 30, tickets: 1 })).toEqual({});
    later(31);
    expect(await end({ sendKeys: 30, tickets: 1 })).toEqual({ sendKeys: 1, tickets: 1 });
    expect([await count('idempotency_key'), await count('ticket')]).toEqual([0, 0]);
  });

  test('erases a phone that was not used for as long, but not one that made a request or is in use at that moment', async () => {
    const [unused, used, busy] = [await aCustomer(world, popupId), await aCustomer(world, popupId), await aCustomer(world, popupId)];
    const here = async () =>
      (await world.db.selectFrom('device').where('seq', 'in', [unused.seq, used.seq, busy.seq]).select('seq').execute())
        .map(({ seq }) => seq)
        .toSorted();
    // Start from a known `seen_at`. The phones of other tests have made requests as well.
    await sql`update device set seen_at = ${world.world.now()}`.execute(world.db);
    later(300);
    expect((await world.phone(deviceRoutes.inbox, { token: used.secret })).status).toBe(200);
    await expect.poll(async () => count('device', sql`seen_at > ${new Date(world.world.now().getTime() - DAY_MS)}`)).toBe(1);
    await end({ unusedDevices: 301 });
    await sql`update erasing set seen_noted_since = ${new Date(world.world.now().getTime() - 100 * DAY_MS)}`.execute(world.db);
    await end({ unusedDevices: 200 });
    expect(await here()).toHaveLength(3);
    await sql`update erasing set seen_noted_since = now()`.execute(world.db);
    await held(sql`select 1 from device where seq = ${busy.seq} for update`, () => end({ unusedDevices: 200 }));
    await clearGone(world.db);
    expect(await here()).toEqual([used.seq, busy.seq].toSorted());
    expect(await tracesOf(world.db, { values: unused.values, seqs: [unused.seq] })).toEqual([]);
  });

  test('a kind that fails does not stop the others', async () => {
    await sql`alter table ticket rename to ticket_away`.execute(world.db);
    const errors: unknown[] = [];
    await aSend(1);
    later(40);
    const ended = await endWhatIsOld({
      db: world.db,
      now: world.world.now,
      keep: { ...forEver, tickets: 1, outcomes: 10 },
      onError: (error) => errors.push(error),
    });
    await sql`alter table ticket_away rename to ticket`.execute(world.db);
    expect(ended.outcomes).toBeGreaterThan(0);
    expect(errors).toHaveLength(1);
  });
});
