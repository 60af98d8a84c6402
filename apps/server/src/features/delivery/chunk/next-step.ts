import type { EndedState } from '../fan-out-state.ts';

/** Reason why nothing may be sent any more. */
export type End = EndedState | 'expired';

/** All that decides the next step of a `ChunkSession`. */
export type Situation = {
  /** The last write still found our lease. */
  isOurs: boolean;
  /** Indexes of the devices that are still to be sent to. */
  left: readonly number[];
  waveSize: number;
  /** The last wave, if it was sent and its results are not being written yet. */
  unwritten: 'nothing' | 'wave' | 'suspectWave';
  /** Nothing may leave: the process stops, the push service is silent, the permit is too far away, or the clock is uncertain. */
  halted: boolean;
  statusIsStale: boolean;
  end: End | null;
  isPaused: boolean;
  /** The shared rate has room for the next wave. */
  hasPermit: boolean;
};

export type Step =
  /** Another worker owns the chunk. */
  | { do: 'leave' }
  /** Write the last wave, if there is one, and release the chunk. */
  | { do: 'close' }
  /** Give all open devices this outcome, then release the chunk. */
  | { do: 'finish'; with: End }
  | { do: 'refreshStatus' }
  /** Judge and write the wave before anything else is sent. */
  | { do: 'flush' }
  /** Wait for a permit for that many messages. */
  | { do: 'wait'; messages: number }
  | { do: 'send'; indexes: readonly number[] };

/** Returns the next step of a worker for the chunk that it leases. A pure function. */
export const nextStep = (now: Situation): Step => {
  if (!now.isOurs) return { do: 'leave' };
  if (now.left.length === 0) return now.end !== null && now.unwritten === 'nothing' ? { do: 'finish', with: now.end } : { do: 'close' };
  // Nothing of an ended fan-out is sent, so its end is recorded even while the push service is down.
  if (now.halted && now.end === null) return { do: 'close' };
  if (now.statusIsStale) return { do: 'refreshStatus' };
  if (now.end !== null) return { do: 'finish', with: now.end };
  if (now.isPaused) return { do: 'close' };
  if (now.unwritten === 'suspectWave') return { do: 'flush' };
  const indexes = now.left.slice(0, now.waveSize);
  return now.hasPermit ? { do: 'send', indexes } : { do: 'wait', messages: indexes.length };
};
