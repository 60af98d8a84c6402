import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../../platform/deadlines.ts';
import { isTemporary, retryWhenOutrun } from '../../../platform/db/transaction.ts';

const AGAIN_MS = 100;
const AGAIN_AT_MOST_MS = 1_000;

/**
 * Retries a write until the database has accepted or rejected it. Unwritten waves would be sent again, so a timeout or a lost connection
 * must not end the attempt (D-02). Writing the same outcomes twice is harmless.
 */
export const untilWritten = async (write: () => Promise<boolean>, stopping: AbortSignal, troubled: () => void): Promise<boolean> => {
  let lastAt = Infinity;
  for (let waitMs = AGAIN_MS; ; waitMs = Math.min(waitMs * 2, AGAIN_AT_MOST_MS)) {
    try {
      return await retryWhenOutrun(write);
    } catch (error) {
      if (stopping.aborted) lastAt = Math.min(lastAt, performance.now() + deadlines.lastWrites);
      if (!isTemporary(error) || performance.now() > lastAt) throw error;
      troubled();
    }
    await sleep(waitMs);
  }
};
