import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/config.ts';
import { type FrozenAudience, insertFanOut } from '../../apps/server/src/features/delivery/index.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { connectDatabase } from '../../apps/server/src/context.ts';
import type { Ledger as GatewayLedger } from '../../apps/server/test/fresh-world.ts';
import { WORKER_FLAGS } from '../launch/worker-flags.ts';
import { throwAwayWorld } from './throw-away-world.ts';
import { tokenOf } from './token-of.ts';

export type Ledger = GatewayLedger & { busiest: { second: number; minute: number } };

/** Adds stores and spreads the phones' main stores evenly. Every second phone subscribes to its main store, every fifth to another. */
const addStores = async (pool: pg.Pool, stores: number): Promise<void> => {
  await pool.query(
    `insert into store (id, name, street, city, zip_code, latitude, longitude, store_no, opening_hours, store_type)
     select 'store' || n, 'Koszyk ' || n, 'ul. Długa ' || n, 'Łódź', '90-001', 52, 19, n, '6–22', (array['contact', 'super', 'generalist'])[1 + n % 3]
     from generate_series(1, $1::int) n`,
    [stores],
  );
  await pool.query(`update device set main_store_id = 'store' || (1 + seq % $1::int)`, [stores]);
  await pool.query('insert into device_subscription (store_id, device_seq) select main_store_id, seq from device where seq % 2 = 0');
  await pool.query(
    `insert into device_subscription (store_id, device_seq) select 'store' || (1 + seq * 7919 % $1::int), seq from device where seq % 5 = 0
     on conflict do nothing`,
    [stores],
  );
};

/** Adds phones with an address each. `dead` of them, evenly spread, have a dead one. */
export const addPhones = async (pool: pg.Pool, devices: number, dead = 0): Promise<void> => {
  await pool.query(
    `insert into device (id, install_id, secret_hash, platform, app_version, push_kind, push_value)
     select 'd' || n, 'i' || n, sha256_of('s' || n), 'android', '3.4.0', 'token', case when $2::int > 0 and n % ($1::int / greatest($2::int, 1)) = 0 then 'dead-' else 'token-' end || n
     from generate_series(1, $1::int) n`,
    [devices, dead],
  );
};

/** Accepts a notification as `sendNotification` does, without a sender. */
export const acceptSend = async (
  pool: pg.Pool,
  db: ReturnType<typeof connectDatabase>,
  id: string,
  audience: FrozenAudience = { of: 'everyone' },
  weeklyLimit: number | null = null,
): Promise<void> => {
  await pool.query(
    `insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type) values ($1, 'Weekend', 'Owoce i warzywa', false, now() + interval '1 day', 'bench', 'bench', 'all')`,
    [id],
  );
  await insertFanOut(db, id, audience, { weeklyLimit, startedBy: null });
};
/** Waits until every device has an outcome. `meanwhile` is called ten times a second. */
export const untilFinished = async (pool: pg.Pool, id: string, meanwhile: () => void = () => {}): Promise<void> => {
  for (;;) {
    const { rows } = await pool
      .query<{ finished: boolean; paused: string | null }>(
        'select finished_at is not null as finished, pause_reason as paused from fan_out where notification_id = $1',
        [id],
      )
      .catch(() => ({ rows: [] }));
    meanwhile();
    if (rows[0]?.paused) throw new Error(`${id} was paused: ${rows[0].paused}`);
    if (rows[0]?.finished) return;
    await sleep(100);
  }
};
type Options = {
  devices: number;
  dead?: number;
  stores?: number;
  /** Creates the schema with the settings of the processes. The default migrates to this version's schema. */
  makeSchema?: (settings: Readonly<Record<string, string>>) => Promise<unknown>;
};
const migrateHere = (settings: Readonly<Record<string, string>>): Promise<string[]> => migrate(settings['DATABASE_URL'] ?? '');

/** Starts PostgreSQL with fsync, the sandbox's gateway and real processes, with `devices` phones, of which `dead` have dead addresses. */
export const deliveryWorld = async ({ devices, dead = 0, stores = 0, makeSchema = migrateHere }: Options) => {
  const world = await throwAwayWorld({ name: 'bench', durable: true });
  const { cluster, sandbox, settings } = world;
  const db = connectDatabase({ config: readConfig(settings), log: createLog('silent', 'bench'), now: () => new Date() });
  await makeSchema(settings);
  const pool = new pg.Pool({ connectionString: cluster.url('bench'), max: 4 });
  pool.on('error', () => {});
  await addPhones(pool, devices, dead);
  if (stores > 0) await addStores(pool, stores);
  await pool.query('vacuum analyze');
  // A server that has been up for a while does not have all its rows in the log.
  await pool.query('checkpoint');
  return {
    ...world,
    pool,
    db,
    gateway: { url: sandbox.gatewayUrl, credentialsFile: sandbox.credentialsFile, caFile: sandbox.caFile },
    startWorker: (own: Record<string, string> = {}, flags: readonly string[] = WORKER_FLAGS, code?: string): Promise<ChildProcess> =>
      world.startProcess('push-worker', own, flags, code),
    tokenOf: (person: string): Promise<string> => tokenOf(sandbox.issuer, person),
    send: (id: string, audience?: FrozenAudience, weeklyLimit?: number | null): Promise<void> =>
      acceptSend(pool, db, id, audience, weeklyLimit),
    finished: (id: string, meanwhile?: () => void): Promise<void> => untilFinished(pool, id, meanwhile),
    behave: (behaviour: Record<string, unknown>): Promise<Response> =>
      fetch(`${sandbox.gatewayControlUrl}/behaviour`, { method: 'POST', body: JSON.stringify(behaviour) }),
    ledger: async (id: string): Promise<Ledger> => (await fetch(`${sandbox.gatewayControlUrl}/ledger/n${id}`)).json(),
    forgetLedger: (): Promise<Response> => fetch(`${sandbox.gatewayControlUrl}/clear`, { method: 'POST' }),
    close: async (): Promise<void> => {
      await db.destroy().catch(() => {});
      await pool.end().catch(() => {});
      await world.close();
    },
  };
};
export type DeliveryWorld = Awaited<ReturnType<typeof deliveryWorld>>;
