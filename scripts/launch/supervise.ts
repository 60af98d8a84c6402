import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { deadlines } from '../../apps/server/src/platform/deadlines.ts';

export type Service = { name: string; file: string; env: Record<string, string>; flags?: string[] };
const RESTART_MS = 1_000;

export type Supervised = {
  pid: () => number | undefined;
  /** Stops the service and starts it from its current sources. Rejects with its error output if it does not start. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a service in its own process group, waits until it reports that it is ready, and restarts it when it exits. */
export const supervise = async (service: Service, logFile: string): Promise<Supervised> => {
  const log = createWriteStream(logFile, { flags: 'a' });
  // Set while the service is stopped on purpose, to prevent an automatic restart.
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
          output = (output + chunk).slice(-4_000);
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

  try {
    await launch();
  } catch (error) {
    // The caller gets no handle to stop the service, so it must not restart.
    isEnded = true;
    throw error;
  }
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

/**
 * Returns the last error that a process printed before it exited. After an uncaught error Node prints its own version, so the last line is
 * only the fallback.
 */
const whyOf = (output: string): string => {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /Error\b/.test(line)) ?? lines.at(-1) ?? '';
};
