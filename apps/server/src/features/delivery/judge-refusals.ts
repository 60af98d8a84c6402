import type { Testimony } from './ask-witnesses.ts';
import { type Fault, isSuspended, mayBeSent } from './outcome.ts';
import type { Doubt } from './safety-brake.ts';

type Verdict = 'go' | 'stopped' | 'paused';
/** At whose fault the suspended phones of a chunk were refused (null: that is not asked yet), and whether to go on. */
export type Judgement = { fault: Fault | null; verdict: Verdict };

type Case = {
  doubt: Doubt | null;
  /** The chunk's outcomes, with the wave in doubt. */
  outcomes: Uint8Array;
  ask: () => Promise<Testimony>;
  /** Whether more of the whole audience are dead than may be. */
  tooManyDead: () => Promise<boolean>;
};

/** All that is left of a chunk are phones of which nobody knows why they were refused. */
export const onlySuspended = (outcomes: Uint8Array): boolean => outcomes.some(isSuspended) && !outcomes.some(mayBeSent);

const provesNothing = (said: Testimony): boolean => said === 'unsound' || said === 'nobody';

const faultOfLast: Record<Testimony, Fault | null> = {
  sound: 'address',
  // Whose notification reached nobody else is not stopped for a few refusals.
  nobody: 'address',
  // They are sent to again: refused once more, they are a wave that the brake doubts.
  unsound: 'unknown',
  unknown: null,
};

/**
 * Judges a chunk after a wave, or without one before it is given back. Refusals that the brake does not doubt stay in suspense until the
 * rest of the chunk has its outcomes, and are asked about then: the key may have ended in that very wave, and whom a stop leaves
 * must be those without an outcome of their own (D-01).
 */
export const judgeRefusals = async ({ doubt, outcomes, ask, tooManyDead }: Case): Promise<Judgement> => {
  if (doubt === 'refusals') {
    const said = await ask();
    if (provesNothing(said)) return { fault: 'ours', verdict: 'stopped' };
    return { fault: said === 'sound' ? 'address' : 'unknown', verdict: 'go' };
  }
  const fault = onlySuspended(outcomes) ? faultOfLast[await ask()] : null;
  const isWrong = doubt === 'deaths' && ((await tooManyDead()) || provesNothing(await ask()));
  return { fault, verdict: isWrong ? 'paused' : 'go' };
};
