import type { EndedState } from './fan-out-state.ts';

/** Why nothing may be sent any more. */
export type End = EndedState | 'expired';

/** Where a visit of a chunk stands. */
export type Situation = {
  /** The lease is ours, as far as we know. */
  isOurs: boolean;
  /** Places that are still to be sent to. */
  left: readonly number[];
  waveSize: number;
  /** What has left and is not being written yet. */
  unwritten: 'nothing' | 'wave' | 'waveInDoubt';
  /** Nothing more may leave: the process is to stop, or the push service is silent, or our turn too far away. */
  halted: boolean;
  ordersAreOld: boolean;
  end: End | null;
  isPaused: boolean;
  /** The shared rate has room for the next wave. */
  hasTurn: boolean;
};

export type Step =
  /** The chunk is somebody else's. */
  | { do: 'leave' }
  /** Give the chunk back as it is. */
  | { do: 'close' }
  /** Give whoever is open this outcome, then the chunk back. */
  | { do: 'finish'; with: End }
  | { do: 'readOrders' }
  /** Have the wave judged and written before anything else leaves. */
  | { do: 'flush' }
  /** Wait for the turn of so many messages. */
  | { do: 'wait'; messages: number }
  | { do: 'send'; places: readonly number[] };

/** What a worker does next with the chunk that it holds. Decides; does nothing. */
export const nextStep = (now: Situation): Step => {
  if (!now.isOurs) return { do: 'leave' };
  if (now.left.length === 0) return now.end !== null && now.unwritten === 'nothing' ? { do: 'finish', with: now.end } : { do: 'close' };
  // Of what is over nothing leaves: its end is noted whatever the push service does.
  if (now.halted && now.end === null) return { do: 'close' };
  if (now.ordersAreOld) return { do: 'readOrders' };
  if (now.end !== null) return { do: 'finish', with: now.end };
  if (now.isPaused) return { do: 'close' };
  if (now.unwritten === 'waveInDoubt') return { do: 'flush' };
  const places = now.left.slice(0, now.waveSize);
  return now.hasTurn ? { do: 'send', places } : { do: 'wait', messages: places.length };
};
