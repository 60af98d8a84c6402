import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../test/caller.ts';
import { type FreshWorld, freshWorld } from '../test/fresh-world.ts';
import { whileHeld } from '../test/while-held.ts';
import { buildAdminApi } from './compose-admin-api.ts';
import { buildAppApi } from './compose-app-api.ts';
import { connectDatabase } from './context.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

test('responds 503 "Busy" while all pool connections are in use, and logs how long it waited', { tags: ['E-29'] }, async () => {
  const lines: { msg: string; err?: { type: string; message: string } }[] = [];
  const log = pino({ serializers: { err: pino.stdSerializers.err } }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const busy = { ...world.world, log, config: { ...world.world.config, ENDCAP_DATABASE_POOL_SIZE: 1 } };
  const db = connectDatabase(busy, { connectMs: 2_000 });
  const app = await buildAppApi(busy, db);
  await app.ready();
  const ask = () => callerOf(app)('GET /app/v1/devices/me', { token: 'nobody' });
  // Its start uses the one connection, too.
  await expect.poll(async () => (await ask()).status).toBe(401);
  const reply = await whileHeld(db, (trx) => sql`select 1`.execute(trx), ask);
  expect(reply).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { error: { code: 'unavailable', message: 'Busy, try again' } },
  });
  expect(lines.findLast(({ msg }) => msg === 'request failed')?.err).toMatchObject({
    type: 'PoolBusy',
    message: expect.stringMatching(/^no connection of the pool was free within 2000 ms: all 1 in use/),
  });
  await expect.poll(async () => (await ask()).status).toBe(401);
  await app.close();
  await db.destroy();
});
test('responds 503 "Busy" when a lock wait exceeds the lock timeout', { tags: ['E-29', 'F43'] }, async () => {
  const db = connectDatabase(world.world, { lockMs: 50 });
  const app = await buildAdminApi(world.world, db);
  const reply = await whileHeld(
    world.db,
    (trx) => sql`lock table revoked_token`.execute(trx),
    () => callerOf(app)('GET /session/get-rights', { token: admin }),
  );
  expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { error: { message: 'Busy, try again' } } });
  await app.close();
  await db.destroy();
});
