import type { WaitingSends } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'fanOutPlan' | 'notification' | 'sendApproval'>;

type Waiting = Omit<WaitingSends, 'approvals'> & { toApprove: number };

/**
 * What waits for people in a scope (null: all of them), by the few plans that wait for anything. `toApprove`: whoever may; `unapproved`: what
 * `approver` may (null: nothing).
 */
export const countWaiting = async (db: Db, scope: string | null, approver: string | null): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`
    select count(*) filter (where p.waits_for <> 'approval')::int as overdue, count(*) filter (where p.waits_for = 'approval')::int as to_approve,
      count(*) filter (where p.waits_for = 'approval' and a.author <> ${approver}::text and a.asked_by <> ${approver}::text)::int as unapproved
    from fan_out_plan p join notification n on n.id = p.notification_id left join send_approval a on a.notification_id = p.notification_id
    where p.waits_for is not null and (${scope}::text is null or n.store_id = ${scope})`.execute(db);
  return rows[0] ?? { overdue: 0, unapproved: 0, toApprove: 0 };
};
