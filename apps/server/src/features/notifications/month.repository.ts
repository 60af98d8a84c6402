import { sql } from 'kysely';
import { isLockedOut } from '../../platform/db/transaction.ts';
import { monthOf, newId, newIdOfMonth } from '../../platform/ids.ts';
import type { DbOf } from '../../tables.ts';
import type { EndingPart } from './old-notification.repository.ts';

// Receipts and chunks lie in tables by the month of their notification, which its id begins with (OPS-06, decision 84). Processes own none of
// them: functions of the owner make and drop them.
type Db = DbOf<'fanOutChunk' | 'notificationReceipt'>;

const wholes = { receipts: 'notification_receipt', outcomes: 'fan_out_chunk' } as const satisfies Record<EndingPart, string>;

/** The table of a part and month. */
export const tableOf = (part: EndingPart, month: string): string => `${wholes[part]}_${month}`;

const instantOf = (month: string, later = 0): Date => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1 + later));
const monthAfter = (month: string, later = 1): string => monthOf(instantOf(month, later));

/** Between which two ids those of a month's notifications lie; the first is of none, the second of the month after. */
export const boundsOf = (month: string): { from: string; to: string } => ({ from: `0${month}`, to: `0${monthAfter(month)}` });

/** Whether a month ended before an instant, so that whatever was sent in it was sent before. */
export const isMonthOver = (month: string, before: Date): boolean => instantOf(month, 1) <= before;

/** An id for what is sent now: of its month, or of none where that has no tables; then it ends row by row. */
export const idOfSend = async (db: Db, at: Date): Promise<string> => {
  const month = monthOf(at);
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${tableOf('receipts', month)}) is not null and to_regclass(${tableOf('outcomes', month)}) is not null as is_there`.execute(
    db,
  );
  return rows[0]?.isThere ? newIdOfMonth(month) : newId();
};

/** The months of a part that have a table, oldest first. */
export const monthsOf = async (db: Db, part: EndingPart): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select right(relname, 6) as month from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = ${wholes[part]}::regclass and relname ~ '_[0-9]{6}$' order by 1`.execute(db);
  return rows.map(({ month }) => month);
};

/** Which of these months lack one of their tables. */
const lacking = async (db: Db, months: readonly string[]): Promise<string[]> => {
  const [receipts, outcomes] = [await monthsOf(db, 'receipts'), await monthsOf(db, 'outcomes')];
  return months.filter((month) => !receipts.includes(month) || !outcomes.includes(month));
};

const AHEAD = 2;
const monthsFrom = (at: Date, ahead: number): string[] => Array.from({ length: ahead + 1 }, (_, later) => monthAfter(monthOf(at), later));

/** Makes the tables of this month and the next two, as far as they are not there; one that somebody holds up is left for the next time. */
export const makeMonths = async (db: Db, at: Date): Promise<void> => {
  for (const month of await lacking(db, monthsFrom(at, AHEAD)))
    await sql`select make_month(${month})`.execute(db).catch((error: unknown) => {
      if (!isLockedOut(error)) throw error;
    });
};

/** Which of this month and the next has no tables, and whether anything lies in none of a month. */
export const readMonthsOfSends = async (db: Db, at: Date): Promise<{ missing: string[]; strays: boolean }> => {
  const { rows } = await sql<{ strays: boolean }>`
    select exists (select from notification_receipt_default) or exists (select from fan_out_chunk_default) as strays`.execute(db);
  return { missing: await lacking(db, monthsFrom(at, 1)), strays: rows[0]?.strays ?? false };
};

/** Nobody else ends this part, and nobody takes a receipt of this month away, until the transaction is over; false when somebody else is at it. */
export const holdMonth = async (trx: Db, part: EndingPart, month: string): Promise<boolean> => {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext(${`endcap month ${part}`})) as held`.execute(trx);
  if (!rows[0]?.held || !(await monthsOf(trx, part)).includes(month)) return false;
  // Outcomes are changed by nobody once they are marked as ended. Receipts are: devices are erased.
  if (part === 'outcomes') return true;
  await sql`set local lock_timeout = '500ms'`.execute(trx);
  await sql`lock table ${sql.table(tableOf(part, month))} in share mode`.execute(trx);
  return true;
};

/** Drops a month whose sums were added in this transaction. Throws what `isLockedOut` knows when somebody reads it for long. */
export const dropMonth = async (trx: Db, part: EndingPart, month: string): Promise<void> => {
  await sql`select drop_month(${wholes[part]}, ${month})`.execute(trx);
};
