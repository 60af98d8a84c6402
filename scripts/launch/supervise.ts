import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { deadlines } from '../../apps/server/src/platform/deadlines.ts';

export type Service = { name: string; file: string; env: Record<string, string>; flags?: string[] };
const RESTART_MS = 1_000;

export type Supervised = { pid: () => number | undefined; stop: () => Promise<void> };

/** Starts a service in its own process group, waits until it says that it is ready, and starts it again whenever it dies. */
export const supervise = async (service: Service, logFile: string): Promise<Supervised> => {
  const log = createWriteStream(logFile, { flags: 'a' });
  let stopping = false;
  let child: ChildProcess;

  const launch = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let output = '';
      child = fork(service.file, {
        env: service.env,
        execArgv: service.flags ?? ['--disable-warning=ExperimentalWarning'],
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          log.write(chunk);
          if (output.length < 4_000) output += chunk;
        });
      }
      child.on('message', () => resolve());
      child.on('exit', (code, signal) => {
        reject(new Error(`${service.name} does not start: ${output.trim().split('\n').at(-1) ?? ''} (${signal ?? code})`));
        if (!stopping) setTimeout(() => stopping || launch().catch(() => {}), RESTART_MS);
      });
    });

  await launch();
  return {
    pid: () => child.pid,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), deadlines.killAfter);
      await gone;
      clearTimeout(force);
    },
  };
};
