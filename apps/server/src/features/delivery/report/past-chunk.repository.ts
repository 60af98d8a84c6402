import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { followUpsOf } from '../accept/follow-up.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'pastChunk' | 'notification'>;

/** Sums of two objects of counts. */
const together = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_object_agg(key, total), '{}') from (
    select key, sum(value::int) as total
    from (select * from jsonb_each_text(${one}) union all select * from jsonb_each_text(${other})) both_of group by key) by_reason)`;
/** Counts of one column of the ended chunks `e`, each reason once. */
const ofEnded = (column: 'failed_by' | 'unknown_by'): RawBuilder<unknown> => sql`coalesce((
  select jsonb_object_agg(key, total) from reason r where r.which = ${sql.lit(column)} and r.notification_id = e.notification_id), '{}')`;

/** Adds the outcomes of the chunks that `ended` returns to the sums of their notifications. Returns the number of chunks. */
const addToSums = async (trx: Db, ended: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ ended: number }>`
    with ended as materialized (${ended}), reason as materialized (
      select notification_id, counted.which, key, sum(value::int) as total
      from ended, lateral (values ('failed_by', failed_by), ('unknown_by', unknown_by)) counted (which, counts), jsonb_each_text(counts) group by 1, 2, 3
    ), summed as (
      insert into past_chunk as past (notification_id, successful, failed, failed_by, unknown_by, message_ids)
      select notification_id, sum(successful), sum(failed), ${ofEnded('failed_by')}, ${ofEnded('unknown_by')},
        coalesce((array_agg(message_id order by no) filter (where message_id is not null))[1:100], '{}')
      from ended e group by 1 order by 1
      on conflict (notification_id) do update set successful = past.successful + excluded.successful, failed = past.failed + excluded.failed,
        failed_by = ${together(sql`past.failed_by`, sql`excluded.failed_by`)},
        unknown_by = ${together(sql`past.unknown_by`, sql`excluded.unknown_by`)},
        message_ids = (past.message_ids || excluded.message_ids)[1:100]
    ) select count(*)::int as ended from ended`.execute(trx);
  return rows[0]?.ended ?? 0;
};
const summedColumns = sql`c.notification_id, c.no, c.successful, c.failed, c.failed_by, c.unknown_by, c.message_id`;

/**
 * Ends up to `atMost` chunks of notifications whose sending is over. Adds their outcomes to the sums in the same statement, so that each
 * outcome is counted once. Returns the number of chunks.
 */
export const endChunks = async (trx: Db, notificationIds: readonly string[], atMost: number): Promise<number> => {
  // Naming the notifications lets PostgreSQL skip the partitions of other months.
  const theirs = sql`any(${[...notificationIds, ...(await followUpsOf(trx, notificationIds))]}::text[])`;
  return addToSums(
    trx,
    sql`with one as materialized (
        select notification_id, no from fan_out_chunk where notification_id = ${theirs} and pending = 0
        order by notification_id, no limit ${atMost} for update
      ) delete from fan_out_chunk c using one where c.notification_id = ${theirs} and c.notification_id = one.notification_id and c.no = one.no
      returning ${summedColumns}`,
  );
};

/** Adds every chunk of notifications to the sums; the caller drops the chunks in the same transaction (OPS-06). Returns their number. */
export const sumChunks = (trx: Db, notificationIds: readonly string[]): Promise<number> =>
  addToSums(trx, sql`select ${summedColumns} from fan_out_chunk c where c.notification_id = any(${[...notificationIds]}::text[])`);

const SENDS_AT_ONCE = 500;
const CHUNKS_AT_ONCE = 10_000;

/** Returns the next sends between two ids, as many as can be summed in a second. */
export const nextSends = async (db: Db, { past, before }: { past: string; before: string }): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select notification_id as id, sum(chunks) over (order by notification_id) - chunks as so_far from fan_out
      where notification_id > ${past} and notification_id < ${before} order by notification_id limit ${SENDS_AT_ONCE}
    ) send where so_far < ${CHUNKS_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
};
