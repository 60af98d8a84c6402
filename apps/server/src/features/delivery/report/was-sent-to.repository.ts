import { type RawBuilder, sql } from 'kysely';
import { ACCEPTED, FIRST_RETRY, UNTOUCHED } from '../outcome.ts';

const byte = sql`get_byte(outcomes, position - 1)`;
const isAccepted = sql`${byte} = ${sql.lit(ACCEPTED)}`;
const mayBeSent = sql`(${byte} = ${sql.lit(UNTOUCHED)} or ${byte} >= ${sql.lit(FIRST_RETRY)})`;

/**
 * Condition: the notification was sent to the device, looked up through the chunks. A leased chunk counts as sent, since a wave reaches
 * phones before its outcome is written. As a range in the order of the months, the last chunk before the device is one step in an index.
 * For a single notification, the planner would sort all chunks of the months (decision 84, plans). With `from`, the lowest id that is
 * queried, earlier months are not even planned.
 */
export const wasSentTo = (
  notificationId: RawBuilder<unknown>,
  seq: RawBuilder<unknown>,
  from?: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from (
    select array_position(devices, ${seq}::int) as position, outcomes, lease_until from fan_out_chunk
    where notification_id between ${notificationId} and ${notificationId} and (notification_id, first_device) <= (${notificationId}, ${seq})
      ${from === undefined ? sql`` : sql`and notification_id >= ${from}`}
    order by notification_id desc, first_device desc limit 1
  ) chunk
  where position is not null and (${isAccepted} or (lease_until is not null and ${mayBeSent})))`;
