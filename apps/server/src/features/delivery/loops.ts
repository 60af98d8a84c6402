import { setTimeout as sleep } from 'node:timers/promises';
import { isTemporary } from '../../platform/db/transaction.ts';

const IDLE_MS = 500;
const AFTER_ERROR_MS = 300;

/** Work that is done over and over, side by side, until it is stopped: at once while there is some, else after a rest or a hint. */
export const createLoops = ({ troubled, onError }: { troubled: () => void; onError: (error: unknown) => void }) => {
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  let wake = new AbortController();
  const rest = async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal: AbortSignal.any([stopping.signal, wake.signal]) }).catch(() => {});
  };
  const loop = async (work: () => Promise<boolean>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (!(await work())) await rest(IDLE_MS);
      } catch (error) {
        if (isTemporary(error)) troubled();
        onError(error);
        await rest(AFTER_ERROR_MS);
      }
    }
  };
  return {
    stopping: stopping.signal,
    rest,
    /** `work` says whether there was some. */
    run: (work: () => Promise<boolean>): void => void running.push(loop(work)),
    wake: (): void => {
      wake.abort();
      wake = new AbortController();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
