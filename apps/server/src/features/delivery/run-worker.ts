import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { claimChunk } from './chunk.repository.ts';
import { type DeliveryDeps, deliverChunk } from './deliver-chunk.ts';
import { expandNext, finishFanOut, openFanOuts } from './fan-out.repository.ts';

const IDLE_MS = 500;
const AFTER_ERROR_MS = 1_000;

export type WorkerDeps = Omit<DeliveryDeps, 'isStopping'> & { lanes: number; onError: (error: unknown) => void };
export type Worker = { hint: () => void; stop: () => Promise<void> };

/** Expands and delivers until stopped. Any number of workers share the work through the database alone. */
export const runWorker = (deps: WorkerDeps): Worker => {
  const { db, lanes, leaseSeconds, onError } = deps;
  const owner = newId();
  const stopping = new AbortController();
  let wake = new AbortController();
  let turn = 0;

  const idle = async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal: AbortSignal.any([stopping.signal, wake.signal]) }).catch(() => {});
  };

  const loop = async (work: () => Promise<boolean>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (!(await work())) await idle(IDLE_MS);
      } catch (error) {
        onError(error);
        await idle(AFTER_ERROR_MS);
      }
    }
  };

  const expand = (): Promise<boolean> => inTransaction(db, expandNext);

  // Each claim starts at the next fan-out, so a store's 500 devices do not wait behind a million.
  const deliver = async (): Promise<boolean> => {
    const open = await openFanOuts(db);
    for (let n = 0; n < open.length; n += 1) {
      turn += 1;
      const notificationId = open[turn % open.length] ?? '';
      const chunk = await claimChunk(db, notificationId, { owner, seconds: leaseSeconds });
      if (chunk) {
        await deliverChunk({ ...deps, isStopping: () => stopping.signal.aborted }, chunk);
        return true;
      }
      await finishFanOut(db, notificationId);
    }
    return false;
  };

  const loops = [loop(expand), ...Array.from({ length: lanes }, () => loop(deliver))];
  return {
    hint: () => {
      wake.abort();
      wake = new AbortController();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
};
