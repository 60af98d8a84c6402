import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'fanOutChunk' | 'pastChunk'>;

/**
 * Ends so many chunks at most of notifications whose sending is over; what they say together is added to their sums in the same statement, so that
 * whoever counts sees each outcome once. Returns how many.
 */
export const endChunks = async (trx: Db, notificationIds: readonly string[], atMost: number): Promise<number> => {
  const { rows } = await sql<{ ended: number }>`
    with one as materialized (
      select notification_id, no from fan_out_chunk where notification_id = any(${[...notificationIds]}::text[]) and pending = 0
      order by notification_id, no limit ${atMost} for update
    ), ended as materialized (
      delete from fan_out_chunk c using one where c.notification_id = one.notification_id and c.no = one.no
      returning c.notification_id, c.no, c.successful, c.failed, c.failed_by, c.message_id
    ), reason as materialized (
      select notification_id, key, sum(value::int) as total from ended, jsonb_each_text(failed_by) group by 1, 2
    ), summed as (
      insert into past_chunk as past (notification_id, successful, failed, failed_by, message_ids)
      select notification_id, sum(successful), sum(failed),
        coalesce((select jsonb_object_agg(key, total) from reason r where r.notification_id = e.notification_id), '{}'),
        coalesce((array_agg(message_id order by no) filter (where message_id is not null))[1:100], '{}')
      from ended e group by 1 order by 1
      on conflict (notification_id) do update set successful = past.successful + excluded.successful, failed = past.failed + excluded.failed,
        failed_by = (select coalesce(jsonb_object_agg(key, total), '{}') from (
          select key, sum(value::int) as total
          from (select * from jsonb_each_text(past.failed_by) union all select * from jsonb_each_text(excluded.failed_by)) both_of group by key) by_reason),
        message_ids = (past.message_ids || excluded.message_ids)[1:100]
    ) select count(*)::int as ended from ended`.execute(trx);
  return rows[0]?.ended ?? 0;
};
