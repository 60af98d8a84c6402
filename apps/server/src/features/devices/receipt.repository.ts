import type { InboxItem } from '@endcap/contract/devices';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../tables.ts';
import { instantOf } from '../entities/index.ts';

const INBOX_AT_MOST = 200;

// A wave that is under way has reached phones before its outcome is written, so a leased chunk counts as sent.
const wasSentTo = (notificationId: RawBuilder<unknown>, seq: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from (
    select devices, outcomes, lease_until from fan_out_chunk
    where notification_id = ${notificationId} and first_device <= ${seq}
    order by first_device desc limit 1
  ) chunk, array_position(chunk.devices, ${seq}::bigint) place
  where place is not null
    and (get_byte(chunk.outcomes, place - 1) = 1
      or (chunk.lease_until is not null and (get_byte(chunk.outcomes, place - 1) = 0 or get_byte(chunk.outcomes, place - 1) >= 128))))`;

/** Notes delivery or opening, once per device; opening implies delivery. False when it was not sent to this device. */
export const noteReceipt = async (db: Db, notificationId: string, seq: number, event: { at: Date; opened: boolean }): Promise<boolean> => {
  const openedAt = event.opened ? event.at : null;
  const { rows } = await sql`
    insert into notification_receipt (notification_id, device_seq, delivered_at, opened_at)
    select id, ${seq}, ${event.at}, ${openedAt} from notification
    where id = ${notificationId} and ${wasSentTo(sql`${notificationId}`, seq)}
    on conflict (notification_id, device_seq) do update
      set delivered_at = coalesce(notification_receipt.delivered_at, excluded.delivered_at),
          opened_at = coalesce(notification_receipt.opened_at, excluded.opened_at)
    returning 1`.execute(db);
  return rows.length > 0;
};

export type InboxRow = Omit<InboxItem, 'image'> & { image: string | null };

/**
 * Sent to this device and still valid, newest first (APP-10). What it can have been sent is found by the stores that it subscribes
 * to or did once, by "everyone or targeted", and by being a test phone; what it was sent, the chunks know (decision 31).
 */
export const inboxOf = async (db: Db, seq: number, now: Date): Promise<InboxRow[]> => {
  const columns = sql`n.id, n.title, n.content, n.url, n.image, n.created_at, n.valid_until`;
  // One value, because reading many rows costs several times as much as parsing one.
  const { rows } = await sql<{ items: InboxRow[] }>`/* prepared: inbox */
    select coalesce(json_agg(json_build_object('_id', id, 'title', title, 'content', content, 'url', url, 'image', image,
      'sentAt', ${instantOf(sql`created_at`)}, 'validUntil', ${instantOf(sql`valid_until`)}) order by created_at desc, id desc), '[]') as items
    from (
      select * from (
        select ${columns} from (
          select store_id from device_subscription where device_seq = ${seq}
          union select store_id from device_former_subscription where device_seq = ${seq}
        ) own join notification n on n.store_id = own.store_id and not n.is_test and n.valid_until > ${now}
        union all
        select ${columns} from notification n where n.store_id is null and not n.is_test and n.valid_until > ${now}
        union all
        select ${columns} from notification n where n.is_test and n.valid_until > ${now} and (select is_tester from device where seq = ${seq})
        order by created_at desc, id desc offset 0
      ) candidate
      where ${wasSentTo(sql`candidate.id`, seq)}
      order by created_at desc, id desc limit ${INBOX_AT_MOST}
    ) inbox`.execute(db);
  return rows[0]?.items ?? [];
};
