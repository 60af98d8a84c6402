import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isDatabaseUnavailable, openDatabase, openPool } from '../../apps/server/src/platform/db/connection.ts';
import { deliveryWorld, type DeliveryWorld } from '../test/delivery-world.ts';
import { type ChaosProxy, startChaosProxy } from './chaos-proxy.ts';

describe('a connection to PostgreSQL that is half-open', () => {
  test('is given up after its silence, and the next one works', { tags: ['F30'] }, async () => {
    const address = new URL(inject('databaseUrl').replace('DATABASE', 'postgres'));
    const proxy = await startChaosProxy({ port: Number(address.port) });
    address.port = String(proxy.port);
    const errors: Error[] = [];
    const db = openDatabase(
      openPool({ url: address.href, poolSize: 2, limits: { silenceMs: 500 }, onError: (error) => errors.push(error) }),
    );
    const one = () => sql<{ n: number }>`select 1 as n`.execute(db).then(({ rows }) => rows[0]?.n);
    expect(await one()).toBe(1);
    proxy.set({ halfOpen: true });
    const error: unknown = await one().catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    proxy.set();
    expect(await one()).toBe(1);
    await db.destroy();
    proxy.close();
  });
});

describe('a network that misbehaves', () => {
  let world: DeliveryWorld;
  let gateway: ChaosProxy;
  let database: ChaosProxy;
  beforeAll(async () => {
    world = await deliveryWorld({ devices: 4_000 });
    const url = new URL(world.settings['DATABASE_URL'] ?? '');
    database = await startChaosProxy({ port: Number(url.port) });
    gateway = await startChaosProxy({ port: Number(new URL(world.sandbox.gatewayUrl).port) });
    url.port = String(database.port);
    await world.startWorker({
      DATABASE_URL: url.href,
      ENDCAP_PUSH_ENDPOINT: `https://localhost:${gateway.port}`,
      ENDCAP_PUSH_LEASE_SECONDS: '2',
    });
  });
  afterAll(async () => {
    gateway.close();
    database.close();
    await world.close();
  });
  const hurry = () => world.pool.query(`update fan_out_chunk set retry_at = now() where retry_at > now() and lease_until is null`);
  const reached = async (id: string): Promise<number> =>
    (
      await world.pool.query<{ n: number }>('select coalesce(sum(successful), 0)::int as n from fan_out_chunk where notification_id = $1', [
        id,
      ])
    ).rows[0]?.n ?? 0;
  const furtherThan = (id: string, count: number) =>
    expect
      .poll(async () => {
        await hurry();
        return reached(id);
      })
      .toBeGreaterThan(count);
  const whole = async (id: string): Promise<void> => {
    await world.finished(id, () => void hurry().catch(() => {}));
    expect(await world.ledger(id)).toMatchObject({ devices: 4_000, visibleAtMost: 1 });
    const { rows } = await world.pool.query(
      'select sum(successful)::int as n, count(lease_until)::int as leases from fan_out_chunk where notification_id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 4_000, leases: 0 }]);
  };

  test('latency of 2 s and a narrow line only take longer', { tags: ['F31'] }, async () => {
    gateway.set({ latencyMs: 1_000 });
    database.set({ latencyMs: 20 });
    await world.send('slow');
    await furtherThan('slow', 0);
    gateway.set({ bytesPerSecond: 25_000 });
    await furtherThan('slow', await reached('slow'));
    gateway.set();
    database.set();
    await whole('slow');
  });
  test('connections reset in the middle, to the push service and to the database', { tags: ['F30'] }, async () => {
    await world.behave({ latencyMs: 100 });
    await world.send('reset');
    for (let n = 0; n < 8; n += 1) {
      await furtherThan('reset', await reached('reset'));
      (n % 2 === 0 ? gateway : database).reset();
    }
    await whole('reset');
  });
});
