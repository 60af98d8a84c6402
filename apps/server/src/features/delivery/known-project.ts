import type { Database } from '../../tables.ts';
import { forgetOthers, knowProject, type ProjectState, readProject } from './push-project.repository.ts';

const LOOK_MS = 1_000;

/** What the workers agreed on about a project, as of a second ago at most; `onBack`: the breaker was seen to be closed again. */
export const watchProject = (db: Database, project: string, onBack: () => void) => {
  let known: ProjectState = { heldMs: 0, downSince: null };
  let knownAt = -Infinity;
  let looking: Promise<void> | undefined;
  let hasBegun = false;

  const look = async (): Promise<void> => {
    if (knownAt === -Infinity) await knowProject(db, project);
    // Once: while the key is exchanged, workers of both projects may be at work.
    if (!hasBegun) await forgetOthers(db, project);
    hasBegun = true;
    const wasDown = known.downSince !== null;
    known = await readProject(db, project);
    knownAt = performance.now();
    if (wasDown && known.downSince === null) onBack();
  };
  const fresh = async (): Promise<void> => {
    if (performance.now() - knownAt < LOOK_MS) return;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    await looking;
  };
  return {
    fresh,
    /** Looks again now; `anew`: as if for the first time. */
    again: (anew = false): Promise<void> => {
      knownAt = anew ? -Infinity : Math.min(knownAt, performance.now() - LOOK_MS);
      return fresh();
    },
    isHeld: (): boolean => performance.now() < knownAt + known.heldMs,
    isDown: (): boolean => known.downSince !== null,
  };
};
