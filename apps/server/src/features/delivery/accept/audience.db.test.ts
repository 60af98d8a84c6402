import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { deviceRoutes } from '@endcap/contract/devices';
import { expect, test } from 'vitest';
import { aStore } from '../../../../test/builders.ts';
import { freshWorld } from '../../../../test/fresh-world.ts';
import { countDevices, devicesOf } from './audience.repository.ts';
import type { FrozenAudience } from './frozen-audience.ts';

const PHONES = 5;

test(
  'the estimate counts the devices that the expansion finds, however phones move between stores, also at the same time',
  { tags: ['NOTIF-PUSH-05'] },
  async () => {
    const world = await freshWorld();
    const stores = [await aStore(world.db), await aStore(world.db), await aStore(world.db)];
    const secrets: string[] = [];
    for (let n = 0; n < PHONES; n += 1) {
      const body = { installId: randomUUID(), platform: 'android' as const, appVersion: '3.4.0' };
      secrets.push((await world.phone(deviceRoutes.register, { body })).body.deviceSecret ?? '');
    }

    const subsets = Array.from({ length: 2 ** stores.length - 1 }, (_, n) => stores.filter((_store, at) => ((n + 1) >> at) & 1));
    const move = fc.record(
      {
        mainStoreId: fc.constantFrom(null, ...stores),
        notificationStoreIds: fc.subarray(stores),
        push: fc.constant(null),
      },
      { requiredKeys: [] },
    );
    const moves = fc.array(fc.tuple(fc.constantFrom(...secrets), move), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(moves, async (together) => {
        await sql`update device set push_kind = 'token', push_value = 'again-' || seq where push_value is null`.execute(world.db);
        const answers = await Promise.all(together.map(([token, body]) => world.phone('PATCH /app/v1/devices/me', { token, body })));
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
        for (const storeIds of subsets) {
          const audience: FrozenAudience = { of: 'stores', storeIds };
          const found = await devicesOf(world.db, audience, 'few').select('d.seq').execute();
          expect(await countDevices(world.db, audience)).toBe(found.length);
        }
      }),
      { numRuns: 60 },
    );
    // The flag is worth something only when it is false where it can be.
    const flags = await sql<{ n: number }>`select count(*)::int as n from device_subscription s join device d on d.seq = s.device_seq
    where s.elsewhere = (s.store_id is not distinct from d.main_store_id)`.execute(world.db);
    expect(flags.rows).toEqual([{ n: 0 }]);
    await world.close();
  },
);
