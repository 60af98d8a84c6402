import { claimChunk } from './chunk.repository.ts';
import { concludeSample } from './conclude-sample.ts';
import type { createCalm } from '../recover/database-calm.ts';
import { deliverChunk } from './deliver-chunk.ts';
import type { DeliveryDeps } from '../delivery-deps.ts';
import { openFanOuts } from './open-fan-outs.repository.ts';
import type { createLeaseRenewal } from '../recover/renew-leases.ts';
import type { createRestoreDetection } from '../recover/detect-restore.ts';

/** Rest of a lane that is not needed while other lanes send. While no lane sends, the rest doubles with each poll. */
const LANE_IDLE_MS = 100;

type Lanes = {
  work: DeliveryDeps;
  /** Owner of the leases. */
  owner: string;
  leases: Pick<ReturnType<typeof createLeaseRenewal>, 'during'>;
  calm: Pick<ReturnType<typeof createCalm>, 'during' | 'isCalm'>;
  server: Pick<ReturnType<typeof createRestoreDetection>, 'incarnation'>;
  sharedQueries: { open: (which: 'any' | 'over') => Promise<string[][]>; finish: () => Promise<void> };
  /** Returns true if the last check found nothing open. */
  isIdle: () => boolean;
};

/** Rotates the ids of each rank by `offset`, so that a store's 500 devices do not wait behind a million. */
const rotateRanks = (ranks: readonly (readonly string[])[], offset: number): string[] =>
  ranks.flatMap((ids) => ids.map((_, n) => ids[(offset + n) % ids.length] ?? ''));

/**
 * Returns one iteration of a lane, which claims the next chunk and sends it. The iteration returns false if there was no chunk or it could
 * not be sent, and a number of milliseconds to rest if the lane is not needed.
 */
export const deliverInLanes = ({ work, owner, leases, calm, server, sharedQueries, isIdle }: Lanes) => {
  const { db, push, pace, leaseSeconds, isTimeUncertain } = work;
  /** Number of iterations of all lanes together. */
  let iterations = 0;
  /** Lanes that sent something in their last iteration. The first iteration without a chunk may be the end of a send. */
  const busy = new Set<number>();
  let sending = 0;

  // 1.5 times as many as fill the streams, because one lane in three reads addresses or writes outcomes. More would only take memory.
  const lanesWanted = (): number => 1 + Math.ceil((push.breadth() / pace.waveSize) * 1.5);

  return async (lane: number, misses: number): Promise<boolean | number> => {
    if (isIdle()) return false;
    if (lane >= lanesWanted()) return sending > 0 ? LANE_IDLE_MS : LANE_IDLE_MS * 2 ** misses;
    const gate = isTimeUncertain() ? 'closed' : await pace.gate();
    const evenIfWaiting = gate === 'probe';
    // While nothing may be sent, the outcomes of ended fan-outs are still recorded. A probe needs a fan-out that still sends.
    const ranks = evenIfWaiting
      ? await openFanOuts(db, { evenIfWaiting, which: 'going' })
      : await sharedQueries.open(gate === 'closed' ? 'over' : 'any');
    iterations += 1;
    for (const notificationId of rotateRanks(ranks, iterations)) {
      const options = { evenIfWaiting, calm: calm.isCalm(), incarnation: server.incarnation() };
      const chunk = await calm.during(() => claimChunk(db, notificationId, { owner, seconds: leaseSeconds }, options));
      if (!chunk) continue;
      sending += 1;
      const worked = await leases.during(chunk, () => deliverChunk(work, chunk, evenIfWaiting)).finally(() => (sending -= 1));
      if (chunk.samplePlaces !== null) await concludeSample(work, notificationId);
      busy.add(lane);
      return worked;
    }
    if (busy.delete(lane)) await sharedQueries.finish();
    return false;
  };
};
