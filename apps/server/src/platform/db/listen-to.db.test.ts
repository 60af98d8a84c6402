import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { listenTo } from './listen-to.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('F75: who listens knows whether it hears; a lost connection comes back, with a hint for what was missed', async () => {
  let hints = 0;
  const ears = listenTo(world.databaseUrl, 'some_channel', () => (hints += 1));
  onTestFinished(ears.close);
  expect(ears.isHearing()).toBe(false);
  await expect.poll(ears.isHearing).toBe(true);
  const before = hints;
  await sql`select pg_notify('some_channel', '')`.execute(world.db);
  await expect.poll(() => hints).toBe(before + 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'some_channel'`.execute(
    world.db,
  );
  await expect.poll(ears.isHearing, { interval: 5 }).toBe(false);
  await expect.poll(ears.isHearing, { timeout: 10_000 }).toBe(true);
  expect(hints).toBe(before + 3);
});
