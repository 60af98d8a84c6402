import { setTimeout as sleep } from 'node:timers/promises';
import { isTemporary } from '../../platform/db/transaction.ts';

const AFTER_ERROR_MS = 300;

type Options = { troubled: () => void; onError: (error: unknown) => void; idleMs: () => number };

/** Work that is done over and over, side by side, until it is stopped: at once while there is some, else after a rest or a hint. */
export const createLoops = ({ troubled, onError, idleMs }: Options) => {
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  let wake = new AbortController();
  const rest = async (ms: number, hint = wake.signal): Promise<void> => {
    await sleep(ms, undefined, { signal: AbortSignal.any([stopping.signal, hint]) }).catch(() => {});
  };
  const loop = async (work: () => Promise<boolean | number>): Promise<void> => {
    while (!stopping.signal.aborted) {
      // A hint that comes while it looks may be of what it has missed.
      const hint = wake.signal;
      try {
        const found = await work();
        if (found !== true) await rest(Math.min(idleMs(), found === false ? Infinity : found), hint);
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
    /** `work` says whether there was some, or for how many milliseconds at most there will be none. */
    run: (work: () => Promise<boolean | number>): void => void running.push(loop(work)),
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
