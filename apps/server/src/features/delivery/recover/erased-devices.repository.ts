import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { notificationOf } from '../fan-out-is.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** A follow-up copies its phones from the chunks of a send. */
type Pages = 'sends' | 'followUps';
const isOfPages = (pages: Pages): RawBuilder<boolean> => (pages === 'sends' ? sql`f.kind = 'send'` : sql`f.kind <> 'send'`);

/** The next fan-outs past an id whose outcomes are kept. */
export const keptFanOuts = async (db: Db, pages: Pages, past: string, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select f.notification_id as id from fan_out f join notification n on n.id = ${notificationOf('f')}
    where ${isOfPages(pages)} and f.notification_id > ${past} and n.outcomes_ended_at is null
    order by f.notification_id limit ${atMost}`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Waits for the transactions that are writing chunks of these fan-outs: they may have read the devices before those were erased. Outside of a
 * transaction, so that the rows are free again when this ends.
 */
export const waitForNewChunks = async (db: Db, fanOutIds: readonly string[]): Promise<void> => {
  await sql`
    select from fan_out where notification_id = any(${[...fanOutIds]}::text[]) and state in ('expanding', 'gathering')
    order by notification_id for key share`.execute(db);
};

/**
 * Writes 0 in place of the numbers of devices in the chunks of some fan-outs. Places and outcomes stay, so all counts stay. The first and the last
 * device are those that are left, because a phone looks for its chunk by the first one. The chunk of each device is found as in `wasSentTo`.
 */
export const blankDevicesOf = async (db: Db, fanOutIds: readonly string[], seqs: readonly number[]): Promise<void> => {
  const ids = sql`${[...fanOutIds]}::text[]`;
  // Locked in the order in which chunks are ended, or both could wait for each other. The ids stand there once more as a list: by the join alone the
  // update would lock the parts of every month.
  await sql`
    with found as materialized (
      select chunk.notification_id, chunk.no, array_agg(chunk.place) as places
      from unnest(${ids}) kept(id) cross join unnest(${[...seqs]}::bigint[]) erased(seq) cross join lateral (
        select notification_id, no, case when last_device >= erased.seq then array_position(devices, erased.seq::int) end as place from fan_out_chunk
        where notification_id between kept.id and kept.id and (notification_id, first_device) <= (kept.id, erased.seq)
        order by notification_id desc, first_device desc limit 1
      ) chunk
      where chunk.place is not null group by 1, 2
    ), held as materialized (
      select c.notification_id, c.no, found.places from fan_out_chunk c
      join found on c.notification_id = found.notification_id and c.no = found.no
      where c.notification_id = any(${ids}) order by c.notification_id, c.no for no key update of c
    )
    update fan_out_chunk c set (devices, first_device, last_device) = (
      select array_agg(one.seq order by one.place), coalesce(min(one.seq) filter (where one.seq > 0), 0), max(one.seq)
      from (
        select case when place = any(held.places) then 0 else seq end as seq, place from unnest(c.devices) with ordinality device(seq, place)
      ) one
    )
    from held where c.notification_id = held.notification_id and c.no = held.no and c.notification_id = any(${ids})`.execute(db);
};
