import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('a full chunk is stored in one row, uncompressed and without TOAST, with any outcomes', { tags: ['D-25'] }, async () => {
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type)
    values ('0202611-name-of-24-sig00', 'T', 'C', false, now() + interval '1 day', 'a', 'a', 'all')`.execute(world.db);
  await sql`insert into fan_out (notification_id, state, everyone, testers_only, store_ids, proven)
    values ('0202611-name-of-24-sig00', 'sending', true, false, '{}', true)`.execute(world.db);
  await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, failed)
    select '0202611-name-of-24-sig00', 0, 1, 500, array_agg(n), string_agg(set_byte('\\x00', 0, (n * 7919 + n / 3) % 251), ''), 0, 500
    from generate_series(1, 500) n`.execute(world.db);
  const { rows } = await sql<{ packed: string | null; movedBytes: number }>`
    select pg_column_compression(devices) as packed, (select pg_relation_size(reltoastrelid) from pg_class where oid = fan_out_chunk.tableoid) as moved_bytes
    from fan_out_chunk`.execute(world.db);
  expect(rows).toEqual([{ packed: null, movedBytes: 0 }]);
});
