import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries, localeOf } from './binaries.ts';
import { dataMustBeUsable } from './data-folder.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { isAlive, runPostmaster } from './postmaster.ts';
import { databaseUser, mustReach, own, type SystemUser } from './system-user.ts';

const SUPERUSER = 'endcap';
const READY_WITHIN_MS = 60_000;

export type Cluster = { url: (database: string) => string; postmaster: () => number; adopted: boolean; stop: () => Promise<void> };
export type ClusterOptions = {
  /** Folder that contains `postgres/` (data), its log and its password. */
  folder: string;
  /** False only for throw-away test data. */
  durable: boolean;
  /** Restarts PostgreSQL on the same port when it exits (F40). */
  supervised?: boolean;
  /** Folder of PostgreSQL's programs; unset: those of `findBinaries`. */
  bin?: string | undefined;
};

/** Returns process id and port of a postmaster that already runs on this data, even if its parent was killed (F50). */
const running = (data: string): { pid: number; port: number } | null => {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, folder, , port] = readFileSync(file, 'utf8').split('\n');
  const isPostgres = !existsSync(`/proc/${pid}/cmdline`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  return folder && isAlive(Number(pid)) && isPostgres ? { pid: Number(pid), port: Number(port) } : null;
};

const initialise = (binaries: Binaries, data: string, passwordFile: string, user: SystemUser): void => {
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  own(user, passwordFile);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  own(user, data);
  const args = [
    '-D',
    data,
    '-U',
    SUPERUSER,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    ...localeOf(binaries),
    '--no-instructions',
  ];
  const made = spawnSync(binaries.initdb, args, { ...user, encoding: 'utf8' });
  if (made.status !== 0)
    throw new Error(`The database cannot be created in ${data}: ${(made.stderr || String(made.error)).trim().split('\n').at(-1)}`);
};

const untilReady = async (url: string, gaveUp: () => string | null): Promise<void> => {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      const reason = gaveUp();
      if (reason !== null || performance.now() > deadline)
        throw new Error(`The database does not start: ${reason ?? (error as Error).message}`);
      await sleep(50);
    }
  }
};

const passwordFileIn = (folder: string): string => join(folder, 'postgres.password');
const urlOf = (folder: string, port: number) => {
  const password = readFileSync(passwordFileIn(folder), 'utf8').trim();
  return (database: string): string => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
};

/** Addresses in the cluster that runs on a folder's data, or null when none does. */
export const findCluster = (folder: string): Cluster['url'] | null => {
  const found = running(join(folder, 'postgres'));
  return found && urlOf(folder, found.port);
};

/** Starts PostgreSQL on its data, creating them the first time and adopting a postmaster that still runs. Never touches data it does not understand. */
export const startCluster = async ({ folder, durable, supervised = false, bin }: ClusterOptions): Promise<Cluster> => {
  const binaries = await findBinaries(bin);
  const { postgres } = binaries;
  const user = databaseUser();
  const data = join(folder, 'postgres');
  const passwordFile = passwordFileIn(folder);
  const log = join(folder, 'postgres.log');
  mkdirSync(folder, { recursive: true });
  mustReach(user, folder);
  mustReach(user, postgres);
  dataMustBeUsable(data, passwordFile, user, binaries.major);
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(binaries, data, passwordFile, user);
  const adopted = running(data);
  const port = adopted?.port ?? (await freePort());
  const url = urlOf(folder, port);
  const server = runPostmaster({ postgres, data, port, user, durable, log, adopted: adopted?.pid, supervised });
  await untilReady(url('postgres'), server.failure);
  return {
    url,
    postmaster: server.pid,
    /** True if the server was already running. Then the process that started it stops it. */
    adopted: adopted !== null,
    stop: server.stop,
  };
};

/** Creates a database when it is missing. `options` is appended to CREATE DATABASE. */
export const ensureDatabase = async (cluster: Cluster, name: string, options = ''): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database "${name}" ${options}`);
  } finally {
    await client.end();
  }
};
