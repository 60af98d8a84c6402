import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../../platform/deadlines.ts';
import { isTemporary, retryWhenOutrun } from '../../../platform/db/transaction.ts';

const AGAIN_MS = 100;
const AGAIN_AT_MOST_MS = 1_000;

/**
 * Tries until the database has said yes or no. What was sent and is not written is sent again, so a time-out or a lost connection
 * must not be the end of it (D-02); writing the same outcomes twice does no harm.
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
