import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { notificationOf } from '../fan-out-conditions.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** A follow-up copies its phones from the chunks of a send. */
type Pages = 'sends' | 'followUps';
const isOfPages = (pages: Pages): RawBuilder<boolean> => (pages === 'sends' ? sql`f.kind = 'send'` : sql`f.kind <> 'send'`);

/** Returns the next fan-outs after an id whose outcomes are still stored. */
export const fanOutsWithOutcomes = async (db: Db, pages: Pages, past: string, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select f.notification_id as id from fan_out f join notification n on n.id = ${notificationOf('f')}
    where ${isOfPages(pages)} and f.notification_id > ${past} and n.outcomes_ended_at is null
    order by f.notification_id limit ${atMost}`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Waits for transactions that are writing chunks of these fan-outs, since they may have read the devices before the erasure. Call it
 * outside of a transaction, so that the rows are unlocked afterwards.
 */
export const waitForNewChunks = async (db: Db, fanOutIds: readonly string[]): Promise<void> => {
  await sql`
    select from fan_out where notification_id = any(${[...fanOutIds]}::text[]) and state in ('expanding', 'gathering')
    order by notification_id for key share`.execute(db);
};

/**
 * Replaces the numbers of devices in the chunks of some fan-outs by 0. Positions and outcomes stay, so all counts stay. First and last
 * device are set to the remaining devices, because a phone is looked up by the first device of its chunk. The chunk of each device is
 * found as in `wasSentTo`.
 */
export const blankDevicesOf = async (db: Db, fanOutIds: readonly string[], seqs: readonly number[]): Promise<void> => {
  const ids = sql`${[...fanOutIds]}::text[]`;
  // Locked in the same order as by `endChunks`, to avoid deadlocks. The ids are repeated as a list: with the join alone the update would
  // lock the partitions of every month.
  await sql`
    with containing as materialized (
      select chunk.notification_id, chunk.no, array_agg(chunk.position) as positions
      from unnest(${ids}) fan_out_id(id) cross join unnest(${[...seqs]}::bigint[]) erased(seq) cross join lateral (
        select notification_id, no, case when last_device >= erased.seq then array_position(devices, erased.seq::int) end as position
        from fan_out_chunk
        where notification_id between fan_out_id.id and fan_out_id.id and (notification_id, first_device) <= (fan_out_id.id, erased.seq)
        order by notification_id desc, first_device desc limit 1
      ) chunk
      where chunk.position is not null group by 1, 2
    ), locked as materialized (
      select c.notification_id, c.no, containing.positions from fan_out_chunk c
      join containing on c.notification_id = containing.notification_id and c.no = containing.no
      where c.notification_id = any(${ids}) order by c.notification_id, c.no for no key update of c
    )
    update fan_out_chunk c set (devices, first_device, last_device) = (
      select array_agg(one.seq order by one.position), coalesce(min(one.seq) filter (where one.seq > 0), 0), max(one.seq)
      from (
        select case when position = any(locked.positions) then 0 else seq end as seq, position
        from unnest(c.devices) with ordinality device(seq, position)
      ) one
    )
    from locked where c.notification_id = locked.notification_id and c.no = locked.no and c.notification_id = any(${ids})`.execute(db);
};
