import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'notificationReceipt' | 'pastOpeningHour' | 'pastOpeningStore' | 'device' | 'notification'>;

export type OpensOfHour = { hour: Date; opened: number };
export type OpensOfStore = { storeId: string | null; opened: number };

/**
 * Counts openings per hour and per store in one query, so that both lists agree. Includes openings whose receipts were deleted. Stores with
 * most openings come first.
 */
export const opensOf = async (db: Db, notificationId: string): Promise<{ hours: OpensOfHour[]; stores: OpensOfStore[] }> => {
  const { rows } = await sql<{ hour: Date; storeId: string | null; ofStore: boolean; opened: number }>`
    select hour, store_id, of_store, sum(opened)::int as opened
    from (
      select hour, store_id, grouping(hour) = 1 as of_store, count(*) as opened
      from (
        select date_trunc('hour', r.opened_at, 'UTC') as hour, coalesce(d.main_store_id, d.gone_store_id) as store_id
        from notification_receipt r join device d on d.seq = r.device_seq
        where r.notification_id = ${notificationId} and r.opened_at is not null
      ) opening
      group by grouping sets ((hour), (store_id))
      union all select hour, null, false, opened from past_opening_hour where notification_id = ${notificationId}
      union all select null, nullif(store_id, ''), true, opened from past_opening_store where notification_id = ${notificationId}
    ) counted
    group by hour, store_id, of_store
    order by hour, opened desc, store_id`.execute(db);
  const { hours = [], stores = [] } = Object.groupBy(rows, ({ ofStore }) => (ofStore ? 'stores' : 'hours'));
  return { hours, stores };
};

export const sentAt = async (db: Db, notificationId: string): Promise<Date> =>
  (await db.selectFrom('notification').where('id', '=', notificationId).select('createdAt').executeTakeFirstOrThrow()).createdAt;

/**
 * Counts the devices that had opened a notification at each instant. Openings whose receipts were deleted are counted by the hour; null for
 * an instant within such an hour.
 */
export const openedBefore = async (db: Db, notificationId: string, instants: readonly string[]): Promise<(number | null)[]> => {
  if (instants.length === 0) return [];
  const { rows } = await sql<{ opened: number | null }>`
    select case when not exists (
        select from past_opening_hour p where p.notification_id = ${notificationId} and p.hour = date_trunc('hour', its.at, 'UTC')) then
      (select count(*) from notification_receipt r where r.notification_id = ${notificationId} and r.opened_at < its.at)::int
      + (select coalesce(sum(p.opened), 0) from past_opening_hour p where p.notification_id = ${notificationId} and p.hour < its.at)::int
    end as opened
    from unnest(${[...instants]}::timestamptz[]) with ordinality its (at, n) order by its.n`.execute(db);
  return rows.map(({ opened }) => opened);
};
