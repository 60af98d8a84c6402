import { inTransaction, isLockedOut } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { endThreadsOf } from '../assistant/index.ts';
import { endReceipts, goneDevices, lockGone, removeDevice } from '../devices/index.ts';
import { endShowingsOf } from '../popups/index.ts';

/** Rows that one transaction ends: few enough that nobody who meets them waits long. A thread has up to hundreds of messages. */
const AT_ONCE = { threads: 20, receipts: 500, showings: 1_000 };
const DEVICES_AT_ONCE = 100;

/** Ends a portion of what hangs on a device that is gone, or the row of the device when nothing does. True: there is more. */
const clearPortion = (db: Database, seq: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (!(await lockGone(trx, seq))) return false;
    const ended = {
      threads: await endThreadsOf(trx, { deviceSeq: seq }, AT_ONCE.threads),
      receipts: await endReceipts(trx, { deviceSeq: seq }, AT_ONCE.receipts),
      showings: await endShowingsOf(trx, seq, AT_ONCE.showings),
    };
    if (ended.threads === AT_ONCE.threads || ended.receipts === AT_ONCE.receipts || ended.showings === AT_ONCE.showings) return true;
    await removeDevice(trx, seq);
    return false;
  });

/**
 * Ends all that hangs on a device that is gone, and its row, portion by portion; whoever does so at the same time shares the work. What somebody
 * holds for longer, such as a month of receipts that is ended, is left to the upkeep.
 */
export const clearDevice = async (db: Database, seq: number, isOver = (): boolean => false): Promise<void> => {
  try {
    while (!isOver() && (await clearPortion(db, seq)));
  } catch (error) {
    if (!isLockedOut(error)) throw error;
  }
};

/** The same for every device that is gone: those whose erasure was cut off are among them. Returns how many. */
export const clearGone = async (db: Database, isOver = (): boolean => false): Promise<number> => {
  let cleared = 0;
  for (
    let past = 0, seqs = await goneDevices(db, past, DEVICES_AT_ONCE);
    seqs.length > 0;
    seqs = await goneDevices(db, past, DEVICES_AT_ONCE)
  )
    for (const seq of seqs) {
      if (isOver()) return cleared;
      await clearDevice(db, seq, isOver);
      cleared += 1;
      past = seq;
    }
  return cleared;
};
