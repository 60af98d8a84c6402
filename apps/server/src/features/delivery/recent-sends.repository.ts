import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { hasChunk, isEnded, isUnfinished } from './fan-out-is.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** Real notifications that go out after an instant and until another, if any, with when each does. Whatever else will be sent joins here. */
export const goingOut = (from: RawBuilder<Date>, until?: RawBuilder<Date>): RawBuilder<unknown> => sql`(
  select id as notification_id, created_at as at from notification
  where created_at > ${from} ${until ? sql`and created_at <= ${until}` : sql``} and not is_test)`;

/** Whom a send went to: seconds since 1970, everyone, the stores that were chosen, the store whose own it was. */
export type RecentSend = [at: number, everyone: boolean, storeIds: string[], subscribedStoreId: string | null];

/** Whom sends between two instants went to, without those that ended before anybody got them. One text: reading thousands of rows costs several times as much. */
export const recentSends = async (db: Db, from: Date, until: Date): Promise<RecentSend[]> => {
  const { rows } = await sql<{ sends: string | null }>`
    select json_agg(json_build_array(extract(epoch from s.at), f.everyone, f.store_ids, f.subscribed_store_id))::text as sends
    from ${goingOut(sql`${from}::timestamptz`, sql`${until}::timestamptz`)} s join fan_out f on f.notification_id = s.notification_id
    where not (${isEnded('f')} and not ${isUnfinished('f')} and not ${hasChunk(sql`c.successful > 0`, 'f')})`.execute(db);
  return JSON.parse(rows[0]?.sends ?? '[]') as RecentSend[];
};
