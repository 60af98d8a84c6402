import { sendingError } from '@endcap/contract/notifications';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Database } from '../../../tables.ts';
import type { Endings } from '../endings.ts';
import { markProven, pauseFanOut, stopFanOut } from '../accept/fan-out.repository.ts';
import { judgeSample, readEvidence } from './sample.ts';
import { drawSample, readSample, sampleAgain } from './sample.repository.ts';

type ConcludeDeps = { db: Database; endings: Endings; alarm: (message: string, facts?: Record<string, unknown>) => void };

/** Decides if the send continues, once all phones of the sample were tried. Any worker may call it; repeated calls are harmless. */
export const concludeSample = async ({ db, endings, alarm }: ConcludeDeps, notificationId: string): Promise<void> => {
  const sample = await readSample(db, notificationId);
  if (!sample) return;
  const { audience, pending, outcomes, brakeReleased, refusal } = sample;
  if (outcomes.length === 0) return drawSample(db, notificationId);
  const evidence = readEvidence(outcomes);
  const verdict = judgeSample({ ...evidence, audience, open: pending - evidence.refused });
  if (verdict === 'undecided') return sampleAgain(db, notificationId);
  const pauses = verdict === 'pause' && !brakeReleased;
  const concluded = await inTransaction(db, async (trx) => {
    if (verdict === 'stop') await stopFanOut(trx, { notificationId, error: refusal ?? sendingError('credential') }, endings);
    else {
      // If a person paused it meanwhile, a resume would skip the pause of the safety brake. The sample is judged on resume instead.
      if (pauses && !(await pauseFanOut(trx, notificationId, 'deadTokens', null)) && !(await readSample(trx, notificationId))) return false;
      await markProven(trx, notificationId);
    }
    return true;
  });
  if (concluded && (verdict === 'stop' || pauses))
    alarm(`a fan-out was ${verdict === 'stop' ? 'stopped' : 'paused'} by the safety brake`, { notificationId, refusal });
};
