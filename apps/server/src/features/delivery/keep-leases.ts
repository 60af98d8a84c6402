import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../tables.ts';
import { type ClaimedChunk, renewLeases } from './chunk.repository.ts';

/**
 * Renews the leases of the chunks that this process is at work on, by a connection of its own: when checkpoints wait for a lock or
 * for a free connection, nobody else may take the chunk and send its wave again (D-02). A process that is dead or stands still renews nothing.
 */
export const keepLeases = (db: Database, leaseSeconds: number) => {
  const held = new Set<ClaimedChunk>();
  const ended = new AbortController();
  const renewing = (async () => {
    while (!ended.signal.aborted) {
      await sleep((leaseSeconds * 1000) / 3, undefined, { signal: ended.signal }).catch(() => {});
      if (held.size === 0 || ended.signal.aborted) continue;
      // The next turn tries again; a database that cannot do this cannot give the chunk to anybody else either.
      await renewLeases(db, [...held], leaseSeconds).catch(() => {});
    }
  })();
  return {
    /** Holds a chunk's lease while somebody works on it. */
    during: async <T>(chunk: ClaimedChunk, work: () => Promise<T>): Promise<T> => {
      held.add(chunk);
      try {
        return await work();
      } finally {
        held.delete(chunk);
      }
    },
    end: async (): Promise<void> => {
      ended.abort();
      await renewing;
    },
  };
};
