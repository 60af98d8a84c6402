import { notificationRoutes, listedStates } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let store: string;
beforeAll(async () => {
  world = await freshWorld();
  store = await aStore(world.db);
  // Each kind of send, test or not, of the store or not, in each state, with errors or none, some of them several times.
  await sql`insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, store_id, include_store_type, errors)
    select 'n' || n, 'Kupon ' || n, 'x', n % 2 = 0, now(), 'p', 'p', case when n % 3 = 0 then ${store} end, '', case when n % 5 = 0 then '{NO_APP}' else '{}' end::text[]
    from generate_series(1, 90) n`.execute(world.db);
  await sql`insert into fan_out (notification_id, everyone, testers_only, store_ids, state, finished_at)
    select 'n' || n, true, false, '{}', (array['expanding', 'sending', 'stopped', 'cancelled', 'finished', 'finished', 'finished'])[1 + n % 7], case when n % 7 > 3 or n % 11 = 0 then now() end
    from generate_series(1, 90) n`.execute(world.db);
});
afterAll(() => world.close());

test(
  'the total of a list of sends equals the number of its items for every combination of filters',
  { tags: ['OPS-06', 'D-26'] },
  async () => {
    const people = [await world.tokenOf('admin'), await world.person('of-the-store', { storeId: store })];
    const found: number[] = [];
    for (const token of people)
      for (const isTest of [undefined, true, false])
        for (const state of [undefined, ...listedStates])
          for (const text of ['', 'kupon 1']) {
            const query = {
              page: 1,
              pageSize: 100,
              text,
              ...(isTest !== undefined && { isTest: String(isTest) }),
              ...(state && { state }),
            };
            const { body } = await world.staff(notificationRoutes.list, { token, query });
            expect([query, body.total]).toEqual([query, body.items.length]);
            found.push(body.total);
          }
    // Many filters find different numbers of sends.
    expect(found[0]).toBe(90);
    expect(new Set(found).size).toBeGreaterThan(10);
  },
);
