import { sql } from 'kysely';
import type { Db, DbOf } from '../../../tables.ts';
import type { Endings } from '../endings.ts';
import {
  hasNoAcceptance,
  hasChunk,
  isDone,
  isEnded,
  isGathering,
  isOpenAs,
  isUnfinished,
  notificationOf,
  type Openness,
} from '../fan-out-conditions.repository.ts';

type FanOutDb = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** True while any fan-out is open. */
export const isAnyOpen = async (db: FanOutDb): Promise<boolean> => {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select 1 from fan_out where ${isUnfinished()} or ${isGathering()}) as is_open`.execute(db);
  return rows[0]?.isOpen ?? false;
};

/**
 * Safety messages first (CARE-05), then recalls, corrections and new sends; among equals a send
 * of one store before that of all (RECALL-03).
 */
const rank = sql<number>`case when n.safety then 0 else 6 end + case f.kind when 'recall' then 0 when 'correct' then 2 else 4 end + case when n.store_id is null then 1 else 0 end`;

/** Returns the fan-outs with a claimable chunk by rank, within a rank the oldest first. A paused one counts only if it is over. */
export const openFanOuts = async (
  db: FanOutDb,
  { evenIfWaiting = false, which = 'any' }: { evenIfWaiting?: boolean; which?: Openness } = {},
): Promise<string[][]> => {
  const { rows } = await sql<{ notificationId: string; rank: number }>`
    select f.notification_id, ${rank} as rank from fan_out f join notification n on n.id = ${notificationOf('f')}
    where ${isUnfinished('f')} and ${isOpenAs[which]}
      and ${hasChunk(
        sql`c.pending > 0 and (c.retry_at <= clock_timestamp() or ${evenIfWaiting} or ${isEnded('f')})
        and (c.lease_until is null or c.lease_until < clock_timestamp())`,
        'f',
      )}
    order by rank, f.created_at, f.notification_id`.execute(db);
  return [...Map.groupBy(rows, (row) => row.rank).values()].map((same) => same.map((row) => row.notificationId));
};

/** Marks fan-outs as finished if every device has an outcome. */
export const finishFanOuts = async (db: Db, endings: Endings): Promise<void> => {
  const { rows } = await sql<{ notificationId: string; nothingSent: boolean }>`
    update fan_out set finished_at = clock_timestamp(), state = case when state = 'sending' then 'finished' else state end,
      paused_at = null, paused_by = null, pause_reason = null
    where ${isUnfinished()} and ${isDone()}
    returning notification_id, ${hasNoAcceptance()} as nothing_sent`.execute(db);
  const unsent = rows.filter(({ nothingSent }) => nothingSent).map(({ notificationId }) => notificationId);
  if (unsent.length > 0) await endings.nothingSent(db, unsent);
};
