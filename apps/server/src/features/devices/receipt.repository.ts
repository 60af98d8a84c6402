import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../tables.ts';

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

/** Sent to this device and still valid, newest first (APP-10). */
export const inboxOf = (db: Db, seq: number, now: Date) =>
  db
    .selectFrom('notification')
    .where('validUntil', '>', now)
    .where(wasSentTo(sql`notification.id`, seq))
    .select(['id as _id', 'title', 'content', 'url', 'image', 'createdAt', 'validUntil'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
