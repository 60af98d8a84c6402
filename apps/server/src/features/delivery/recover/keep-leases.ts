import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../tables.ts';
import { type ClaimedChunk, renewLeases } from '../chunk/chunk.repository.ts';

/**
 * Renews the leases of the chunks that this process works on, over a connection of its own. While checkpoints wait for a lock or a free
 * connection, no other worker may take the chunk and send its wave again (D-02). A dead or frozen process renews nothing.
 */
export const keepLeases = (db: Database, leaseSeconds: number) => {
  const held = new Set<ClaimedChunk>();
  const ended = new AbortController();
  const renewing = (async () => {
    while (!ended.signal.aborted) {
      await sleep((leaseSeconds * 1000) / 3, undefined, { signal: ended.signal }).catch(() => {});
      if (held.size === 0 || ended.signal.aborted) continue;
      // The next interval retries. A database that cannot renew a lease cannot give the chunk to another worker either.
      await renewLeases(db, [...held], leaseSeconds).catch(() => {});
    }
  })();
  return {
    /** Keeps the lease of a chunk renewed while `work` runs. */
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
