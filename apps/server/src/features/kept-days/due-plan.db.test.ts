import { keptDayRoutes } from '@endcap/contract/kept-days';
import { notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aNotification, aStore, phones } from '../../../test/builders.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';

const HOUR_MS = 3_600_000;
const scene = sendingScene({ lanes: 2 });
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('a store’s plan on a day reserved since waits, and an administrator can start it', { tags: ['E-02', 'CARE-06'] }, async () => {
  const { world, admin, gateway, until, work } = scene;
  const store = await aStore(world.db);
  await phones(world.db, { subscribed: [store] });
  const staff = await world.person('due-staff', { storeId: store });
  const body = aNotification({ startsAt: inHours(30), validUntil: inHours(200) });
  const { _id: id } = (await world.staff(notificationRoutes.send, { token: staff, body })).body;
  const start = async (token: string) => (await world.staff(notificationRoutes.start, { token, params: { notificationId: id } })).status;

  expect((await world.staff(settingsRoutes.save, { token: admin, body: { sending: { refuseKeptDays: true } } })).status).toBe(200);
  expect((await world.staff(keptDayRoutes.create, { token: admin, body: { day: warsawDay(new Date()) } })).status).toBe(201);
  await sql`update fan_out_plan set starts_at = clock_timestamp() where notification_id = ${id}`.execute(world.db);
  work();
  await until(id, ({ sending }) => sending.state === 'planned' && sending.pauseReason === 'keptDay');
  expect(await gateway.ledger(id)).toMatchObject({ sends: 0 });
  expect(await start(staff)).toBe(422);
  expect(await start(admin)).toBe(200);
  await until(id, isOver);
});
