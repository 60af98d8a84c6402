import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'notificationReceipt' | 'device' | 'pastReceipt' | 'pastOpeningHour' | 'pastOpeningStore' | 'notification'>;

/** Whose receipts end: those of a device that is gone, or of notifications that are held, as far as nobody else is ending them. */
export type Ending = { deviceSeq: number } | { notificationIds: readonly string[] };

/**
 * Ends so many receipts at most; what they say is added to the sums of their notifications in the same statement, so that whoever counts sees
 * every one of them once. Rows of sums are taken in one order by all. Returns how many.
 */
export const endReceipts = async (trx: Db, ending: Ending, atMost: number): Promise<number> => {
  const which =
    'deviceSeq' in ending
      ? sql`device_seq = ${ending.deviceSeq} limit ${atMost} for update`
      : sql`notification_id = any(${[...ending.notificationIds]}::text[]) limit ${atMost} for update skip locked`;
  const { rows } = await sql<{ ended: number }>`
    with one as materialized (select notification_id, device_seq from notification_receipt where ${which}),
    ended as materialized (
      delete from notification_receipt r using one
      where r.notification_id = one.notification_id and r.device_seq = one.device_seq
      returning r.notification_id, r.device_seq, r.delivered_at, r.opened_at
    ), opening as materialized (
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
