import type { DeliveryDeps } from '../delivery-deps.ts';
import type { ClaimedChunk } from './chunk.repository.ts';
import { ChunkSession } from './chunk-session.ts';
import { nextStep } from './next-step.ts';

/**
 * Sends a claimed chunk, wave by wave. Each wave is written in one transaction (outcomes, sums, prunings, lease) while the next wave is
 * sent. A crash can repeat at most two waves, the one being sent and the one being written; their copies replace the first message on the
 * phone. A `probe` sends one message and releases the chunk. Returns false if nothing was sent.
 */
export const deliverChunk = async (deps: DeliveryDeps, chunk: ClaimedChunk, probe = false): Promise<boolean> => {
  const session = await ChunkSession.open(deps, chunk, probe);
  try {
    for (;;) {
      const step = nextStep(session.situation());
      switch (step.do) {
        case 'refreshStatus':
          await session.refreshStatus();
          break;
        case 'flush':
          session.writeBehind();
          await session.written();
          break;
        case 'wait':
          session.writeBehind();
          await session.waitForPermit(step.messages);
          break;
        case 'send':
          await session.send(step.indexes);
          break;
        case 'finish':
          session.finish(step.with);
          return true;
        case 'close':
          return session.close();
        case 'leave':
          return true;
      }
    }
  } finally {
    await session.giveBack();
  }
};
