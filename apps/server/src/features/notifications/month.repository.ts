import { sql } from 'kysely';
import { isLockedOut } from '../../platform/db/transaction.ts';
import { monthOf, newId, newIdOfMonth } from '../../platform/ids.ts';
import type { DbOf } from '../../tables.ts';
import type { EndingPart } from './old-notification.repository.ts';

// Receipts and chunks are partitioned by the month of their notification, with which its id begins (OPS-06, decision 84). The database
// role of the processes does not own the partitions: functions of the owner create and drop them.
type Db = DbOf<'fanOutChunk' | 'notificationReceipt'>;

const wholes = { receipts: 'notification_receipt', outcomes: 'fan_out_chunk' } as const satisfies Record<EndingPart, string>;

/** Returns the table of a part and month. */
export const tableOf = (part: EndingPart, month: string): string => `${wholes[part]}_${month}`;

const instantOf = (month: string, later = 0): Date => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1 + later));
const monthAfter = (month: string, later = 1): string => monthOf(instantOf(month, later));

/** Returns two ids around those of a month's notifications. The first belongs to no notification, the second to the next month. */
export const boundsOf = (month: string): { from: string; to: string } => ({ from: `0${month}`, to: `0${monthAfter(month)}` });

/** Returns true if a month ended before an instant, so that everything sent in it was sent before. */
export const isMonthOver = (month: string, before: Date): boolean => instantOf(month, 1) <= before;

/** Returns an id for a new send: of its month, or of no month if that has no tables. Without tables it ends row by row. */
export const idOfSend = async (db: Db, at: Date): Promise<string> => {
  const month = monthOf(at);
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${tableOf('receipts', month)}) is not null and to_regclass(${tableOf('outcomes', month)}) is not null as is_there`.execute(
    db,
  );
  return rows[0]?.isThere ? newIdOfMonth(month) : newId();
};

/** Returns the months of a part that have a table, oldest first. */
export const monthsOf = async (db: Db, part: EndingPart): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select right(relname, 6) as month from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = ${wholes[part]}::regclass and relname ~ '_[0-9]{6}$' order by 1`.execute(db);
  return rows.map(({ month }) => month);
};

/** Returns those of these months that lack one of their tables. */
const lacking = async (db: Db, months: readonly string[]): Promise<string[]> => {
  const [receipts, outcomes] = [await monthsOf(db, 'receipts'), await monthsOf(db, 'outcomes')];
  return months.filter((month) => !receipts.includes(month) || !outcomes.includes(month));
};

const AHEAD = 2;
const monthsFrom = (at: Date, ahead: number): string[] => Array.from({ length: ahead + 1 }, (_, later) => monthAfter(monthOf(at), later));

/** Creates the missing tables of this month and the next two. A table whose creation is blocked is left for the next run. */
export const makeMonths = async (db: Db, at: Date): Promise<void> => {
  for (const month of await lacking(db, monthsFrom(at, AHEAD)))
    await sql`select make_month(${month})`.execute(db).catch((error: unknown) => {
      if (!isLockedOut(error)) throw error;
    });
};

/** Returns which of this month and the next lack tables, and whether any row lies outside of the tables of months. */
export const readMonthsOfSends = async (db: Db, at: Date): Promise<{ missing: string[]; strays: boolean }> => {
  const { rows } = await sql<{ strays: boolean }>`
    select exists (select from notification_receipt_default) or exists (select from fan_out_chunk_default) as strays`.execute(db);
  return { missing: await lacking(db, monthsFrom(at, 1)), strays: rows[0]?.strays ?? false };
};

/**
 * Locks a part of a month until the transaction ends: no other process ends it, and no receipt of the month is removed. Returns false if
 * another process has locked it, or if the month has no table.
 */
export const lockMonth = async (trx: Db, part: EndingPart, month: string): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext(${`endcap month ${part}`})) as locked`.execute(
    trx,
  );
  if (!rows[0]?.locked || !(await monthsOf(trx, part)).includes(month)) return false;
  // Ended outcomes never change. Receipts do, when devices are erased.
  if (part === 'outcomes') return true;
  await sql`set local lock_timeout = '500ms'`.execute(trx);
  await sql`lock table ${sql.table(tableOf(part, month))} in share mode`.execute(trx);
  return true;
};

/** Drops a month whose sums were added in this transaction. Throws an error that `isLockedOut` recognises if readers block it too long. */
export const dropMonth = async (trx: Db, part: EndingPart, month: string): Promise<void> => {
  await sql`select drop_month(${wholes[part]}, ${month})`.execute(trx);
};
