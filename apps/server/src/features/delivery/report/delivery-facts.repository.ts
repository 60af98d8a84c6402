import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { isOpen } from '../fan-out-conditions.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'fanOutPlan' | 'pushProject' | 'sendApproval'>;

/** Delivery state of all workers together. Durations are in seconds; 0 if there is nothing to measure. */
type DeliveryFacts = {
  /** Number of open fan-outs by reason of their pause; `going` counts those that are not paused. */
  open: Record<string, number>;
  /** Number of sends that start later by the reason that they wait for a person; `planned` counts those that start by themselves. */
  plans: Record<string, number>;
  /** Seconds since a plan that starts by itself was due. */
  planDue: number;
  /** Seconds since the oldest chunk that is not paused could have been sent. */
  oldestOpen: number;
  /** Seconds since the push service stopped answering. */
  pushDown: number;
  /** Seconds until the push service accepts requests again. */
  pushBlocked: number;
};

const seconds = (instant: string) => sql.raw(`extract(epoch from clock_timestamp() - ${instant})::float8`);

/** Reads only open rows through indexes, so the cost does not depend on the number of past sends. */
export const readDeliveryFacts = async (db: Db): Promise<DeliveryFacts> => {
  const open = sql<{ state: string; count: number; oldest: number }>`
    select coalesce(f.pause_reason, 'going') as state, count(*)::int as count, coalesce(max(${seconds('since')}), 0) as oldest
    from fan_out f, lateral (select case when f.state in ('expanding', 'gathering') then f.created_at
      else (select min(c.retry_at) from fan_out_chunk c where c.notification_id = f.notification_id and c.pending > 0) end as since) chunk
    where ${isOpen('f')} group by 1`.execute(db);
  const project = sql<{ down: number; blocked: number }>`
    select coalesce(max(${seconds('down_since')}), 0) as down,
      coalesce(max(-${seconds('held_until')}) filter (where held_until > clock_timestamp()), 0) as blocked from push_project`.execute(db);
  const planned = sql<{ state: string; count: number; due: number }>`
    select case
        -- It became due, and needed no approval when it was planned: nobody expects it among the requested approvals.
        when waits_for = 'approval' and exists (select from send_approval a where a.notification_id = p.notification_id and a.at_start) then 'heldForApproval'
        else coalesce(waits_for, case when incarnation <> incarnation() then 'restored' else 'planned' end) end as state, count(*)::int as count,
      max(${seconds('starts_at')}) as due from fan_out_plan p group by 1`.execute(db);
  const [{ rows }, { rows: projects }, { rows: plans }] = await Promise.all([open, project, planned]);
  return {
    open: { going: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) },
    oldestOpen: Math.max(0, ...rows.filter(({ state }) => state === 'going').map(({ oldest }) => oldest)),
    plans: { planned: 0, ...Object.fromEntries(plans.map(({ state, count }) => [state, count])) },
    planDue: Math.max(0, ...plans.filter(({ state }) => state === 'planned').map(({ due }) => due)),
    pushDown: projects[0]?.down ?? 0,
    pushBlocked: projects[0]?.blocked ?? 0,
  };
};
