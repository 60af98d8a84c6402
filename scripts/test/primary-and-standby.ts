import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { startChaosProxy } from '../faults/chaos-proxy.ts';
import { type Cluster, ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { isAlive } from '../postgres/postmaster.ts';
import { databaseUser, own } from '../postgres/system-user.ts';

const DATABASE = 'endcap';
const STANDBY = 'standby';
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

const portOf = (cluster: Cluster): number => Number(new URL(cluster.url(DATABASE)).port);

/** Runs a statement on one of the servers, on a separate connection. */
export const ask = async <T extends pg.QueryResultRow>(cluster: Cluster, statement: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: cluster.url(DATABASE) });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<T>(statement).finally(() => client.end());
  return rows;
};
const until = async (cluster: Cluster, condition: string): Promise<void> => {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    // A standby cancels sessions that conflict with replay, so errors are retried.
    const [row] = await ask<{ met: boolean | null }>(cluster, `select (${condition}) as met`).catch(() => []);
    if (row?.met) return;
    if (performance.now() > deadline) throw new Error(`It never came about: ${condition}`);
  }
};
const setting = async (cluster: Cluster, name: string, value: string): Promise<void> => {
  await ask(cluster, `alter system set ${name} = '${value}'`);
  await ask(cluster, 'select pg_reload_conf()');
  await until(cluster, `current_setting('${name}') = '${value}'`);
};

/** Configures the data folder of a stopped server as a standby. */
const becomeStandby = (folder: string, primary: Cluster): void => {
  const data = join(folder, 'postgres');
  const { hostname, port, username, password } = new URL(primary.url(DATABASE));
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${STANDBY}`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\nprimary_slot_name = '${STANDBY}'\n`);
  writeFileSync(join(data, 'standby.signal'), '');
  own(databaseUser(), join(data, 'standby.signal'));
};

/** Ends a server like a crash, without a flush or a wait for the standby. */
const crash = async (cluster: Cluster): Promise<void> => {
  const pid = cluster.postmaster();
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await sleep(LOOK_MS);
};

/** Starts a primary with the schema and a standby that streams through a slot, both durable. A proxy address can lead to either. */
export const primaryAndStandby = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-standby-'));
  chmodSync(folder, 0o755);
  const [primaryFolder, standbyFolder] = [join(folder, 'primary'), join(folder, 'standby')];
  const start = (of: string): Promise<Cluster> => startCluster({ folder: of, durable: true });
  const empty = await start(primaryFolder);
  await ensureDatabase(empty, DATABASE);
  await migrate(empty.url(DATABASE));
  await empty.stop();
  // Does the work of pg_basebackup, which the embedded PostgreSQL does not include.
  if (spawnSync('cp', ['-a', primaryFolder, standbyFolder]).status !== 0) throw new Error('The data cannot be copied');
  let primary = await start(primaryFolder);
  await ask(primary, `select pg_create_physical_replication_slot('${STANDBY}', true)`);
  becomeStandby(standbyFolder, primary);
  let standby = await start(standbyFolder);
  await until(primary, `exists (select 1 from pg_stat_replication where state = 'streaming')`);

  const target = { port: portOf(primary) };
  const address = await startChaosProxy(target);
  const url = new URL(primary.url(DATABASE));
  url.port = String(address.port);
  return {
    /** URL with the proxy's address. Connections reach the server of the last `leadTo`, at first the primary. */
    url: url.href,
    primary: (): Cluster => primary,
    standby: (): Cluster => standby,
    leadTo: (cluster: Cluster): void => {
      target.port = portOf(cluster);
      address.reset();
    },
    /** Turns on synchronous replication: a commit waits until the standby has written it. */
    synchronous: async (): Promise<void> => {
      await setting(primary, 'synchronous_standby_names', STANDBY);
      await until(primary, `exists (select 1 from pg_stat_replication where sync_state = 'sync')`);
    },
    asynchronous: (): Promise<void> => setting(primary, 'synchronous_standby_names', ''),
    crashPrimary: (): Promise<void> => crash(primary),
    stopStandby: (): Promise<void> => crash(standby),
    startStandby: async (): Promise<void> => void (standby = await start(standbyFolder)),
    /** Restarts the crashed primary, which is unaware of the promoted standby. */
    startPrimaryAgain: async (): Promise<void> => void (primary = await start(primaryFolder)),
    promote: async (): Promise<void> => {
      await ask(standby, 'select pg_promote(false)');
      await until(standby, 'not pg_is_in_recovery()');
    },
    close: async (): Promise<void> => {
      address.close();
      for (const cluster of [primary, standby]) if (isAlive(cluster.postmaster())) await crash(cluster);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
export type PrimaryAndStandby = Awaited<ReturnType<typeof primaryAndStandby>>;
