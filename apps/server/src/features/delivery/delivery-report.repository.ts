import type { FailureReason } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type DeliveryReport = {
  details: { successful: number; remaining: number; failed: number; converted: number } | null;
  failures: { reason: FailureReason; count: number }[];
  notificationIds: string[];
};

/**
 * Sums over the chunk rows: at every instant successful + remaining + failed is the audience. Null details until the
 * audience is complete: counts of half an audience would mislead.
 */
export const readDeliveryReport = async (db: Db, notificationId: string): Promise<DeliveryReport> => {
  const { rows } = await sql<{
    state: string | null;
    devices: number;
    successful: number;
    remaining: number;
    failed: number;
    converted: number;
    failedBy: Partial<Record<FailureReason, number>>;
    ids: string[];
  }>`
    with chunk as (select * from fan_out_chunk where notification_id = ${notificationId})
    select (select state from fan_out where notification_id = ${notificationId}) as state,
      coalesce(sum(pending + successful + failed), 0)::int as devices,
      coalesce(sum(successful), 0)::int as successful,
      coalesce(sum(pending), 0)::int as remaining,
      coalesce(sum(failed), 0)::int as failed,
      (select count(*)::int from notification_receipt where notification_id = ${notificationId} and opened_at is not null) as converted,
      (select coalesce(jsonb_object_agg(key, total), '{}') from (
        select key, sum(value::int) as total from chunk c, jsonb_each_text(c.failed_by) group by key) by_reason) as failed_by,
      array(select message_id from chunk where message_id is not null order by no limit 100) as ids
    from chunk`.execute(db);
  const row = rows[0];
  if (!row?.state) return { details: null, failures: [], notificationIds: [] };
  const { successful, remaining, failed, converted } = row;
  const failures = Object.entries(row.failedBy).map(([reason, count]) => ({ reason: reason as FailureReason, count: Number(count) }));
  return {
    details: row.state === 'expanding' || row.devices === 0 ? null : { successful, remaining, failed, converted },
    failures: failures.sort((a, b) => b.count - a.count),
    notificationIds: row.ids,
  };
};
