import { claimChunk } from './chunk.repository.ts';
import { concludeSample } from './conclude-sample.ts';
import type { createCalm } from '../recover/database-calm.ts';
import { deliverChunk } from './deliver-chunk.ts';
import type { DeliveryDeps } from '../delivery-deps.ts';
import { openFanOuts } from './open-fan-outs.repository.ts';
import type { keepLeases } from '../recover/keep-leases.ts';
import type { createRestoreDetection } from '../recover/detect-restore.ts';

/** Rest of a lane that is not needed while other lanes send. While no lane sends, the rest doubles with each look. */
const LANE_IDLE_MS = 100;

type Lanes = {
  work: DeliveryDeps;
  /** In whose name chunks are claimed. */
  owner: string;
  leases: Pick<ReturnType<typeof keepLeases>, 'during'>;
  calm: Pick<ReturnType<typeof createCalm>, 'during' | 'isCalm'>;
  server: Pick<ReturnType<typeof createRestoreDetection>, 'incarnation'>;
  looks: { open: (which: 'any' | 'over') => Promise<string[][]>; finish: () => Promise<void> };
  /** Nothing is open, as far as is known. */
  isQuiet: () => boolean;
};

/** Each of those that are equally urgent once, beginning at the next one each time, so that a store's 500 devices do not wait behind a million. */
const inTurn = (ranks: readonly (readonly string[])[], turn: number): string[] =>
  ranks.flatMap((ids) => ids.map((_, n) => ids[(turn + n) % ids.length] ?? ''));

/** One turn of a lane: claims the next chunk and sends it. False: no chunk, or it could not be sent. A number: the lane is not needed, rest in milliseconds. */
export const deliverInLanes = ({ work, owner, leases, calm, server, looks, isQuiet }: Lanes) => {
  const { db, push, pace, leaseSeconds, isTimeUncertain } = work;
  /** Of all lanes together. */
  let turn = 0;
  /** Lanes that sent something in their last turn: the first turn without a chunk may be the end of a send. */
  const busy = new Set<number>();
  let sending = 0;

  // Half as many again as fill the streams: one lane in three reads addresses or writes outcomes. More would only hold memory.
  const lanesWanted = (): number => 1 + Math.ceil((push.breadth() / pace.waveSize) * 1.5);

  return async (lane: number, misses: number): Promise<boolean | number> => {
    if (isQuiet()) return false;
    if (lane >= lanesWanted()) return sending > 0 ? LANE_IDLE_MS : LANE_IDLE_MS * 2 ** misses;
    const gate = isTimeUncertain() ? 'closed' : await pace.gate();
    const evenIfWaiting = gate === 'probe';
    // While nothing may leave, what is over is noted all the same; a probe is for what still goes out.
    const ranks = evenIfWaiting
      ? await openFanOuts(db, { evenIfWaiting, which: 'going' })
      : await looks.open(gate === 'closed' ? 'over' : 'any');
    turn += 1;
    for (const notificationId of inTurn(ranks, turn)) {
      const asked = { evenIfWaiting, calm: calm.isCalm(), incarnation: server.incarnation() };
      const chunk = await calm.during(() => claimChunk(db, notificationId, { owner, seconds: leaseSeconds }, asked));
      if (!chunk) continue;
      sending += 1;
      const worked = await leases.during(chunk, () => deliverChunk(work, chunk, evenIfWaiting)).finally(() => (sending -= 1));
      if (chunk.samplePlaces !== null) await concludeSample(work, notificationId);
      busy.add(lane);
      return worked;
    }
    if (busy.delete(lane)) await looks.finish();
    return false;
  };
};
