import { singleFlight } from '../../../platform/single-flight.ts';
import type { Database } from '../../../tables.ts';
import { closeOtherBreakers, ensureProject, readProject } from './push-project.repository.ts';

const MAX_AGE_MS = 1_000;

/** Caches the shared state of a push project for at most a second. Calls `onBack` when it sees that the breaker has closed. */
export const createProjectCache = (db: Database, project: string, onBack: () => void) => {
  let downSince: Date | null = null;
  let blockedUntil = -Infinity;
  /** Start of the query whose result is cached, and earliest start of a query whose result is valid (both by `performance.now()`). */
  let [readAt, validFrom] = [-Infinity, 0];
  const share = singleFlight<void>();

  const isFresh = (): boolean => readAt >= Math.max(validFrom, performance.now() - MAX_AGE_MS);
  const query = async (): Promise<void> => {
    if (isFresh()) return;
    const begunAt = performance.now();
    if (validFrom > readAt) await ensureProject(db, project);
    // Only with the first query: while the key is exchanged, workers of both projects may be running.
    if (readAt === -Infinity) await closeOtherBreakers(db, project);
    const state = await readProject(db, project);
    const isBack = downSince !== null && state.downSince === null;
    [readAt, blockedUntil, downSince] = [begunAt, performance.now() + state.blockedMs, state.downSince];
    if (isBack) onBack();
  };
  const refreshIfStale = async (): Promise<void> => {
    if (!isFresh()) await share(project, query);
  };
  return {
    refreshIfStale,
    /** Reads the current state. Does not use the result of a query that began before this call. */
    refresh: (): Promise<void> => {
      validFrom = performance.now();
      return refreshIfStale();
    },
    isBlocked: (): boolean => performance.now() < blockedUntil,
    isDown: (): boolean => downSince !== null,
  };
};
