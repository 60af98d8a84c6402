import type { ChildProcess } from 'node:child_process';
import type { DeliveryWorld } from '../../scripts/test/delivery-world.ts';

/** A process that is restarted whenever it exits, as a supervisor would do. `kill` returns false if none was running. */
export const keepRunning = (start: () => ReturnType<DeliveryWorld['startWorker']>) => {
  let child: ChildProcess | undefined;
  let starting: Promise<void> | undefined;
  let stopped = false;
  let suspended = false;

  const launch = (): void => {
    if (stopped || suspended || starting) return;
    starting = start()
      .then((started) => {
        child = started;
        started.once('exit', () => {
          child = undefined;
          launch();
        });
        if (stopped) started.kill('SIGTERM');
      })
      // Retries, because it cannot start without a database.
      .catch(() => void setTimeout(launch, 100))
      .finally(() => {
        starting = undefined;
      });
  };
  launch();
  return {
    pid: (): number | undefined => child?.pid,
    ready: async (): Promise<void> => void (await starting),
    kill: (signal: NodeJS.Signals = 'SIGKILL'): boolean => child?.kill(signal) ?? false,
    /** Does not restart the process until `resume`. */
    suspend: (): void => {
      suspended = true;
    },
    resume: (): void => {
      suspended = false;
      launch();
    },
    stop: async (): Promise<void> => {
      stopped = true;
      await starting;
      const gone = child && new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGTERM');
      await gone;
    },
  };
};
export type SupervisedProcess = ReturnType<typeof keepRunning>;
