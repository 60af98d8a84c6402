import type { Db } from '../../../tables.ts';
import { readReachedSample } from './sample.repository.ts';
import type { Send } from '../push-gateway.ts';

const PHONES = 3;

/** `nobody`: this notification has reached no phone yet. */
export type DryRunResult = 'sound' | 'unsound' | 'unknown' | 'nobody';

type DryRun = {
  dryRun: Send;
  /** Waits for a permit for that many messages. Resolves to false if it is too far away. */
  acquirePermit: (messages: number) => Promise<boolean>;
};

/**
 * Tests key and message with a small sample of the phones that this notification has reached. Nothing is delivered to them. `sound`:
 * the push service accepts most. `unsound`: it refuses most. Otherwise, and when none gives an answer, `unknown`; a refused key of one
 * platform proves nothing about the other. The push service counts a dry run as a message, so it needs a permit of the rate limit.
 */
export const dryRunSample = async (db: Db, notificationId: string, { dryRun, acquirePermit }: DryRun): Promise<DryRunResult> => {
  const sample = await readReachedSample(db, notificationId, PHONES);
  if (sample.length === 0) return 'nobody';
  if (!(await acquirePermit(sample.length))) return 'unknown';
  const answers = await Promise.allSettled(sample.map(dryRun));
  const is = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.is : 'transient'));
  const good = is.filter((one) => one === 'accepted').length;
  const bad = is.filter((one) => one === 'deadAddress' || one === 'stop').length;
  if (good === bad) return 'unknown';
  return good > bad ? 'sound' : 'unsound';
};
