import { setTimeout as sleep } from 'node:timers/promises';
import { isTemporary } from '../../../platform/db/transaction.ts';

const AFTER_ERROR_MS = 300;

/** Polls for work. Returns true if it found some, else false or milliseconds until the next poll. `misses`: polls in a row without work. */
type Work = (misses: number) => Promise<boolean | number>;
type Options = {
  troubled: () => void;
  onError: (error: unknown) => void;
  /** Returns the rest in milliseconds after a poll that found no work. `misses`: such polls before it, since the last find or hint. */
  idleMs: (misses: number) => number;
};

/** Runs loops in parallel until they are stopped. A loop that found work polls again at once, otherwise after a rest or a hint. */
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
      // A hint that arrives during a poll may announce work that the poll has missed.
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
