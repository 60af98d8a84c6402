import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'notificationReceipt' | 'device' | 'pastReceipt' | 'pastOpeningHour' | 'pastOpeningStore' | 'notification'>;

/** Receipts to delete: of a gone device, or of locked notifications, except those that another transaction is deleting. */
export type Ending = { deviceSeq: number } | { notificationIds: readonly string[] };

/** Adds the receipts that `ended` returns to the sums of their notifications, locking the sums in a fixed order. Returns their number. */
const addToSums = async (trx: Db, ended: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ ended: number }>`
    with ended as materialized (${ended}), opening as materialized (
      select e.notification_id, date_trunc('hour', e.opened_at, 'UTC') as hour, coalesce(d.main_store_id, d.gone_store_id, '') as store_id
      from ended e join device d on d.seq = e.device_seq where e.opened_at is not null
    ), receipts as (
      insert into past_receipt as past select notification_id, count(delivered_at), count(opened_at) from ended group by 1 order by 1
      on conflict (notification_id) do update set delivered = past.delivered + excluded.delivered, opened = past.opened + excluded.opened
    ), hours as (
      insert into past_opening_hour as past select notification_id, hour, count(*) from opening group by 1, 2 order by 1, 2
      on conflict (notification_id, hour) do update set opened = past.opened + excluded.opened
    ), stores as (
      insert into past_opening_store as past select notification_id, store_id, count(*) from opening group by 1, 2 order by 1, 2
      on conflict (notification_id, store_id) do update set opened = past.opened + excluded.opened
    ) select count(*)::int as ended from ended`.execute(trx);
  return rows[0]?.ended ?? 0;
};
const receiptColumns = sql`r.notification_id, r.device_seq, r.delivered_at, r.opened_at`;

/**
 * Ends up to `atMost` receipts. Adds them to the sums of their notifications in the same statement, so that each receipt is counted once.
 * The receipts of a device wait up to a second while a whole month is being ended; then an error is thrown that `isLockedOut` recognises.
 * Returns the number of receipts.
 */
export const endReceipts = async (trx: Db, ending: Ending, atMost: number): Promise<number> => {
  if ('deviceSeq' in ending) await sql`set local lock_timeout = '1s'`.execute(trx);
  // Of notifications the parts of their months alone are locked.
  const [theirs, others] =
    'deviceSeq' in ending
      ? [sql`r.device_seq = ${ending.deviceSeq}`, sql``]
      : [sql`r.notification_id = any(${[...ending.notificationIds]}::text[])`, sql`skip locked`];
  return addToSums(
    trx,
    sql`with one as materialized (
        select notification_id, device_seq from notification_receipt r where ${theirs} limit ${atMost} for update ${others}
      ) delete from notification_receipt r using one where ${theirs} and r.notification_id = one.notification_id and r.device_seq = one.device_seq
      returning ${receiptColumns}`,
  );
};

/** Sums the receipts in some blocks of a month's table and returns their number. The caller drops the table with it (OPS-06). */
export const sumReceipts = (trx: Db, table: string, { from, to }: { from: number; to: number }): Promise<number> =>
  addToSums(
    trx,
    sql`select ${receiptColumns} from ${sql.table(table)} r where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid`,
  );

/** Returns the number of blocks of a table. */
export const blocksOf = async (trx: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as blocks`.execute(trx);
  return rows[0]?.blocks ?? 0;
};
