import type { EarlierSubscriptions } from '@endcap/contract/stores';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { subscriptionsOfDay } from './store.repository.ts';

type Db = DbOf<'store' | 'device' | 'deviceSubscription' | 'storeGroup' | 'storeGroupMember' | 'storeSubscriptionDay'>;

/** Records the current subscriptions of every store for a day. Returns false if the day is recorded or another process is doing it. */
export const noteDay = async (db: Db, day: string): Promise<boolean> => {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('store_subscription_day', 0))
      and not exists (select from store_subscription_day where day = ${day}::date) as free`.execute(db);
  if (!rows[0]?.free) return false;
  await db
    .insertInto('storeSubscriptionDay')
    .columns(['day', 'storeId', 'main', 'notifications'])
    .expression(subscriptionsOfDay(db, day))
    .execute();
  return true;
};

/** Returns the first recorded day since `from`, with the subscriptions of each store. */
export const subscriptionsSince = async (db: Db, from: string): Promise<EarlierSubscriptions> => {
  const { rows } = await sql<{ day: string; _id: string; main: number; notifications: number }>`
    select day::text, store_id as _id, main, notifications from store_subscription_day
    where day = (select min(day) from store_subscription_day where day >= ${from}::date)`.execute(db);
  const day = rows[0]?.day ?? null;
  return { day, isWhole: day === from, stores: rows.map(({ day: _day, ...store }) => store) };
};
