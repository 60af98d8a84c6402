import type { DryRunResult } from './dry-run-sample.ts';
import { type Fault, isSuspended, mayBeSent } from '../outcome.ts';
import type { Suspicion } from './safety-brake.ts';

type Verdict = 'go' | 'stopped' | 'paused';
/** Cause of the refusals of the suspended phones of a chunk (null: undecided), and the verdict about the fan-out. */
export type Judgement = { fault: Fault | null; verdict: Verdict };

type Case = {
  suspicion: Suspicion | null;
  /** The chunk's outcomes, with the suspect wave. */
  outcomes: Uint8Array;
  dryRun: () => Promise<DryRunResult>;
  /** Returns true if the share of dead addresses in the whole audience is above the limit. */
  tooManyDead: () => Promise<boolean>;
};

/** True if all open phones of a chunk are suspended: refused, and the cause is undecided. */
export const onlySuspended = (outcomes: Uint8Array): boolean => outcomes.some(isSuspended) && !outcomes.some(mayBeSent);

const failed = (result: DryRunResult): boolean => result === 'unsound' || result === 'nobody';

const faultOfLast: Record<DryRunResult, Fault | null> = {
  sound: 'address',
  // A few refusals do not stop a notification that has not reached any phone yet.
  nobody: 'address',
  // These devices are sent to again. If all are refused again, the brake suspects that wave.
  unsound: 'unknown',
  unknown: null,
};

/**
 * Judges a chunk after a wave, or without one before its release. Refusals that the brake does not suspect stay suspended until the rest
 * of the chunk has outcomes. Only then a dry run decides: the key may have become invalid in that very wave, and a stop must leave these
 * phones without an outcome of their own (D-01).
 */
export const judgeRefusals = async ({ suspicion, outcomes, dryRun, tooManyDead }: Case): Promise<Judgement> => {
  if (suspicion === 'refusals') {
    const result = await dryRun();
    if (failed(result)) return { fault: 'ours', verdict: 'stopped' };
    return { fault: result === 'sound' ? 'address' : 'unknown', verdict: 'go' };
  }
  const fault = onlySuspended(outcomes) ? faultOfLast[await dryRun()] : null;
  const isWrong = suspicion === 'deaths' && ((await tooManyDead()) || failed(await dryRun()));
  return { fault, verdict: isWrong ? 'paused' : 'go' };
};
