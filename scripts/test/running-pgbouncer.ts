import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { databaseUser, own } from '../postgres/system-user.ts';

const TRIES = 600;
const LOOK_MS = 50;

/** Starts PgBouncer with docs/operators/pgbouncer.ini in front of the database of `direct`. */
export const startPgBouncer = async (program: string, { folder, direct }: { folder: string; direct: string }) => {
  const { port, pathname, username, password } = new URL(direct);
  const listenPort = await freePort();
  const user = databaseUser();
  mkdirSync(folder, { recursive: true });
  const files = {
    'userlist.txt': `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
    'pgbouncer.ini': `${readFileSync('docs/operators/pgbouncer.ini', 'utf8')
      .replace('port=5432 dbname=endcap', `port=${port} dbname=${pathname.slice(1)}`)
      .replace('listen_port = 6432', `listen_port = ${listenPort}`)
      .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))}
unix_socket_dir =
admin_users = ${decodeURIComponent(username)}
`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    own(user, join(folder, name));
  }
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const at = (database: string): string => {
    const url = new URL(direct);
    url.port = String(listenPort);
    url.pathname = database;
    return url.href;
  };
  /** Runs a command of PgBouncer's admin console. */
  const command = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: at('pgbouncer') });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<T>(text).finally(() => client.end());
    return rows;
  };
  for (let tries = 0; !(await command('show version').catch(() => null)); tries += 1) {
    if (tries === TRIES || child.exitCode !== null) throw new Error(`PgBouncer does not start: ${output.join('')}`);
    await sleep(LOOK_MS);
  }
  return {
    url: at('endcap'),
    version: async (): Promise<string> => (await command<{ version: string }>('show version'))[0]?.version ?? '',
    /** Returns the local ports of PgBouncer's connections to PostgreSQL. */
    ports: async (): Promise<number[]> => (await command<{ local_port: number }>('show servers')).map((row) => Number(row.local_port)),
    /** Replaces every connection to PostgreSQL, each once it is no longer in use. */
    reconnect: (): Promise<unknown> => command('reconnect'),
    stop: (): void => void child.kill('SIGTERM'),
  };
};
export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;
