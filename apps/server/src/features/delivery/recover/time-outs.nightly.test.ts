import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { phones } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { isOver } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import type { Database } from '../../../tables.ts';
import { connectDatabase } from '../../../context.ts';

const PHONES = 6_000;
const POOL = 4;
// If a busy machine freezes a process for longer than this, its waves are rightly sent again.
const LEASE_SECONDS = 12;

let world: FreshWorld;
let databases: Database[] = [];
const scene = sendingScene({ lanes: 6, leaseSeconds: LEASE_SECONDS });
const { gateway, send, until, stopWorkers } = scene;

const connect = (connections: number): Database => {
  const db = connectDatabase({ ...world.world, config: { ...world.world.config, ENDCAP_DATABASE_POOL_SIZE: connections } });
  databases.push(db);
  return db;
};
/** Starts a worker that shares no connections, like a separate process. Returns its pool. */
const work = (): Database => {
  const db = connect(POOL);
  scene.work({ db, leaseDb: connect(1) });
  return db;
};
/** Waits until the current leases would have expired if no worker renewed them. */
const outlastLeases = async (db = world.db): Promise<void> => {
  const { rows } = await sql<{ last: Date }>`select coalesce(max(lease_until), now()) as last from fan_out_chunk`.execute(db);
  const last = rows[0]?.last;
  const ended = async () => (await sql`select 1 where ${last}::timestamptz < clock_timestamp()`.execute(db)).rows.length;
  await expect.poll(ended).toBe(1);
};
const progress = async (): Promise<number> =>
  (await sql<{ n: number }>`select coalesce(sum(successful), 0)::int as n from fan_out_chunk`.execute(world.db)).rows[0]?.n ?? 0;
const past = (count: number) => expect.poll(progress, { interval: 20 }).toBeGreaterThan(count);

beforeEach(async () => {
  ({ world } = scene);
  await phones(world.db, { count: PHONES });
  await gateway.behave({ latencyMs: 100 });
});
afterEach(async () => {
  await stopWorkers();
  await Promise.all(databases.map((db) => db.destroy()));
  databases = [];
});

test(
  'an exhausted pool repeats none of the waves being written, even while another worker waits for the leases',
  { tags: ['D-02'] },
  async () => {
    const exhausted = work();
    work();
    const id = await send();
    for (const count of [500, 1_500, 2_500]) {
      await past(count);
      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const held = (): Promise<void> =>
        exhausted
          .connection()
          .execute(() => released)
          // The pool had no free connection in time.
          .catch(held);
      const holders = Promise.all(Array.from({ length: POOL }, held));
      // Lasts longer than the time limit for a connection.
      await expect.poll(() => sql`select 1`.execute(exhausted).then(() => '', String)).toContain('no connection of the pool was free');
      await outlastLeases();
      release();
      await holders;
    }
    expect(await until(id, isOver)).toMatchObject({ details: { successful: PHONES, failed: 0 } });
    expect(await gateway.ledger(id)).toMatchObject({ devices: PHONES, sends: PHONES });
  },
);

test('a lock on the chunks that outlasts leases and time limits repeats no wave', { tags: ['D-02', 'F44'] }, async () => {
  work();
  work();
  const id = await send();
  for (const count of [500, 2_500]) {
    await past(count);
    await world.db.transaction().execute(async (trx) => {
      await sql`lock table fan_out_chunk in exclusive mode`.execute(trx);
      const tooLong = expect(sql`update fan_out_chunk set no = no`.execute(world.db)).rejects.toThrow('lock timeout');
      await outlastLeases(trx);
      await tooLong;
    });
  }
  expect(await until(id, isOver)).toMatchObject({ details: { successful: PHONES, failed: 0 } });
  expect(await gateway.ledger(id)).toMatchObject({ devices: PHONES, sends: PHONES });
});
