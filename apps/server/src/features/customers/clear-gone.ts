import { inTransaction, isLockedOut } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { endThreadsOf } from '../assistant/index.ts';
import { blankDevices } from '../delivery/index.ts';
import { endReceipts, goneDevices, lockGone, removeDevices } from '../devices/index.ts';
import { endShowingsOf } from '../popups/index.ts';

/** Rows that one transaction deletes. Small, so that locks are short: a thread has up to hundreds of messages. */
const AT_ONCE = { threads: 20, receipts: 500, showings: 1_000 };
const DEVICES_AT_ONCE = 100;
/** Milliseconds that one call may search the chunks of sends. A large chain stores a million chunks. */
const CHUNKS_WITHIN_MS = 10_000;

/** Deletes a portion of the data of an erased device. Returns true if there may be more. */
const endPortion = (db: Database, seq: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (!(await lockGone(trx, seq))) return false;
    const ended = {
      threads: await endThreadsOf(trx, { deviceSeq: seq }, AT_ONCE.threads),
      receipts: await endReceipts(trx, { deviceSeq: seq }, AT_ONCE.receipts),
      showings: await endShowingsOf(trx, seq, AT_ONCE.showings),
    };
    return ended.threads === AT_ONCE.threads || ended.receipts === AT_ONCE.receipts || ended.showings === AT_ONCE.showings;
  });

/** Runs `work`. Returns false also on a lock timeout, e.g. while a month of receipts is being deleted. */
const unlessLockedOut = async (work: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await work();
  } catch (error) {
    if (!isLockedOut(error)) throw error;
    return false;
  }
};

/** Deletes all data of an erased device in portions. Concurrent callers share the work. Returns false if some may be left. */
const deleteDependents = async (db: Database, seq: number, isOver: () => boolean): Promise<boolean> => {
  while (!isOver()) if (!(await endPortion(db, seq))) return true;
  return false;
};

/** Deletes the rows of devices. May fail with a lock error (`isLockedOut`) while a month of related rows is being deleted. */
const remove = async (db: Database, seqs: readonly number[]): Promise<true> => {
  await inTransaction(db, (trx) => removeDevices(trx, seqs));
  return true;
};

const clear = async (db: Database, seqs: readonly number[], isOver: () => boolean, chunksWithinMs: number): Promise<void> => {
  const ended: number[] = [];
  for (const seq of seqs) if (await unlessLockedOut(() => deleteDependents(db, seq, isOver))) ended.push(seq);
  const deadline = performance.now() + chunksWithinMs;
  const isLate = (): boolean => isOver() || performance.now() > deadline;
  if (await unlessLockedOut(() => blankDevices(db, ended, isLate))) await unlessLockedOut(() => remove(db, ended));
};

/**
 * Deletes all data of erased devices, removes their numbers from the chunks of sends, and deletes their rows. The upkeep later handles
 * devices that cannot be cleared now; their rows stay until then.
 */
export const clearDevices = (db: Database, seqs: readonly number[]): Promise<void> => clear(db, seqs, () => false, CHUNKS_WITHIN_MS);

/** The same for every erased device, including interrupted erasures. Returns their number. */
export const clearGone = async (db: Database, isOver = (): boolean => false): Promise<number> => {
  let cleared = 0;
  for (
    let past = 0, seqs = await goneDevices(db, past, DEVICES_AT_ONCE);
    seqs.length > 0 && !isOver();
    seqs = await goneDevices(db, past, DEVICES_AT_ONCE)
  ) {
    await clear(db, seqs, isOver, Infinity);
    cleared += seqs.length;
    past = seqs.at(-1) ?? past;
  }
  return cleared;
};
