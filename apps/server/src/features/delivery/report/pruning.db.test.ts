import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { phones } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld, gateway } from '../../../../test/fresh-world.ts';
import { endings, isOver, sendingAs, workOn } from '../../../../test/sending.ts';
import { type Checkpoint, type ClaimedChunk, claimChunk, writeCheckpoint } from '../chunk/chunk.repository.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';
import { byteOf, tally } from '../outcome.ts';

let world: FreshWorld;
let admin: string;
const { send, until } = sendingAs(
  () => world,
  () => admin,
);

beforeEach(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterEach(() => world.close());

const ownedChunk = async (): Promise<ClaimedChunk> => {
  const id = await send();
  await expandNext(world.db, endings);
  const chunk = await claimChunk(world.db, id, { owner: 'me', seconds: 30 });
  if (!chunk) throw new Error('no chunk');
  return chunk;
};
/** Returns the checkpoint of a wave in which the push service reported these addresses as dead. */
const saidDead = (dead: Checkpoint['dead']): Checkpoint => {
  const outcomes = new Uint8Array(dead.length).fill(byteOf('deadToken'));
  return {
    outcomes,
    tally: tally(outcomes),
    marks: null,
    unknownBy: null,
    textVersion: null,
    messageId: null,
    dead,
    mayBeFirst: false,
    refusal: null,
    sampled: true,
    next: { is: 'release', afterMs: 0 },
  };
};
const addresses = async () =>
  (await world.db.selectFrom('device').select(['seq', 'pushValue']).orderBy('seq').execute()).map(({ seq, pushValue }) => [seq, pushValue]);
const prunersWaiting = async (): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%pruned%'`.execute(world.db);
  return rows.length;
};

test(
  'a dead answer for an old token leaves the new one alone; a lease of an older epoch writes nothing',
  { tags: ['F08', 'F15'] },
  async () => {
    const [token = ''] = await phones(world.db, { count: 1 });
    const chunk = await ownedChunk();
    const [seq = 0] = chunk.devices;
    const dead = saidDead([{ seq, value: token }]);
    expect(await writeCheckpoint(world.db, { ...chunk, epoch: chunk.epoch - 1 }, dead)).toBe(false);
    expect(await addresses()).toEqual([[seq, token]]);
    await sql`update device set push_value = 'newer' where seq = ${seq}`.execute(world.db);
    expect(await writeCheckpoint(world.db, chunk, dead)).toBe(true);
    expect(await addresses()).toEqual([[seq, 'newer']]);
  },
);

test('pruning waits for a phone that is renewing its token without keeping later phones waiting', { tags: ['F15'] }, async () => {
  const [first = '', second = ''] = await phones(world.db, { count: 2 });
  const chunk = await ownedChunk();
  const [low = 0, high = 0] = chunk.devices;
  const dead = saidDead([
    { seq: high, value: second },
    { seq: low, value: first },
  ]);
  const { writing } = await world.db.transaction().execute(async (phone) => {
    await sql`update device set push_value = 'renewed' where seq = ${low}`.execute(phone);
    const writing = writeCheckpoint(world.db, chunk, dead);
    await expect.poll(prunersWaiting).toBe(1);
    await sql`select 1 from device where seq = ${high} for update nowait`.execute(phone);
    // In an object, because the transaction would wait for a promise before it ends.
    return { writing };
  });
  expect(await writing).toBe(true);
  expect(await addresses()).toEqual([
    [low, 'renewed'],
    [high, null],
  ]);
});

test('a wave whose writing loses against another writer is written again, and not sent again', { tags: ['F54'] }, async () => {
  await phones(world.db, { count: 300 });
  await phones(world.db, { count: 5, prefix: 'dead' });
  await sql`create sequence loss`.execute(world.db);
  await sql`create function lose_twice() returns trigger language plpgsql as $$
    begin
      if nextval('loss') <= 2 then raise exception using errcode = 'deadlock_detected'; end if;
      return new;
    end $$`.execute(world.db);
  await sql`create trigger lose_twice before update on device for each row execute function lose_twice()`.execute(world.db);
  const errors: unknown[] = [];
  const worker = workOn(world, { onError: (error) => errors.push(error) });
  const id = await send();
  const { details } = await until(id, isOver);
  await worker.stop();
  expect(details).toMatchObject({ successful: 300, failed: 5 });
  expect(await gateway.ledger(id)).toMatchObject({ devices: 300, sends: 300, dead: 5 });
  expect(errors).toEqual([]);
  expect((await sql<{ lost: number }>`select last_value::int as lost from loss`.execute(world.db)).rows[0]?.lost).toBeGreaterThan(2);
});
