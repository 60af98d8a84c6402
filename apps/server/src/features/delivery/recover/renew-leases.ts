import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../tables.ts';
import { type ClaimedChunk, renewLeases } from '../chunk/chunk.repository.ts';

/**
 * Renews the leases of the chunks that this process works on, over a connection of its own. While checkpoints wait for a lock or a free
 * connection, no other worker may take the chunk and send its wave again (D-02). A dead or frozen process renews nothing.
 */
export const createLeaseRenewal = (db: Database, leaseSeconds: number) => {
  const chunks = new Set<ClaimedChunk>();
  const ended = new AbortController();
  const renewing = (async () => {
    while (!ended.signal.aborted) {
      await sleep((leaseSeconds * 1000) / 3, undefined, { signal: ended.signal }).catch(() => {});
      if (chunks.size === 0 || ended.signal.aborted) continue;
      // The next interval retries. A database that cannot renew a lease cannot give the chunk to another worker either.
      await renewLeases(db, [...chunks], leaseSeconds).catch(() => {});
    }
  })();
  return {
    /** Renews the lease of a chunk while `work` runs. */
    during: async <T>(chunk: ClaimedChunk, work: () => Promise<T>): Promise<T> => {
      chunks.add(chunk);
      try {
        return await work();
      } finally {
        chunks.delete(chunk);
      }
    },
    end: async (): Promise<void> => {
      ended.abort();
      await renewing;
    },
  };
};
