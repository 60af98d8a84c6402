import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { deadlines } from '../../apps/server/src/platform/deadlines.ts';

export type Service = { name: string; file: string; env: Record<string, string>; flags?: string[] };
const RESTART_MS = 1_000;

export type Supervised = {
  pid: () => number | undefined;
  /** Ends it and starts it from its sources as they are now. Rejects with what it said when it does not start. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a service in its own process group, waits until it says that it is ready, and starts it again whenever it dies. */
export const supervise = async (service: Service, logFile: string): Promise<Supervised> => {
  const log = createWriteStream(logFile, { flags: 'a' });
  // Whoever ended it starts it again, or does not.
  let isEnded = false;
  let child: ChildProcess;

  const launch = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let output = '';
      const started = fork(service.file, {
        env: service.env,
        execArgv: service.flags ?? ['--disable-warning=ExperimentalWarning'],
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          log.write(chunk);
          if (output.length < 4_000) output += chunk;
        });
      }
      child.on('message', () => resolve());
      child.on('exit', (code, signal) => {
        reject(new Error(`${service.name} does not start: ${whyOf(output)} (${signal ?? code})`));
        if (!isEnded) setTimeout(() => isEnded || child !== started || launch().catch(() => {}), RESTART_MS);
      });
    });
  const end = async (): Promise<void> => {
    isEnded = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), deadlines.killAfter);
    await gone;
    clearTimeout(force);
  };

  await launch();
  return {
    pid: () => child.pid,
    restart: async () => {
      await end();
      isEnded = false;
      await launch();
    },
    stop: end,
  };
};

/** What a process said last of why it cannot start; Node names its own version after an error of the code. */
const whyOf = (output: string): string => {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /Error\b/.test(line)) ?? lines.at(-1) ?? '';
};
