import { type AudienceRule, emptyAudienceRule } from '@endcap/contract/audience';
import { afterQuiet } from '@endcap/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import { createYield } from '../../../platform/in-slices.ts';
import type { DbOf } from '../../../tables.ts';
import { readQuietHours } from '../../settings/index.ts';
import { freezeAudiences } from './freeze-audience.repository.ts';
import { audienceColumns } from './frozen-audience.ts';
import { mayBeAccepted } from '../fan-out-conditions.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;
type PlansDb = Parameters<typeof freezeAudiences>[0] & DbOf<'fanOutPlan' | 'notification' | 'settings'>;

/**
 * Real notifications that go out after one instant and until another, if given, with their time, the store of a store's own send, and a
 * flag for safety messages.
 */
export const goingOut = (from: RawBuilder<Date>, until?: RawBuilder<Date>): RawBuilder<unknown> => sql`(
  select id as notification_id, created_at as at, store_id, safety from notification
  where created_at > ${from} ${until ? sql`and created_at <= ${until}` : sql``} and not is_test)`;

/** Audience of a send: seconds since 1970, everyone, selected stores, store whose subscribers get it; if it is a safety message. */
export type RecentSend = [at: number, everyone: boolean, storeIds: string[], subscribedStoreId: string | null, safety?: boolean];

/** Parses `1795600000 ID`, with `safety` appended for a safety message. JSON would cost several times as much for thousands of sends. */
const ownSendOf = (text: string): RecentSend => {
  const [at, storeId = '', safety] = text.split(' ');
  return [Number(at), false, [], storeId, safety !== undefined];
};

/** Audiences of the sends between two instants, each with its second. Sends that no phone accepted are left out. */
export const recentSends = async (db: Db, from: Date, until: Date): Promise<RecentSend[]> => {
  const at = sql`floor(extract(epoch from s.at))::bigint`;
  const { rows } = await sql<{ own: string | null; wide: string | null }>`
    select string_agg(${at} || ' ' || f.subscribed_store_id || case when s.safety then ' safety' else '' end, ',') as own,
      json_agg(json_build_array(${at}, f.everyone, f.store_ids, null, s.safety)) filter (where f.subscribed_store_id is null)::text as wide
    from ${goingOut(sql`${from}::timestamptz`, sql`${until}::timestamptz`)} s join fan_out f on f.notification_id = s.notification_id
    where ${mayBeAccepted('f')}`.execute(db);
  const { own, wide } = rows[0] ?? {};
  return [...(own?.split(',').map(ownSendOf) ?? []), ...(JSON.parse(wide ?? '[]') as RecentSend[])];
};

export type PlannedSend = { notificationId: string; send: RecentSend };

/**
 * Returns the audiences of plans that start by themselves between two instants, as if they started now. A store's own send goes to its
 * subscribers. The stores for head office's plans are queried once for all plans.
 */
export const plannedSends = async (db: PlansDb, from: Date, until: Date): Promise<PlannedSend[]> => {
  const { rows } = await sql<{ plans: string | null }>`
    select json_agg(json_build_array(p.notification_id, extract(epoch from p.starts_at), n.store_id, case when n.store_id is null then json_build_object(
      'includeStoreType', n.include_store_type, 'includeStores', n.include_stores, 'excludeStores', n.exclude_stores,
      'includeStoreGroups', n.include_store_groups, 'excludeStoreGroups', n.exclude_store_groups) end))::text as plans
    from fan_out_plan p join notification n on n.id = p.notification_id
    where p.starts_at > ${from} and p.starts_at <= ${until} and p.waits_for is null and p.incarnation = (select incarnation())`.execute(db);
  const plans = JSON.parse(rows[0]?.plans ?? '[]') as [id: string, at: number, storeId: string | null, rule: AudienceRule | null][];
  const hours = plans.length > 0 ? await readQuietHours(db) : null;
  const [freeze, turn] = [freezeAudiences(db), createYield()];
  const sends: PlannedSend[] = [];
  for (const [notificationId, at, storeId, rule] of plans) {
    if (afterQuiet(new Date(at * 1000), hours) !== null) continue;
    const audience = await freeze({ rule: rule ?? emptyAudienceRule, storeId, isTest: false });
    const { everyone, storeIds, subscribedStoreId } = audienceColumns(audience);
    sends.push({ notificationId, send: [at, everyone, storeIds, subscribedStoreId] });
    await turn();
  }
  return sends;
};
