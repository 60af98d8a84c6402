import { singleFlight } from '../../../platform/single-flight.ts';
import type { Database } from '../../../tables.ts';
import { forgetOthers, knowProject, readProject } from './push-project.repository.ts';

const LOOK_MS = 1_000;

/** Caches the shared state of a push project for at most a second. Calls `onBack` when it sees that the breaker has closed. */
export const watchProject = (db: Database, project: string, onBack: () => void) => {
  let downSince: Date | null = null;
  let heldUntil = -Infinity;
  /** Start of the look whose result is cached, and earliest start of a look that may answer (both by `performance.now()`). */
  let [knownAt, wantedAt] = [-Infinity, 0];
  const together = singleFlight<void>();

  const isKnown = (): boolean => knownAt >= Math.max(wantedAt, performance.now() - LOOK_MS);
  const look = async (): Promise<void> => {
    if (isKnown()) return;
    const begunAt = performance.now();
    if (wantedAt > knownAt) await knowProject(db, project);
    // Only the first look: while the key is exchanged, workers of both projects may be at work.
    if (knownAt === -Infinity) await forgetOthers(db, project);
    const found = await readProject(db, project);
    const isBack = downSince !== null && found.downSince === null;
    [knownAt, heldUntil, downSince] = [begunAt, performance.now() + found.heldMs, found.downSince];
    if (isBack) onBack();
  };
  const fresh = async (): Promise<void> => {
    if (!isKnown()) await together(project, look);
  };
  return {
    fresh,
    /** Looks at what is stored now; a look that began before this call does not count. */
    again: (): Promise<void> => {
      wantedAt = performance.now();
      return fresh();
    },
    isHeld: (): boolean => performance.now() < heldUntil,
    isDown: (): boolean => downSince !== null,
  };
};
