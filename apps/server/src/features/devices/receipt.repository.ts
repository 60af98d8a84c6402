import type { InboxItem } from '@endcap/contract/devices';
import { sql } from 'kysely';
import { monthOf } from '../../platform/ids.ts';
import type { DbOf } from '../../tables.ts';
import { wasSentTo } from '../delivery/index.ts';
import { isHere } from './gone-device.repository.ts';

type Db = DbOf<'device' | 'deviceFormerSubscription' | 'deviceSubscription' | 'notificationReceipt' | 'notification'>;

const INBOX_AT_MOST = 200;

/**
 * Records delivery or opening, once per device; opening implies delivery. Returns false if the notification was not sent to this device.
 * Locks both rows, so that no receipt is added for an erased device or for a notification whose receipts have ended (decision 73).
 */
export const noteReceipt = async (db: Db, notificationId: string, seq: number, event: { at: Date; opened: boolean }): Promise<boolean> => {
  const openedAt = event.opened ? event.at : null;
  const { rows } = await sql`
    insert into notification_receipt (notification_id, device_seq, delivered_at, opened_at)
    select n.id, device.seq, ${event.at}, ${openedAt} from notification n, device
    where n.id = ${notificationId} and n.receipts_ended_at is null and device.seq = ${seq} and ${isHere('device')}
      and ${wasSentTo(sql`${notificationId}`, sql`${seq}::bigint`)}
    for key share of n, device
    on conflict (notification_id, device_seq) do update
      set delivered_at = coalesce(notification_receipt.delivered_at, excluded.delivered_at),
          opened_at = coalesce(notification_receipt.opened_at, excluded.opened_at)
    returning 1`.execute(db);
  return rows.length > 0;
};

/** Instants are written as the database does, with an offset and up to six digits of a second. */
export type InboxRow = Omit<InboxItem, 'image' | 'safety'> & { image: string | null; safety: boolean };

/**
 * Returns an id below which no notification is valid, now or after later sends. It limits queries to recent months: planning a query for
 * every stored month costs more than running it.
 */
export const firstOfInboxes = async (db: Db, now: Date): Promise<string> => {
  // No clock is a month behind, so ids of the previous month are early enough.
  const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)));
  const { rows } = await sql<{
    first: string;
  }>`select least(min(id), ${`0${month}`}) as first from notification where valid_until > ${now}`.execute(db);
  return rows[0]?.first ?? '';
};

/**
 * Returns the notifications sent to each of these devices that are still valid, newest first (APP-10). Candidates are found by the current
 * and former stores of a device, by "everyone or targeted", and by being a test phone. Of these, the chunks contain which were sent to it
 * (decision 31). `from`: see `firstOfInboxes`.
 */
export const inboxesOf = async (db: Db, seqs: readonly number[], now: Date, from: string): Promise<Map<number, InboxRow[]>> => {
  const columns = sql`n.id as _id, n.title, n.content, n.url, n.image, n.created_at as "sentAt", n.valid_until as "validUntil", n.safety`;
  const isValid = sql`n.valid_until > ${now} and n.recalled_at is null`;
  // Returns one JSON value per device, because reading many rows costs several times as much as parsing one value. It contains whole
  // rows, because naming each field and formatting each instant costs the database more than finding them.
  const { rows } = await sql<{ seq: number; items: InboxRow[] }>`/* prepared: inboxes */
    select phone.seq, (
      select coalesce(json_agg(inbox order by "sentAt" desc, _id desc), '[]')
      from (
        select * from (
          select sent.* from (
            select store_id from device_subscription where device_seq = phone.seq
            union select store_id from device_former_subscription where device_seq = phone.seq
          ) own cross join lateral (
            -- Each store by itself: a plan for stores in general reads the whole table.
            select ${columns} from notification n where n.store_id = own.store_id and not n.is_test and ${isValid} offset 0
          ) sent
          union all
          select ${columns} from notification n where n.store_id is null and not n.is_test and ${isValid}
          union all
          select ${columns} from notification n where n.is_test and ${isValid} and (select is_tester from device where seq = phone.seq)
          order by "sentAt" desc, _id desc offset 0
        ) candidate
        where ${wasSentTo(sql`candidate._id`, sql`phone.seq`, from)}
        order by "sentAt" desc, _id desc limit ${INBOX_AT_MOST}
      ) inbox
    ) as items
    from unnest(${[...seqs]}::bigint[]) phone(seq)`.execute(db);
  return new Map(rows.map(({ seq, items }) => [seq, items]));
};
