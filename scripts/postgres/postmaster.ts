import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemUser } from './system-user.ts';

/** Returns whether a process exists, even one of another account. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

type PostmasterOptions = {
  postgres: string;
  data: string;
  port: number;
  user: SystemUser;
  durable: boolean;
  log: string;
  /** A postmaster that runs already. */
  adopted: number | undefined;
  supervised: boolean;
};

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
};
const RELAXED = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const LOOK_MS = 200;

const options = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Runs PostgreSQL on its data. If supervised, it is restarted until it stays up, since orphans of a killed one have to exit first. */
export const runPostmaster = ({ postgres, data, port, user, durable, log, adopted, supervised }: PostmasterOptions) => {
  let stopping = false;
  let failure: string | null = null;

  const start = (): number => {
    const out = openSync(log, 'a');
    // Its own process group: Ctrl-C reaches the launcher alone, which stops the others first.
    const child = spawn(postgres, ['-D', data, '-p', String(port), ...options(SETTINGS), ...(durable ? [] : options(RELAXED))], {
      ...user,
      detached: true,
      stdio: ['ignore', out, out],
    });
    child.on('exit', (code) => {
      failure = supervised ? null : `it ended with code ${code}, see ${log}`;
    });
    closeSync(out);
    child.unref();
    if (child.pid === undefined) throw new Error(`The database does not start: ${postgres} cannot be run.`);
    return child.pid;
  };

  let pid = adopted ?? start();
  const watch = setInterval(() => {
    if (supervised && !stopping && !isAlive(pid)) pid = start();
  }, LOOK_MS).unref();
  return {
    pid: (): number => pid,
    failure: (): string | null => failure,
    // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is flushed.
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(watch);
      if (isAlive(pid)) process.kill(pid, 'SIGINT');
      while (isAlive(pid) && failure === null) await sleep(20);
    },
  };
};
