import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectDatabase } from '../../apps/server/src/world.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { insertFanOut } from '../../apps/server/src/features/delivery/index.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { startSandbox } from '../test/running-sandbox.ts';
import { bareLoop } from './bare-loop.ts';
import { median, rounded } from './median.ts';

const RUNS = 3;
const SESSIONS = 2;

const residentMegabytes = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

/** Messages a second and memory of one worker at `devices` (default 100,000), with fsync, against our gateway over TLS HTTP/2; beside it a bare loop against the same gateway. */
export const benchFanOut = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 100_000);
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ folder, durable: true });
  await ensureDatabase(cluster, 'bench');
  const sandbox = await startSandbox(folder);
  const target = { endpoint: sandbox.gatewayUrl, credentialsFile: sandbox.credentialsFile, caFile: sandbox.caFile, sessions: SESSIONS };
  const settings = {
    DATABASE_URL: cluster.url('bench'),
    OIDC_ISSUER: sandbox.issuer,
    OIDC_CLIENT_ID: 'bench',
    OIDC_AUDIENCE: 'urn:bench',
    PUSH_ENDPOINT: target.endpoint,
    PUSH_CREDENTIALS_FILE: target.credentialsFile,
    PUSH_CA_FILE: target.caFile,
    PUSH_RATE: '0',
    LOG_LEVEL: 'silent',
  };
  const db = connectDatabase({ config: readConfig(settings), log: createLog('silent', 'bench'), now: () => new Date() });
  await migrate(db);
  const client = new pg.Client({ connectionString: cluster.url('bench') });
  await client.connect();
  await client.query(
    `insert into device (id, install_id, secret_hash, platform, app_version, push_kind, push_value)
     select 'd' || n, 'i' || n, sha256_of('s' || n), 'android', '3.4.0', 'token', 'token-' || n from generate_series(1, $1::int) n`,
    [devices],
  );
  await client.query('analyze');
  const worker = fork('apps/server/src/processes/push-worker.ts', {
    execArgv: ['--max-semi-space-size=8', ...(process.env['PROF'] ?? '').split(' ').filter(Boolean)],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...settings },
  });
  await new Promise((resolve) => worker.once('message', resolve));

  const perSecond: number[] = [];
  const bare: number[] = [];
  let memory = 0;
  for (let n = 1; n <= RUNS; n += 1) {
    bare.push(await bareLoop(target, Math.min(devices, 50_000)));
    const startedAt = performance.now();
    await client.query(
      `insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type) values ($1, 'Weekend', 'Owoce i warzywa', false, now() + interval '1 day', 'bench', 'bench', 'all')`,
      [`bench${n}`],
    );
    await insertFanOut(db, `bench${n}`, { everyone: true, testersOnly: false, storeIds: [], subscribedStoreId: null });
    for (;;) {
      const { rows } = await client.query(`select 1 from fan_out where notification_id = $1 and state = 'finished'`, [`bench${n}`]);
      memory = Math.max(memory, residentMegabytes(worker.pid));
      if (rows.length > 0) break;
      await sleep(100);
    }
    perSecond.push(devices / ((performance.now() - startedAt) / 1000));
    const ledger = (await (await fetch(`${sandbox.gatewayControlUrl}/ledger/nbench${n}`)).json()) as { devices: number; sends: number };
    if (ledger.devices !== devices || ledger.sends !== devices) throw new Error(`The ledger disagrees: ${JSON.stringify(ledger)}`);
  }
  await client.end();
  await db.destroy();
  worker.kill();
  sandbox.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
  return {
    bench: 'fanout',
    runs: RUNS,
    devices,
    messagesPerSecond: Math.round(median(perSecond)),
    bareLoopPerSecond: Math.round(median(bare)),
    shareOfBare: rounded(median(perSecond.map((value, n) => value / (bare[n] ?? 1)))),
    workerResidentMegabytes: Math.round(memory),
  };
};
