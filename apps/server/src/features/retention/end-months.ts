import { inTransaction, isLockedOut } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { nextSends, sumChunks } from '../delivery/index.ts';
import { blocksOf, sumReceipts } from '../devices/index.ts';
import {
  boundsOf,
  dropMonth,
  type EndingPart,
  lockMonth,
  lockOldest,
  isMonthOver,
  markEnded,
  monthsOf,
  monthState,
  tableOf,
} from '../notifications/index.ts';

/** `before`: until when what ends was sent and valid; `at`: now. */
export type Until = { db: Database; before: Date; at: Date; isOver: () => boolean };

/** Batch sizes of one statement. Each ends within a second or two and takes no lock that others wait for. */
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

/** Marks the notifications of a month, so that nothing more is stored for them. A later run marks those that are being written. */
const closeMonth = async (part: EndingPart, month: string, { db, before, at, isOver }: Until): Promise<void> => {
  for (let locked = 1; locked > 0 && !isOver();)
    locked = await inTransaction(db, async (trx) => {
      const ids = await lockOldest(trx, part, before, boundsOf(month), AT_ONCE.notifications);
      await markEnded(trx, part, ids, at);
      return ids.length;
    });
};

class LeftAsItWas extends Error {}

/**
 * Adds up a month and drops it in one transaction: readers see its rows until the commit, and its sums afterwards. Returns null and changes
 * nothing if another process does the same, a long-running reader blocks it, or it is stopping.
 */
const dropSummed = async (part: EndingPart, month: string, { db, isOver }: Until): Promise<number | null> => {
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await lockMonth(trx, part, month))) return null;
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
 * Drops every month of a part whose retention is over (OPS-06). `rows`: number of removed rows; `left`: months that are dropped as a whole,
 * now or later, so that nothing of them is removed row by row. A month that is over but still needed is not among them.
 */
export const endMonths = async (part: EndingPart, until: Until): Promise<{ rows: number; left: string[] }> => {
  const left: string[] = [];
  let rows = 0;
  let isBlocked = false;
  for (const month of await monthsOf(until.db, part)) {
    const isOver = isMonthOver(month, until.before);
    if (isOver && (await monthState(until.db, part, until.before, boundsOf(month))) === 'needed') continue;
    left.push(month);
    // Skip the remaining months once one could not be dropped: a long-running reader usually reads all of them.
    if (!isOver || isBlocked || until.isOver()) continue;
    await closeMonth(part, month, until);
    if ((await monthState(until.db, part, until.before, boundsOf(month))) !== 'ended') continue;
    const dropped = await dropSummed(part, month, until);
    isBlocked = dropped === null;
    rows += dropped ?? 0;
  }
  return { rows, left };
};
