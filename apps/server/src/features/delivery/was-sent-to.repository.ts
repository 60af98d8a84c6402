import { type RawBuilder, sql } from 'kysely';
import { ACCEPTED, FIRST_RETRY, UNTOUCHED } from './outcome.ts';

const byte = sql`get_byte(outcomes, place - 1)`;
const isAccepted = sql`${byte} = ${sql.lit(ACCEPTED)}`;
const mayBeSent = sql`(${byte} = ${sql.lit(UNTOUCHED)} or ${byte} >= ${sql.lit(FIRST_RETRY)})`;

/**
 * Whether a notification was sent to a device, found through the chunks. A wave that is under way has reached phones before its outcome
 * is written, so a leased chunk counts as sent. Asked as a range in the order of the months, the last chunk before the device is one step in an index;
 * asked for one notification, the planner sorts all that the months hold of it (decision 84, plans). Where it is known from which id on notifications are asked about, the months before are not even planned for.
 */
export const wasSentTo = (
  notificationId: RawBuilder<unknown>,
  seq: RawBuilder<unknown>,
  from?: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from (
    select array_position(devices, ${seq}::int) as place, outcomes, lease_until from fan_out_chunk
    where notification_id between ${notificationId} and ${notificationId} and (notification_id, first_device) <= (${notificationId}, ${seq})
      ${from === undefined ? sql`` : sql`and notification_id >= ${from}`}
    order by notification_id desc, first_device desc limit 1
  ) chunk
  where place is not null and (${isAccepted} or (lease_until is not null and ${mayBeSent})))`;
