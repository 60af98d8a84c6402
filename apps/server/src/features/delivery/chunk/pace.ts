import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../tables.ts';
import { createBreakerWindow } from './breaker-window.ts';
import { watchProject } from './known-project.ts';
import { claimProbe, closeBreaker, openBreaker, reserve, slowDown } from './push-project.repository.ts';

const LARGEST_WAVE = 100;
/** A wave of a slow rate is a tenth of a second long, so that no second gets more than its share. */
const WAVES_A_SECOND = 10;

export type PaceOptions = {
  db: Database;
  project: string;
  /** Messages a second for all workers together; null: as fast as it goes. */
  perSecond: number | null;
  probeEveryMs: number;
  /** A turn further ahead than this is not waited for: one would sleep on a lease. */
  horizonSeconds: number;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
};
export type WaveResult = { sent: number; transient: number; throttled: number; askedMs: number };
/** `open`: send; `probe`: this worker may send one message to see whether the push service is back; `closed`: nothing. */
export type Gate = 'open' | 'probe' | 'closed';

/** Limits the send rate of this worker by the state that all workers share in the database, read once a second. */
export const createPace = ({ db, project, perSecond, probeEveryMs, horizonSeconds, alarm }: PaceOptions) => {
  const window = createBreakerWindow();
  // Failures that this process saw before the breaker closed no longer count.
  const agreed = watchProject(db, project, window.forget);

  return {
    waveSize: perSecond === null ? LARGEST_WAVE : Math.max(1, Math.min(LARGEST_WAVE, Math.floor(perSecond / WAVES_A_SECOND))),
    gate: async (): Promise<Gate> => {
      await agreed.fresh();
      if (agreed.isHeld()) return 'closed';
      if (!agreed.isDown()) return 'open';
      return (await claimProbe(db, project, probeEveryMs)) ? 'probe' : 'closed';
    },
    isClosed: (): boolean => agreed.isHeld() || agreed.isDown(),
    /** Waits for the turn of so many messages; false: the turn is too far away, give the chunk back. */
    turn: async (messages: number, signal: AbortSignal): Promise<boolean> => {
      if (perSecond === null) return true;
      const waitMs = await reserve(db, project, messages, perSecond, horizonSeconds);
      if (waitMs === null) return false;
      if (waitMs > 1) await sleep(waitMs, undefined, { signal }).catch(() => {});
      return !signal.aborted;
    },
    /** Adjusts the rate and the circuit breaker to the answers of a wave. */
    note: async ({ sent, transient, throttled, askedMs }: WaveResult): Promise<void> => {
      if (throttled > 0) {
        await slowDown(db, project, throttled * 2 >= sent ? askedMs : 0);
        await agreed.again();
      }
      window.note(sent, transient);
      if (agreed.isDown() || !window.isBroken()) return;
      if (await openBreaker(db, project, probeEveryMs))
        alarm('the push service does not answer: sending waits and tries again', { project });
      await agreed.again();
    },
    /** Closes the circuit breaker after a probe was answered. */
    isBack: async (): Promise<void> => {
      await closeBreaker(db, project);
      alarm('the push service answers again', { project });
      window.forget();
      await agreed.again();
    },
  };
};
export type Pace = ReturnType<typeof createPace>;
