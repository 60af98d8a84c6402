import { restReasons } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { callWorkers } from './call-workers.repository.ts';
import { byteOf } from '../outcome.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** As a character class: `encode(…, 'escape')` leaves bytes below 127 as they are. */
const restBytes = `[${String.fromCharCode(...restReasons.map(byteOf))}]`;

/**
 * Reopens a stopped fan-out for the devices that have no outcome of their own (D-01). Afterwards it is an ordinary fan-out and survives
 * crashes like one. The devices that it addresses do not change.
 */
export const continueFanOut = async (db: Db, notificationId: string): Promise<'continued' | 'notStopped' | 'nothingLeft'> => {
  const fanOut = await db
    .selectFrom('fanOut')
    .where('notificationId', '=', notificationId)
    .where('state', '=', 'stopped')
    // Before that, workers still record the devices that were not reached.
    .where('finishedAt', 'is not', null)
    .forUpdate()
    .select('notificationId')
    .executeTakeFirst();
  if (!fanOut) return 'notStopped';
  const { rows } = await sql`
    update fan_out_chunk chunk set pending = pending + rest.phones, failed = failed - rest.phones, failed_by = failed_by - ${[...restReasons]}::text[],
      outcomes = decode(regexp_replace(encode(outcomes, 'escape'), ${restBytes}, ${String.raw`\\000`}, 'g'), 'escape'),
      sample = case when sample = 'done' then 'due' else sample end, retry_at = clock_timestamp(), stalls = 0
    from (
      select no, (select coalesce(sum(value::int), 0)::int from jsonb_each_text(failed_by) where key = any(${[...restReasons]}::text[])) as phones
      from fan_out_chunk where notification_id = ${notificationId}
        -- Rows of a month that is about to be dropped stay as they are.
        and not exists (select from notification n where n.id = ${notificationId} and n.outcomes_ended_at is not null)) rest
    where chunk.notification_id = ${notificationId} and chunk.no = rest.no and rest.phones > 0
    returning 1`.execute(db);
  if (rows.length === 0) return 'nothingLeft';
  await sql`update fan_out set state = 'sending', finished_at = null, refusal = null where notification_id = ${notificationId}`.execute(db);
  await callWorkers(db, notificationId);
  return 'continued';
};
