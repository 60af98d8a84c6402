import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore, phones, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { readsOf } from '../../../test/reads-of.ts';
import { inboxesOf } from './receipt.repository.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('an inbox reads the sends of its own stores, however many others have sent', { tags: ['D-25'] }, async () => {
  const own = await aStore(world.db);
  const others = await Promise.all(times(100, () => aStore(world.db)));
  await phones(world.db, { subscribed: [own] });
  await phones(world.db, { subscribed: others, count: 5 });
  const send = (stores: readonly string[], count: number) =>
    sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, store_id, include_store_type)
      select store || n, 'T', 'C', false, now() + interval '1 day', 'a', 'a', store, ''
      from unnest(${stores}::text[]) store, generate_series(1, ${count}::int) n`.execute(world.db);
  await send([own], 3);
  await send(others, 50);
  // The same plan as a live table has.
  await sql`analyze`.execute(world.db);
  const { seq } = await world.db.selectFrom('device').select('seq').orderBy('seq').limit(1).executeTakeFirstOrThrow();
  const { rows } = await readsOf(world.db, 'notification', (db) => inboxesOf(db, [Number(seq)], world.world.now(), ''));
  expect(rows).toBeGreaterThanOrEqual(3);
  expect(rows).toBeLessThan(50);
});
