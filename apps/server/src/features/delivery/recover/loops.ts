import { setTimeout as sleep } from 'node:timers/promises';
import { isTemporary } from '../../../platform/db/transaction.ts';

const AFTER_ERROR_MS = 300;

/** One look for work. True: it found some. False: none. A number: none, and look again within so many milliseconds. `misses`: looks in a row that found none. */
type Work = (misses: number) => Promise<boolean | number>;
type Options = {
  troubled: () => void;
  onError: (error: unknown) => void;
  /** Rest in milliseconds after a look that found no work; `misses` counts the ones before it since the last find or hint. */
  idleMs: (misses: number) => number;
};

/** Work that is done over and over, side by side, until it is stopped: at once while there is some, else after a rest or a hint. */
export const createLoops = ({ troubled, onError, idleMs }: Options) => {
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  let wake = new AbortController();
  const rest = async (ms: number, hint = wake.signal): Promise<void> => {
    await sleep(ms, undefined, { signal: AbortSignal.any([stopping.signal, hint]) }).catch(() => {});
  };
  const loop = async (work: Work): Promise<void> => {
    let misses = 0;
    while (!stopping.signal.aborted) {
      // A hint that comes while it looks may be of what it has missed.
      const hint = wake.signal;
      try {
        const found = await work(misses);
        if (found !== true) await rest(Math.min(idleMs(misses), found === false ? Infinity : found), hint);
        misses = found === true || hint.aborted ? 0 : misses + 1;
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
    run: (work: Work): void => void running.push(loop(work)),
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
