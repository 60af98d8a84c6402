import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isGoing, isUnfinished } from './fan-out-is.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'pushProject'>;

/** How sending stands for all workers together; seconds are 0 where there is nothing to count from. */
type DeliveryFacts = {
  /** Fan-outs that somebody is still to get: those that go, and the others by why they are paused. */
  open: Record<string, number>;
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
    from fan_out f, lateral (select case when f.state = 'expanding' then f.created_at
      else (select min(c.retry_at) from fan_out_chunk c where c.notification_id = f.notification_id and c.pending > 0) end as since) chunk
    where ${isUnfinished('f')} and ${isGoing('f')} group by 1`.execute(db);
  const project = sql<{ down: number; held: number }>`
    select coalesce(max(${seconds('down_since')}), 0) as down,
      coalesce(max(-${seconds('held_until')}) filter (where held_until > clock_timestamp()), 0) as held from push_project`.execute(db);
  const [{ rows }, { rows: projects }] = await Promise.all([standing, project]);
  return {
    open: { going: 0, ...Object.fromEntries(rows.map(({ standing: state, count }) => [state, count])) },
    oldestOpen: Math.max(0, ...rows.filter(({ standing: state }) => state === 'going').map(({ oldest }) => oldest)),
    pushDown: projects[0]?.down ?? 0,
    pushHeld: projects[0]?.held ?? 0,
  };
};
