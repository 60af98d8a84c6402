import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { blankDevicesOf, keptFanOuts, waitForNewChunks } from './erased-devices.repository.ts';

/** Chunks that one transaction writes at most: 4 kB each, in rows that workers write to as well. */
const CHUNKS_AT_ONCE = 200;

/**
 * Takes the numbers of erased devices out of all chunks; false when it was stopped before the end. Call it once nobody finds the devices any more, and
 * while their rows still hold the numbers: what is cut off is done again.
 *
 * Sends come before what follows them: a follow-up copies phones from the chunks of its send, and finds only blank places there from then on.
 */
export const blankDevices = async (db: Database, seqs: readonly number[], isOver: () => boolean): Promise<boolean> => {
  if (seqs.length === 0) return true;
  const atOnce = Math.max(1, Math.floor(CHUNKS_AT_ONCE / seqs.length));
  for (const pages of ['sends', 'followUps'] as const) {
    let ids: string[] = [];
    do {
      if (isOver()) return false;
      ids = await keptFanOuts(db, pages, ids.at(-1) ?? '', atOnce);
      if (ids.length === 0) break;
      await waitForNewChunks(db, ids);
      const page = ids;
      await inTransaction(db, (trx) => blankDevicesOf(trx, page, seqs));
    } while (ids.length === atOnce);
  }
  return true;
};
