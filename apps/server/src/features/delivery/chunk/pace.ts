import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../tables.ts';
import { createBreakerWindow } from './breaker-window.ts';
import { createProjectCache } from './project-cache.ts';
import { claimProbe, closeBreaker, openBreaker, reserve, slowDown } from './push-project.repository.ts';

const LARGEST_WAVE = 100;
/** A wave of a slow rate is a tenth of a second long, so that no second gets more than its share. */
const WAVES_A_SECOND = 10;

export type PaceOptions = {
  db: Database;
  project: string;
  /** Messages per second of all workers together; null: no limit. */
  perSecond: number | null;
  probeEveryMs: number;
  /** Permits further ahead than this are not waited for, because the wait would use up the lease. */
  horizonSeconds: number;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
};
export type WaveResult = { sent: number; transient: number; throttled: number; retryAfterMs: number };
/** `open`: send; `probe`: this worker may send one message to check if the push service answers again; `closed`: nothing. */
export type Gate = 'open' | 'probe' | 'closed';

/** Limits the send rate of this worker by the state that all workers share in the database, read once a second. */
export const createPace = ({ db, project, perSecond, probeEveryMs, horizonSeconds, alarm }: PaceOptions) => {
  const window = createBreakerWindow();
  // Failures that this process saw before the breaker closed no longer count.
  const shared = createProjectCache(db, project, window.forget);

  return {
    waveSize: perSecond === null ? LARGEST_WAVE : Math.max(1, Math.min(LARGEST_WAVE, Math.floor(perSecond / WAVES_A_SECOND))),
    gate: async (): Promise<Gate> => {
      await shared.refreshIfStale();
      if (shared.isBlocked()) return 'closed';
      if (!shared.isDown()) return 'open';
      return (await claimProbe(db, project, probeEveryMs)) ? 'probe' : 'closed';
    },
    isClosed: (): boolean => shared.isBlocked() || shared.isDown(),
    /** Waits for a permit for that many messages. Returns false if it is too far away; the caller then releases the chunk. */
    acquirePermit: async (messages: number, signal: AbortSignal): Promise<boolean> => {
      if (perSecond === null) return true;
      const waitMs = await reserve(db, project, messages, perSecond, horizonSeconds);
      if (waitMs === null) return false;
      if (waitMs > 1) await sleep(waitMs, undefined, { signal }).catch(() => {});
      return !signal.aborted;
    },
    /** Adjusts the rate and the circuit breaker to the answers of a wave. */
    note: async ({ sent, transient, throttled, retryAfterMs }: WaveResult): Promise<void> => {
      if (throttled > 0) {
        await slowDown(db, project, throttled * 2 >= sent ? retryAfterMs : 0);
        await shared.refresh();
      }
      window.note(sent, transient);
      if (shared.isDown() || !window.isBroken()) return;
      if (await openBreaker(db, project, probeEveryMs))
        alarm('the push service does not answer: sending waits and tries again', { project });
      await shared.refresh();
    },
    /** Closes the circuit breaker after a probe was answered. */
    endOutage: async (): Promise<void> => {
      await closeBreaker(db, project);
      alarm('the push service answers again', { project });
      window.forget();
      await shared.refresh();
    },
  };
};
export type Pace = ReturnType<typeof createPace>;
