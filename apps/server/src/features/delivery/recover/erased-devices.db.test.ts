import { customerRoutes } from '@endcap/contract/customers';
import { deviceRoutes } from '@endcap/contract/devices';
import type { FollowUp, Notification } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { phones, secretOf } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { endings, isOver } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { figuresOf } from '../../../../test/traces.ts';
import { waitingForLocks, whileHeld } from '../../../../test/while-held.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';
import { createPushCounts } from '../expand/push-counts.ts';

let world: FreshWorld;
let token: string;
const scene = sendingScene();
const { gateway, send, until, work } = scene;
beforeEach(() => void ({ world, admin: token } = scene));

type Chunk = {
  firstDevice: number;
  lastDevice: number;
  devices: number[];
  outcomes: string;
  pending: number;
  successful: number;
  failed: number;
};
const chunksOf = async (notificationId: string): Promise<Chunk[]> =>
  (
    await sql<Chunk>`
      select first_device, last_device, devices, encode(outcomes, 'hex') as outcomes, pending, successful, failed from fan_out_chunk
      where notification_id = ${notificationId} order by no`.execute(world.db)
  ).rows;
/** Makes these devices those of a customer. */
const belongTo = (userId: string, seqs: readonly number[]) =>
  sql`update device set user_id = ${userId} where seq = any(${[...seqs]}::bigint[])`.execute(world.db);
const erase = async (userId: string): Promise<void> => {
  const { status } = await world.staff(customerRoutes.erase, { token, body: { userId } });
  expect(status).toBe(200);
};
const without = (chunk: Chunk, gone: ReadonlySet<number>): Chunk => {
  const devices = chunk.devices.map((seq) => (gone.has(seq) ? 0 : seq));
  const left = devices.filter((seq) => seq > 0);
  return { ...chunk, devices, firstDevice: left[0] ?? 0, lastDevice: left.at(-1) ?? 0 };
};
const addressOf = async (seq: number): Promise<string> =>
  (await world.db.selectFrom('device').where('seq', '=', seq).select('pushValue').executeTakeFirstOrThrow()).pushValue ?? '';

test(
  'an erasure blanks the device in every chunk, and keeps the outcomes, figures, inboxes and receipts of others',
  { tags: ['E-7D', 'D-27'] },
  async () => {
    await phones(world.db, { count: 1_200 });
    work();
    const id = await send();
    await until(id, isOver);
    const before = await chunksOf(id);
    const seqs = before.map(({ devices }) => devices);
    // The first and the last of a chunk, one between others, and a whole chunk.
    const gone = new Set([seqs[0]?.at(0), seqs[0]?.at(-1), seqs[1]?.at(250), ...(seqs[2] ?? [])].map(Number));
    expect(gone.size).toBe(203);
    await belongTo('klient', [...gone]);
    const figures = await figuresOf(world, id);
    await erase('klient');
    expect(await chunksOf(id)).toEqual(before.map((chunk) => without(chunk, gone)));
    expect(await figuresOf(world, id)).toEqual(figures);
    for (const seq of [seqs[0]?.at(1), seqs[0]?.at(-2), seqs[1]?.at(0), seqs[1]?.at(251), seqs[1]?.at(-1)].map(Number)) {
      const phone = { token: secretOf(await addressOf(seq)) };
      expect((await world.phone(deviceRoutes.inbox, phone)).body.items.map(({ _id }) => _id)).toEqual([id]);
      expect((await world.phone(deviceRoutes.opened, { ...phone, params: { id } })).status).toBe(204);
    }
  },
);

test(
  'a take-back reaches the remaining devices and keeps no number of a device that is erased later',
  { tags: ['E-7D', 'D-27'] },
  async () => {
    await phones(world.db, { count: 600 });
    work();
    const id = await send();
    await until(id, isOver);
    const seqs = (await chunksOf(id)).flatMap(({ devices }) => devices);
    const [first, later] = [seqs.slice(0, 20), seqs.slice(490, 510)];
    await belongTo('pierwszy', first);
    await belongTo('drugi', later);
    await erase('pierwszy');
    expect((await world.staff(`POST /api/v1/notification-editor/${id}/take-back`, { token })).status).toBe(200);
    const followUps = async (): Promise<FollowUp[]> =>
      ((await world.staff(`GET /api/v1/notification-editor/${id}`, { token })).body as Notification).followUps;
    await expect
      .poll(async () => (await followUps()).flatMap(({ parts }) => parts.map(({ sending }) => sending.state)))
      .toEqual(['finished', 'finished']);
    expect(await gateway.ledger(id)).toMatchObject({ devices: 600, takenBack: 580 });
    const inChunks = async (): Promise<number[]> =>
      (
        await sql<{
          seq: number;
        }>`select distinct one.seq from fan_out_chunk, unnest(devices) one(seq) where one.seq > 0 order by 1`.execute(world.db)
      ).rows.map(({ seq }) => seq);
    expect(await inChunks()).toEqual(seqs.slice(20));
    const counted = await followUps();
    await erase('drugi');
    expect(await inChunks()).toEqual([...seqs.slice(20, 490), ...seqs.slice(510)]);
    expect(await followUps()).toEqual(counted);
  },
);

test('a partly sent chunk continues for the remaining devices after an erasure', { tags: ['E-7D', 'D-27'] }, async () => {
  await phones(world.db, { count: 20 });
  const id = await send();
  while (await expandNext(world.db, endings));
  const [chunk] = await chunksOf(id);
  const devices = chunk?.devices ?? [];
  await sql`update fan_out_chunk set outcomes = decode(repeat('01', 10) || repeat('00', 10), 'hex'), pending = 10, successful = 10`.execute(
    world.db,
  );
  // One device that has the message and two that do not.
  await belongTo('klient', [devices[3], devices[12], devices[19]].map(Number));
  await erase('klient');
  work();
  expect(await until(id, isOver)).toMatchObject({
    details: { successful: 18, failed: 2 },
    failures: [{ reason: 'switchedOff', count: 2 }],
  });
  expect(await gateway.ledger(id)).toMatchObject({ sends: 8, visibleAtMost: 1 });
  expect((await chunksOf(id))[0]?.devices).toEqual(devices.map((seq, place) => ([3, 12, 19].includes(place) ? 0 : seq)));
});

test('an erasure waits for a chunk that is being written', { tags: ['E-7D', 'D-27'] }, async () => {
  await phones(world.db, { count: 3 });
  await sql`update device set user_id = 'klient'`.execute(world.db);
  const id = await send();
  // The chunk is already written, but not committed, so others do not see it yet.
  const { erasing } = await whileHeld(
    world.db,
    (trx) => expandNext(trx, endings),
    async () => {
      const call = erase('klient');
      await expect.poll(() => waitingForLocks(world.db)).toBe(1);
      return { erasing: call };
    },
  );
  await erasing;
  expect(await chunksOf(id)).toMatchObject([{ devices: [0, 0, 0], firstDevice: 0, lastDevice: 0, pending: 3 }]);
  expect(await world.db.selectFrom('device').selectAll().execute()).toEqual([]);
});

test('pushes of a week are counted the same after an erasure', { tags: ['E-7D', 'CARE-02'] }, () => {
  const counts = createPushCounts();
  const accepted = Buffer.from([1, 1, 1]);
  expect(counts.apply([5, 0, 0], accepted, 1)).toBe(3);
  expect(counts.apply([4, 5, 9], accepted, 1)).toBe(3);
  const of = counts.read();
  expect([4, 5, 9].map(of)).toEqual([1, 2, 1]);
  // Another phone of the chunk was erased meanwhile.
  expect(counts.apply([0, 5, 9], accepted, -1)).toBe(3);
  expect([5, 9].map(of)).toEqual([1, 0]);
});
