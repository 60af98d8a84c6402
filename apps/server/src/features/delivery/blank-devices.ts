import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { blankDevicesOf, keptFanOuts, waitForNewChunks } from './erased-devices.repository.ts';

/** Look-ups of one transaction, each of which may write a chunk of 4 kB, in rows that workers write to as well. */
const LOOK_UPS_AT_ONCE = 200;
/** Of many devices in a few sends: a transaction for each pair of sends would take longer than what it does. */
const FAN_OUTS_AT_LEAST = 20;

/**
 * Takes the numbers of erased devices out of all chunks; false when it was stopped before the end. Call it once nobody finds the devices any more, and
 * while their rows still hold the numbers: what is cut off is done again.
 *
 * Sends come before what follows them: a follow-up copies phones from the chunks of its send, and finds only blank places there from then on.
 */
export const blankDevices = async (db: Database, seqs: readonly number[], isOver: () => boolean): Promise<boolean> => {
  if (seqs.length === 0) return true;
  const atOnce = Math.max(FAN_OUTS_AT_LEAST, Math.floor(LOOK_UPS_AT_ONCE / seqs.length));
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
