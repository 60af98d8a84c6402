import { afterQuiet, type QuietHours, type WaitingSends } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'askedCorrection' | 'fanOutPlan' | 'notification' | 'sendApproval'>;

type WaitingFilter = { scope: string | null; approver: string | null; hours: QuietHours | null };
type Waiting = Omit<WaitingSends, 'approvals'> & { toApprove: number };

/**
 * Counts the plans and corrections that wait for people in a scope (null: every scope). A plan counts if its row has a reason to wait, if
 * the database is a restored copy, or if quiet hours set since rule out its start (PLAN-03, CARE-03). A correction counts until its message
 * ends (E-03).
 * `toApprove`: approvals to decide; `unapproved`: those that `approver` may decide (null: none).
 */
export const countWaiting = async (db: Db, { scope, approver, hours }: WaitingFilter): Promise<Waiting> => {
  const { rows } = await sql<Waiting & { starts: string[] }>`
    with corrections as (
      select count(*)::int as waiting, count(*) filter (where c.asked_by <> ${approver}::text)::int as unapproved
      from asked_correction c join notification n on n.id = c.notification_id
      where c.decided_by is null and n.valid_until > clock_timestamp() and (${scope}::text is null or n.store_id = ${scope}))
    select count(*) filter (where waits and not asks)::int as overdue,
      count(*) filter (where asks)::int + (select waiting from corrections) as to_approve,
      count(*) filter (where asks and a.author <> ${approver}::text and a.asked_by <> ${approver}::text)::int
        + (select unapproved from corrections) as unapproved,
      coalesce(json_agg(p.starts_at) filter (where not waits), '[]') as starts
    from fan_out_plan p join notification n on n.id = p.notification_id left join send_approval a on a.notification_id = p.notification_id,
      lateral (select p.waits_for is not null or p.incarnation <> (select incarnation()) as waits, p.waits_for is not distinct from 'approval' as asks) s
    where (waits or ${hours !== null}) and (${scope}::text is null or n.store_id = ${scope})`.execute(db);
  const { starts, overdue, ...approvals } = rows[0] ?? { overdue: 0, unapproved: 0, toApprove: 0, starts: [] };
  return { ...approvals, overdue: overdue + starts.filter((at) => afterQuiet(at, hours) !== null).length };
};
