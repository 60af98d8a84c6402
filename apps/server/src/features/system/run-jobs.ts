import { hostname } from 'node:os';
import { keysOf } from '@endcap/contract/core';
import { type JobName, TAKES_JOBS_EVERY_MS } from '@endcap/contract/system';
import { errorText } from '../../platform/error-text.ts';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { claimRequestedRuns, noteRun } from './background-job.repository.ts';

/** Maximum length of a stored error. The log has the whole text. */
const ERROR_SIGNS = 500;

type OnError = (error: unknown) => void;
/** A job that repeats itself with the `repeat` that it is given, and where its failures are reported. */
type Job = { start: (repeats: typeof repeat, onError: OnError) => Repeated; onError: OnError };

/** `redacted`: a text without the secrets of the settings. */
type Deps = { db: Database; processId: string; redacted: (text: string) => string };

/** Wraps `repeat` to report how long each run took and its first failure. */
const noted =
  (failures: unknown[], note: (run: { everySeconds: number; seconds: number }, failure: unknown) => Promise<void>): typeof repeat =>
  (everyMs, work, onError) =>
    repeat(
      everyMs,
      async (isOver) => {
        failures.length = 0;
        const startedAt = performance.now();
        try {
          await work(isOver);
        } catch (error) {
          onError(error);
        }
        // A run that was stopped may be incomplete.
        if (!isOver()) await note({ everySeconds: everyMs / 1_000, seconds: (performance.now() - startedAt) / 1_000 }, failures[0]);
      },
      onError,
    );

/**
 * Runs the background jobs of this process, stores each run in the database, and starts runs that were requested there. The first process
 * that claims a request runs it. Jobs may run in several processes at once.
 */
export const runJobs = ({ db, processId, redacted }: Deps, jobs: Readonly<Record<JobName, Job>>): Repeated => {
  const host = hostname();
  const again = new Map<JobName, () => void>();
  const started = keysOf(jobs).map((name) => {
    const failures: unknown[] = [];
    const note = async (run: { everySeconds: number; seconds: number }, failure: unknown): Promise<void> => {
      const error = failure === undefined ? null : redacted(errorText(failure)).slice(0, ERROR_SIGNS);
      // Other checks report that the database is unavailable.
      await noteRun(db, { ...run, name, processId, host, error }).catch(() => {});
    };
    const repeatNoted = noted(failures, note);
    const { start, onError } = jobs[name];
    return start(
      (...args) => {
        const repeating = repeatNoted(...args);
        again.set(name, repeating.again);
        return repeating;
      },
      (error) => {
        failures.push(error);
        onError(error);
      },
    );
  });
  const requests = repeat(
    TAKES_JOBS_EVERY_MS,
    async () => {
      for (const name of await claimRequestedRuns(db, [...again.keys()], processId, host)) again.get(name)?.();
    },
    () => {},
  );
  return { stop: async () => void (await Promise.all([requests, ...started].map(({ stop }) => stop()))) };
};
