import { historyRoutes } from '@endcap/contract/history';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, UNLIMITED } from '../../apps/server/src/platform/db/connection.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { newestSends } from './calls.ts';
import { fillYear } from './fill-year.ts';
import { reducedBy } from './scale.ts';
import { sizesOf } from './sizes.ts';

const DAYS = 3;
const scale = reducedBy(1_000);
const sends = DAYS * (scale.sendsToEveryone + scale.sendsToOneStore);

let world: FreshWorld;
let pool: pg.Pool;
beforeAll(async () => {
  world = await freshWorld();
  pool = openPool({ url: world.databaseUrl, poolSize: 2, onError: () => {}, limits: UNLIMITED });
  await fillYear(pool, scale, DAYS);
});
afterAll(async () => {
  await pool.end();
  await world.close();
});

test(
  'the product reads generated days: staff see sends with figures, and a phone sees its inbox and can open a message',
  { tags: ['OPS-06'] },
  async () => {
    const token = await world.tokenOf('admin');
    const { everyones } = await newestSends(pool);
    const list = await world.staff(notificationRoutes.list, { token, query: { page: 1, pageSize: 20, text: '' } });
    expect(list.body.total).toBe(sends);
    const { body } = await world.staff(notificationRoutes.details, { token, params: { notificationId: everyones } });
    expect(body.details).toEqual({ successful: scale.phones, remaining: 0, failed: 0, converted: scale.phones / 20 });
    expect(body.sending.state).toBe('finished');
    const inbox = await world.phone(deviceRoutes.inbox, { token: 's7' });
    expect(inbox.body.items.map(({ _id }) => _id)).toContain(everyones);
    expect((await world.phone(deviceRoutes.opened, { token: 's7', params: { id: everyones } })).status).toBe(204);
    expect((await world.staff(historyRoutes.list, { token, query: { kind: 'notification' } })).body.items[0]?.action).toBe('send');
  },
);

test(
  'measures the disk space of a phone, send, receipt and item over all their tables, with indexes',
  { tags: ['OPS-06', 'OPS-12'] },
  async () => {
    const sizes = await sizesOf(pool);
    expect(sizes.rows).toMatchObject({ notifications: sends, history: expect.any(Number) });
    for (const bytes of [sizes.phone, sizes.send, sizes.phoneOfASend, sizes.receipt, sizes.itemWithHistory])
      expect(bytes).toBeGreaterThan(1);
  },
);
