import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isOpen } from './fan-out-is.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'fanOutPlan' | 'pushProject' | 'sendApproval'>;

/** How sending stands for all workers together; seconds are 0 where there is nothing to count from. */
type DeliveryFacts = {
  /** Fan-outs that somebody is still to get: those that go, and the others by why they are paused. */
  open: Record<string, number>;
  /** Sends that start later: those that will, and the others by why they wait for a person. */
  plans: Record<string, number>;
  /** For how long a plan that starts by itself has been due. */
  planDue: number;
  /** Since when the oldest chunk that is not paused could have been sent. */
  oldestOpen: number;
  /** Since when the push service has not answered. */
  pushDown: number;
  /** How long the push service still wants silence. */
  pushHeld: number;
};

const seconds = (instant: string) => sql.raw(`extract(epoch from clock_timestamp() - ${instant})::float8`);

/** Read by the indexes of what is open, so it costs the same however much was sent before. */
export const readDeliveryFacts = async (db: Db): Promise<DeliveryFacts> => {
  const standing = sql<{ standing: string; count: number; oldest: number }>`
    select coalesce(f.pause_reason, 'going') as standing, count(*)::int as count, coalesce(max(${seconds('since')}), 0) as oldest
    from fan_out f, lateral (select case when f.state in ('expanding', 'gathering') then f.created_at
      else (select min(c.retry_at) from fan_out_chunk c where c.notification_id = f.notification_id and c.pending > 0) end as since) chunk
    where ${isOpen('f')} group by 1`.execute(db);
  const project = sql<{ down: number; held: number }>`
    select coalesce(max(${seconds('down_since')}), 0) as down,
      coalesce(max(-${seconds('held_until')}) filter (where held_until > clock_timestamp()), 0) as held from push_project`.execute(db);
  const planned = sql<{ standing: string; count: number; due: number }>`
    select case
        -- It was due and needed no approval when it was planned: nobody looks for it where approvals wait.
        when waits_for = 'approval' and exists (select from send_approval a where a.notification_id = p.notification_id and a.at_start) then 'heldForApproval'
        else coalesce(waits_for, case when incarnation <> incarnation() then 'restored' else 'planned' end) end as standing, count(*)::int as count,
      max(${seconds('starts_at')}) as due from fan_out_plan p group by 1`.execute(db);
  const [{ rows }, { rows: projects }, { rows: plans }] = await Promise.all([standing, project, planned]);
  return {
    open: { going: 0, ...Object.fromEntries(rows.map(({ standing: state, count }) => [state, count])) },
    oldestOpen: Math.max(0, ...rows.filter(({ standing: state }) => state === 'going').map(({ oldest }) => oldest)),
    plans: { planned: 0, ...Object.fromEntries(plans.map(({ standing: state, count }) => [state, count])) },
    planDue: Math.max(0, ...plans.filter(({ standing: state }) => state === 'planned').map(({ due }) => due)),
    pushDown: projects[0]?.down ?? 0,
    pushHeld: projects[0]?.held ?? 0,
  };
};
