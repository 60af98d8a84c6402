import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Database } from '../../../tables.ts';
import { blankDevicesOf, fanOutsWithOutcomes, waitForNewChunks } from './erased-devices.repository.ts';

/** Lookups per transaction. Each may write a chunk of 4 kB, in a row that workers write to as well. */
const LOOKUPS_AT_ONCE = 200;
/** Least sends per transaction: with many devices, the overhead of one transaction for each pair of sends would dominate. */
const FAN_OUTS_AT_LEAST = 20;

/**
 * Blanks the numbers of erased devices in all chunks. Returns false if it was stopped before the end. Call it once the devices can no
 * longer be found, while their rows still contain the numbers, so that an interrupted run can be repeated.
 *
 * Sends are processed before their follow-ups. A follow-up copies phones from the chunks of its send, which by then have blanked positions.
 */
export const blankDevices = async (db: Database, seqs: readonly number[], isOver: () => boolean): Promise<boolean> => {
  if (seqs.length === 0) return true;
  const atOnce = Math.max(FAN_OUTS_AT_LEAST, Math.floor(LOOKUPS_AT_ONCE / seqs.length));
  for (const pages of ['sends', 'followUps'] as const) {
    let ids: string[] = [];
    do {
      if (isOver()) return false;
      ids = await fanOutsWithOutcomes(db, pages, ids.at(-1) ?? '', atOnce);
      if (ids.length === 0) break;
      await waitForNewChunks(db, ids);
      const page = ids;
      await inTransaction(db, (trx) => blankDevicesOf(trx, page, seqs));
    } while (ids.length === atOnce);
  }
  return true;
};
