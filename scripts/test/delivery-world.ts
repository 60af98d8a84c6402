import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/config.ts';
import { type FrozenAudience, insertFanOut } from '../../apps/server/src/features/delivery/index.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { connectDatabase } from '../../apps/server/src/world.ts';
import { ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { startSandbox } from './running-sandbox.ts';
import { WORKER_FLAGS } from '../launch/worker-flags.ts';
import { tokenOf } from './token-of.ts';

export type Ledger = {
  devices: number;
  sends: number;
  shown: number;
  visibleAtMost: number;
  dead: number;
  busiest: { second: number; minute: number };
};

/** Stores with an even share of the phones as main store; every second phone is subscribed to it, every fifth to another. */
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

/** PostgreSQL with fsync, the sandbox's gateway, `devices` phones (`dead` of them dead, evenly spread) and processes as they are run. */
export const deliveryWorld = async ({ devices, dead = 0, stores = 0 }: { devices: number; dead?: number; stores?: number }) => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ folder, durable: true, supervised: true });
  await ensureDatabase(cluster, 'bench');
  const sandbox = await startSandbox(folder);
  // The back-office starts with a page alone; which one is nothing to what is measured here.
  const page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<html><head></head></html>');
  const settings: Record<string, string> = {
    DATABASE_URL: cluster.url('bench'),
    OIDC_ISSUER: sandbox.issuer,
    OIDC_CLIENT_ID: 'endcap-web',
    OIDC_AUDIENCE: 'urn:endcap:api',
    WEB_DIR: page,
    PUSH_ENDPOINT: sandbox.gatewayUrl,
    PUSH_CREDENTIALS_FILE: sandbox.credentialsFile,
    PUSH_CA_FILE: sandbox.caFile,
    PUSH_RATE: '0',
    DRAIN_SECONDS: '0',
    FILES_DIR: join(folder, 'files'),
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
  };
  const db = connectDatabase({ config: readConfig(settings), log: createLog('silent', 'bench'), now: () => new Date() });
  await migrate(cluster.url('bench'));
  const pool = new pg.Pool({ connectionString: cluster.url('bench'), max: 4 });
  pool.on('error', () => {});
  await pool.query(
    `insert into device (id, install_id, secret_hash, platform, app_version, push_kind, push_value)
     select 'd' || n, 'i' || n, sha256_of('s' || n), 'android', '3.4.0', 'token', case when $2::int > 0 and n % ($1::int / greatest($2::int, 1)) = 0 then 'dead-' else 'token-' end || n
     from generate_series(1, $1::int) n`,
    [devices, dead],
  );
  if (stores > 0) await addStores(pool, stores);
  await pool.query('vacuum analyze');
  // A server that has been up for a while does not have all its rows in the log.
  await pool.query('checkpoint');
  const processes = new Set<ChildProcess>();
  const startProcess = async (
    name: 'push-worker' | 'admin-api' | 'app-api',
    own: Record<string, string> = {},
    flags: readonly string[] = [],
  ): Promise<ChildProcess> => {
    const child = fork(`apps/server/src/processes/${name}.ts`, {
      execArgv: [...flags],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...settings, ...own },
    });
    processes.add(child);
    child.once('exit', () => processes.delete(child));
    await new Promise<void>((resolve, reject) =>
      child
        .once('message', () => resolve())
        .once('exit', (code, signal) => reject(new Error(`${name} does not start (${signal ?? code})`))),
    );
    return child;
  };

  return {
    folder,
    cluster,
    sandbox,
    settings,
    pool,
    db,
    gateway: { url: sandbox.gatewayUrl, credentialsFile: sandbox.credentialsFile, caFile: sandbox.caFile },
    startProcess,
    startWorker: (own: Record<string, string> = {}, flags: readonly string[] = WORKER_FLAGS): Promise<ChildProcess> =>
      startProcess('push-worker', own, flags),
    tokenOf: (person: string): Promise<string> => tokenOf(sandbox.issuer, person),
    /** Accepts a notification as `sendNotification` does, without a sender. */
    send: async (id: string, audience: FrozenAudience = { of: 'everyone' }): Promise<void> => {
      await pool.query(
        `insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type) values ($1, 'Weekend', 'Owoce i warzywa', false, now() + interval '1 day', 'bench', 'bench', 'all')`,
        [id],
      );
      await insertFanOut(db, id, audience);
    },
    /** Waits until every device has an outcome. `meanwhile` is called ten times a second. */
    finished: async (id: string, meanwhile: () => void = () => {}): Promise<void> => {
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
    },
    behave: (behaviour: Record<string, unknown>): Promise<Response> =>
      fetch(`${sandbox.gatewayControlUrl}/behaviour`, { method: 'POST', body: JSON.stringify(behaviour) }),
    ledger: async (id: string): Promise<Ledger> => (await fetch(`${sandbox.gatewayControlUrl}/ledger/n${id}`)).json(),
    forgetLedger: (): Promise<Response> => fetch(`${sandbox.gatewayControlUrl}/clear`, { method: 'POST' }),
    close: async (): Promise<void> => {
      for (const child of processes) child.kill('SIGKILL');
      await db.destroy().catch(() => {});
      await pool.end().catch(() => {});
      sandbox.stop();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
export type DeliveryWorld = Awaited<ReturnType<typeof deliveryWorld>>;
