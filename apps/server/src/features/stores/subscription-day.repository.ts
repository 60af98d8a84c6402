import type { EarlierSubscriptions } from '@endcap/contract/stores';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { subscriptionsOfDay } from './store.repository.ts';

type Db = DbOf<'store' | 'device' | 'deviceSubscription' | 'storeGroup' | 'storeGroupMember' | 'storeSubscriptionDay'>;

/** Notes what every store has now as what it had on a day. False: that day is noted, or somebody else is at it. */
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

/** The first day since `from` that is noted, with what each store had then. */
export const subscriptionsSince = async (db: Db, from: string): Promise<EarlierSubscriptions> => {
  const { rows } = await sql<{ day: string; _id: string; main: number; notifications: number }>`
    select day::text, store_id as _id, main, notifications from store_subscription_day
    where day = (select min(day) from store_subscription_day where day >= ${from}::date)`.execute(db);
  const day = rows[0]?.day ?? null;
  return { day, isWhole: day === from, stores: rows.map(({ day: _day, ...store }) => store) };
};
