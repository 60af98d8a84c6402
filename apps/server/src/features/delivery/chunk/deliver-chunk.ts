import type { DeliveryDeps } from '../delivery-deps.ts';
import type { ClaimedChunk } from './chunk.repository.ts';
import { ChunkSession } from './chunk-session.ts';
import { nextStep } from './next-step.ts';

/**
 * Sends a claimed chunk, wave by wave. Each wave ends in one transaction (outcomes, sums, prunings, lease) that is
 * written while the next wave is under way; a crash can repeat only waves that were not written, and their copies
 * replace the first on the phone. A `probe` sends one message and gives the chunk back. False: nothing was sent.
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
          await session.waitForTurn(step.messages);
          break;
        case 'send':
          await session.send(step.places);
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
