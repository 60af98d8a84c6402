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

/** Runs a statement on one of the servers, by a connection of its own. */
export const ask = async <T extends pg.QueryResultRow>(cluster: Cluster, statement: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: cluster.url(DATABASE) });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<T>(statement).finally(() => client.end());
  return rows;
};
const until = async (cluster: Cluster, condition: string): Promise<void> => {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    // A standby that replays ends whoever stands in its way.
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

/** Makes the data in a folder, on which no server runs, those of a standby. */
const becomeStandby = (folder: string, primary: Cluster): void => {
  const data = join(folder, 'postgres');
  const { hostname, port, username, password } = new URL(primary.url(DATABASE));
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${STANDBY}`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\nprimary_slot_name = '${STANDBY}'\n`);
  writeFileSync(join(data, 'standby.signal'), '');
  own(databaseUser(), join(data, 'standby.signal'));
};

/** Ends a server as a crash does: nothing is flushed, and no standby is waited for. */
const crash = async (cluster: Cluster): Promise<void> => {
  const pid = cluster.postmaster();
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await sleep(LOOK_MS);
};

/** A PostgreSQL with the schema and a standby that streams from it by a slot, both durable, and one address that leads to either. */
export const primaryAndStandby = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-standby-'));
  chmodSync(folder, 0o755);
  const [primaryFolder, standbyFolder] = [join(folder, 'primary'), join(folder, 'standby')];
  const start = (of: string): Promise<Cluster> => startCluster({ folder: of, durable: true });
  const empty = await start(primaryFolder);
  await ensureDatabase(empty, DATABASE);
  await migrate(empty.url(DATABASE));
  await empty.stop();
  // What pg_basebackup does with one that runs; the embedded one comes without it.
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
    /** The address; whoever connects by it reaches the server that it leads to. */
    url: url.href,
    primary: (): Cluster => primary,
    standby: (): Cluster => standby,
    leadTo: (cluster: Cluster): void => {
      target.port = portOf(cluster);
      address.reset();
    },
    /** From now on PostgreSQL acknowledges what the standby has written down. */
    synchronous: async (): Promise<void> => {
      await setting(primary, 'synchronous_standby_names', STANDBY);
      await until(primary, `exists (select 1 from pg_stat_replication where sync_state = 'sync')`);
    },
    asynchronous: (): Promise<void> => setting(primary, 'synchronous_standby_names', ''),
    crashPrimary: (): Promise<void> => crash(primary),
    stopStandby: (): Promise<void> => crash(standby),
    startStandby: async (): Promise<void> => void (standby = await start(standbyFolder)),
    /** The former primary as it was, which knows of no other. */
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
