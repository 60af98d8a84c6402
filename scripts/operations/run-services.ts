import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readService, type Service } from './read-units.ts';
import { type Started, startIn } from './start-in.ts';

type Options = {
  /** Folder of the units. */
  units: string;
  here: (text: string) => string;
  /** Credentials of a unit are copied below it. */
  credentials: string;
};

// Factor for the timeouts of units, which are set for a dedicated machine. A test machine may be busy.
const PATIENCE = 5;
const patiently = (words: readonly string[]): string[] =>
  words.map((word) => (/^\d+$/.test(word) ? String(Number(word) * PATIENCE) : word));

type Running = Started & { service: Service };

/** Starts a command of a unit in its working directory, with only its environment. Copies its credentials below `credentials`. */
const spawned = (service: Service, words: string[], credentials: string): Started => {
  for (const credential of service.all('LoadCredential')) {
    mkdirSync(join(credentials, service.name), { recursive: true });
    const [name = '', file = ''] = credential.split(':');
    copyFileSync(file, join(credentials, service.name, name));
  }
  const cwd = realpathSync(service.all('WorkingDirectory').at(-1) ?? '');
  return startIn(cwd, words, { ...service.environment(), PATH: '/usr/local/bin:/usr/bin:/bin', TMPDIR: tmpdir() });
};

/** Runs a command to its end, or kills it when `over` aborts. Throws with its output unless it exits with 0. */
const toEnd = async (service: Service, words: string[], credentials: string, over?: AbortSignal): Promise<void> => {
  const { child, output } = spawned(service, words, credentials);
  over?.addEventListener('abort', () => child.kill('SIGKILL'));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${service.name}: ${words.join(' ')} ended with ${code}: ${output()}`);
};

/** Sends SIGTERM to a unit, and SIGKILL after its `TimeoutStopSec`. Throws with its output unless it exits with 0. */
const stopped = async (name: string, { child, service, output }: Running): Promise<void> => {
  const late = setTimeout(() => child.kill('SIGKILL'), service.seconds('TimeoutStopSec') * 1_000);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  const [code] = await ended;
  clearTimeout(late);
  if (code !== 0) throw new Error(`${name} received SIGTERM and ended with ${code}: ${output()}`);
};

/** Runs our units in place of systemd: the same commands, in the same folder, with only their environment. */
export const runServices = ({ units, here, credentials }: Options) => {
  const running = new Map<string, Running>();
  let mayFail = false;
  const read = (name: string): Service => readService(units, name, { here, credentials: join(credentials, name) });

  const start = async (name: string): Promise<void> => {
    if (name.endsWith('.timer')) {
      if (!existsSync(join(units, name))) throw new Error(`There is no ${name}`);
      return;
    }
    const service = read(name);
    const [main] = service.commands('ExecStart');
    if (!main) throw new Error(`${name} starts nothing`);
    const over = new AbortController();
    if (service.all('Type').includes('oneshot')) await toEnd(service, main.words, credentials);
    else {
      const its = { service, ...spawned(service, main.words, credentials) };
      running.set(name, its);
      its.child.once('exit', () => {
        if (running.get(name) === its) running.delete(name);
        over.abort();
      });
    }
    // Commands that may fail in production must succeed here, unless a test is about their failure.
    for (const { words, ...post } of service.commands('ExecStartPost'))
      await toEnd(service, patiently(words), credentials, over.signal).catch((error: unknown) => {
        if (!mayFail || !post.mayFail) throw error;
      });
    const its = running.get(name);
    if (!mayFail && !service.all('Type').includes('oneshot') && (!its || its.child.exitCode !== null))
      throw new Error(`${name} ended: ${its?.output() ?? ''}`);
  };
  const stop = async (name: string): Promise<void> => {
    const its = running.get(name);
    if (!its) throw new Error(`${name} does not run`);
    await stopped(name, its);
  };
  return {
    running: (): string[] => [...running.keys()].toSorted(),
    start,
    restart: async (name: string): Promise<void> => {
      if (!mayFail || running.has(name)) await stop(name);
      await start(name);
    },
    /** Runs `work`, during which a restart of a stopped or failing unit is no error, like with `ExecStartPost=-`. */
    letFail: async <T>(work: () => Promise<T>): Promise<T> => {
      mayFail = true;
      return work().finally(() => (mayFail = false));
    },
    /** Stops the running units that match a pattern, like `systemctl stop 'endcap-*@*'`. */
    stop: async (pattern: string): Promise<void> => {
      const fits = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      await Promise.all([...running.keys()].filter((name) => fits.test(name)).map(stop));
    },
    end: (): void => running.forEach(({ child }) => void child.kill('SIGKILL')),
  };
};
