import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { phones } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { isOver, sendingAs, workOn } from '../../../../test/sending.ts';
import { listenTo } from '../../../platform/db/listen-to.ts';
import { WORK_CHANNEL } from './call-workers.repository.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  await phones(world.db, { count: 3, tester: true });
});
afterAll(() => world.close());

const { send, until } = sendingAs(
  () => world,
  () => admin,
);
const listeners = async (): Promise<number[]> =>
  (
    await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where datname = current_database() and application_name = ${WORK_CHANNEL}`.execute(world.db)
  ).rows.map(({ pid }) => pid);

test('a lost notification loses no send, and the listener reconnects by itself', { tags: ['F75'] }, async () => {
  let heard = 0;
  const worker = workOn(world, { receivesHints: () => ears.isReceiving() });
  const ears = listenTo(world.databaseUrl, WORK_CHANNEL, () => {
    heard += 1;
    worker.hint();
  });
  onTestFinished(async () => {
    await ears.close();
    await worker.stop();
  });
  await expect.poll(ears.isReceiving).toBe(true);
  const [lost = 0] = await listeners();
  await sql`select pg_terminate_backend(${lost})`.execute(world.db);
  // It reconnects by itself, so the state without listener is too short to poll for. The old connection stays gone.
  await expect.poll(listeners, { interval: 5 }).not.toContain(lost);
  const unheard = await send({ isTest: true });
  expect((await until(unheard, isOver)).details).toMatchObject({ successful: 3, remaining: 0 });
  await expect.poll(ears.isReceiving).toBe(true);
  const before = heard;
  await send({ isTest: true });
  await expect.poll(() => heard).toBeGreaterThan(before);
});
