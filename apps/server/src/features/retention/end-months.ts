import { inTransaction, isLockedOut } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { nextSends, sumChunks } from '../delivery/index.ts';
import { blocksOf, sumReceipts } from '../devices/index.ts';
import {
  boundsOf,
  dropMonth,
  type EndingPart,
  holdMonth,
  holdOldest,
  isMonthOver,
  markEnded,
  monthsOf,
  monthStands,
  tableOf,
} from '../notifications/index.ts';

/** `before`: until when what ends was sent and valid; `at`: now. */
export type Until = { db: Database; before: Date; at: Date; isOver: () => boolean };

/** What one statement does: over within a second or two, and nobody waits for any of it. */
const AT_ONCE = { notifications: 500, blocks: 4_096 };

type Interruptible = { trx: Db; month: string; isOver: () => boolean };
/** Adds up a whole month; returns how many rows there are. */
const sums: Record<EndingPart, (work: Interruptible) => Promise<number>> = {
  receipts: async ({ trx, month, isOver }) => {
    const table = tableOf('receipts', month);
    const blocks = await blocksOf(trx, table);
    let ended = 0;
    for (let from = 0; from < blocks && !isOver(); from += AT_ONCE.blocks)
      ended += await sumReceipts(trx, table, { from, to: from + AT_ONCE.blocks });
    return ended;
  },
  outcomes: async ({ trx, month, isOver }) => {
    const { from, to } = boundsOf(month);
    let ended = 0;
    for (let ids = await nextSends(trx, { past: from, before: to }); ids.length > 0 && !isOver();) {
      ended += await sumChunks(trx, ids);
      ids = await nextSends(trx, { past: ids.at(-1) ?? to, before: to });
    }
    return ended;
  },
};

/** From now on nothing is taken for any notification of the month; whoever is writing one is waited for, by coming back. */
const closeMonth = async (part: EndingPart, month: string, { db, before, at, isOver }: Until): Promise<void> => {
  for (let held = 1; held > 0 && !isOver();)
    held = await inTransaction(db, async (trx) => {
      const ids = await holdOldest(trx, part, before, boundsOf(month), AT_ONCE.notifications);
      await markEnded(trx, part, ids, at);
      return ids.length;
    });
};

class LeftAsItWas extends Error {}

/**
 * Sums and end of a month are one transaction: until it is through its rows are read as ever, and afterwards its sums. Whoever does it as well, is
 * killed, or meets somebody who reads for long, leaves it as it was: null.
 */
const dropSummed = async (part: EndingPart, month: string, { db, isOver }: Until): Promise<number | null> => {
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await holdMonth(trx, part, month))) return null;
      const ended = await sums[part]({ trx, month, isOver });
      if (isOver()) throw new LeftAsItWas();
      await dropMonth(trx, part, month);
      return ended;
    });
  } catch (error) {
    if (error instanceof LeftAsItWas || isLockedOut(error)) return null;
    throw error;
  }
};

/**
 * Ends every month of a part that was kept long enough as a whole (OPS-06). `rows`: how many rows; `left`: months that end, or will, as a whole, so
 * that nothing of them ends row by row. A month that is over and has something that is still needed is not among those.
 */
export const endMonths = async (part: EndingPart, until: Until): Promise<{ rows: number; left: string[] }> => {
  const left: string[] = [];
  let rows = 0;
  let isHeldUp = false;
  for (const month of await monthsOf(until.db, part)) {
    const isOver = isMonthOver(month, until.before);
    if (isOver && (await monthStands(until.db, part, until.before, boundsOf(month))) === 'needed') continue;
    left.push(month);
    // Whoever reads one for long reads them all.
    if (!isOver || isHeldUp || until.isOver()) continue;
    await closeMonth(part, month, until);
    if ((await monthStands(until.db, part, until.before, boundsOf(month))) !== 'ended') continue;
    const dropped = await dropSummed(part, month, until);
    isHeldUp = dropped === null;
    rows += dropped ?? 0;
  }
  return { rows, left };
};
