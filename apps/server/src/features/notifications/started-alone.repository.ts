import type { AudienceRule } from '@endcap/contract/audience';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { audienceOf, type FrozenAudience, freezeAudiences } from '../delivery/index.ts';

type Db = DbOf<
  'fanOut' | 'fanOutPlan' | 'notification' | 'sendApproval' | 'store' | 'storeGroup' | 'storeGroupMember' | 'contentChange' | 'changedRow'
>;

/** A person who starts a send at an instant; `id`: the notification, null while it is new. */
export type Starter = { person: string; at: Date; id: string | null };

const HOURS = 24;

/** Serializes the sends of one person until their transactions end, so that each counts those before it. */
export const lockSendsOf = (db: DbOf<'fanOut'>, person: string) =>
  sql`select pg_advisory_xact_lock(hashtext('endcap approval'), hashtext(${person}))`.execute(db);

/** Matches a notification `n` that the rule of approval applies to and that was not approved. */
const isAlone = sql`not n.is_test and not n.safety
  and not exists (select from send_approval a where a.notification_id = n.id and a.decision = 'approved')`;

type Frozen = Parameters<typeof audienceOf>[0];
type Plan = AudienceRule & { storeId: string | null };

/**
 * Returns the audiences of what a person started within 24 hours before an instant, or planned for that time, without approval (E-04).
 * Plans that wait for an approval or another decision are left out, because they are checked when they start.
 */
export const startedAlone = async (db: Db, { person, at, id }: Starter): Promise<FrozenAudience[]> => {
  const since = sql`${at}::timestamptz - make_interval(hours => ${HOURS})`;
  const { rows: sends } = await sql<Frozen>`
    select f.everyone, f.testers_only, f.store_ids, f.subscribed_store_id from fan_out f join notification n on n.id = f.notification_id
    where f.kind = 'send' and f.created_at > ${since} and f.notification_id is distinct from ${id}::text
      and coalesce(f.started_by, n.created_by) = ${person} and ${isAlone}`.execute(db);
  const { rows: plans } = await sql<Plan>`
    select n.store_id, n.include_store_type, n.include_stores, n.exclude_stores, n.include_store_groups, n.exclude_store_groups
    from fan_out_plan p join notification n on n.id = p.notification_id
    where p.waits_for is null and p.starts_at > ${since} and p.starts_at <= ${at} and p.notification_id is distinct from ${id}::text
      and coalesce(p.planned_by, n.updated_by) = ${person} and ${isAlone}`.execute(db);
  const freeze = freezeAudiences(db);
  const planned = await Promise.all(plans.map(({ storeId, ...rule }) => freeze({ rule, storeId, isTest: false })));
  return [...sends.map((send) => audienceOf(send)), ...planned];
};
