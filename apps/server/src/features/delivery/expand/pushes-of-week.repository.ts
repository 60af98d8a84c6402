import { ATTENTION_DAYS } from '@endcap/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { isEnded, mayGoOn } from '../fan-out-conditions.repository.ts';
import { ACCEPTED, byteOf, suspended, UNTOUCHED } from '../outcome.ts';
import { goingOut } from '../accept/recent-sends.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

/** Phones whose numbers are spread wider than this are looked up one by one, because a chunk would contain mostly other phones. */
const FAR_APART = 20;

const outcome = sql`get_byte(c.outcomes, (position - 1)::int)`;
const bytes = (...of: number[]) => sql`${outcome} in (${sql.join(of.map((byte) => sql.lit(byte)))})`;
const isOpen = sql`(${outcome} = ${sql.lit(UNTOUCHED)} or ${outcome} >= ${sql.lit(suspended('payload'))})`;
/** The phone got the send `r`, or may still get it: in the current wave, or as a remaining phone of a stopped send. */
const gets = sql`(${bytes(ACCEPTED)} or (${isOpen} and (not r.is_ended or c.lease_until is not null))
  or (r.may_go_on and (${isOpen} or ${bytes(byteOf('payload'), byteOf('credential'), byteOf('stopped'))})))`;

/** The chunk of `r` that contains a phone, if any: one step in an index, as in `wasSentTo`. */
const chunkOf = (seq: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select array_position(devices, ${seq}::int) as position, outcomes, lease_until from fan_out_chunk
  where notification_id >= r.notification_id and (notification_id, first_device) <= (r.notification_id, ${seq})
  order by notification_id desc, first_device desc limit 1)`;

/**
 * The sends of the last seven days except one. There is no upper bound: the clock of the accepting process may be ahead, and a send with a
 * fan-out has started. Safety messages do not count (CARE-05). A subquery evaluates the instant once: a volatile function would be
 * evaluated for each row and rule out the index.
 */
const sendsBut = (notificationId: string): RawBuilder<unknown> => sql`(
  select notification_id, store_id from ${goingOut(sql<Date>`(select clock_timestamp() - make_interval(days => ${ATTENTION_DAYS}))`)} s
  where notification_id <> ${notificationId} and not safety)`;
const asSend = sql`f.notification_id, ${isEnded('f')} as is_ended, ${mayGoOn('f')} as may_go_on`;
/** Counts by phone, as two arrays, because thousands of rows cost several times as much. */
type Counted = { seqs: number[] | null; counts: number[] | null };
const countsOf = (row: Counted | undefined): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const [index, seq] of row?.seqs?.entries() ?? []) counts.set(seq, row?.counts?.[index] ?? 0);
  return counts;
};
const isDense = (seqs: readonly number[]): boolean => (seqs.at(-1) ?? 0) - (seqs[0] ?? 0) <= FAR_APART * seqs.length;

/**
 * Counts the sends of the week to more than a store's own customers. `ofStores` has the phones, in order, that may have reached the limit
 * if they got each of those sends. Its values count the own sends of their stores, which go only to current or former subscribers.
 */
export const countUpperBounds = async (
  db: Db,
  notificationId: string,
  seqs: readonly number[],
  limit: number,
): Promise<{ wide: number; ofStores: Map<number, number> }> => {
  const near = isDense(seqs) ? sql`device_seq between ${seqs[0]} and ${seqs.at(-1)}` : sql`device_seq = any(${[...seqs]}::bigint[])`;
  const { rows } = await sql<Counted & { wide: number }>`
    with sent as materialized (
      select store_id, count(*)::int as n from ${sendsBut(notificationId)} s group by store_id
    ), wide as materialized (select coalesce((select n from sent where store_id is null), 0) as n)
    select (select n from wide) as wide, array_agg(seq) as seqs, array_agg(n) as counts from (
      select one.seq, sum(sent.n)::int as n from (
        select device_seq as seq, store_id from device_subscription where ${near}
        union all select device_seq, store_id from device_former_subscription where ${near}) one
      join sent on sent.store_id = one.store_id group by one.seq having sum(sent.n) + (select n from wide) >= ${limit}
    ) phone`.execute(db);
  return { wide: rows[0]?.wide ?? 0, ofStores: countsOf(rows[0]) };
};

/** Counts the sends of the week to more than a store's own customers. */
export const countWideSends = async (db: Db, notificationId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sendsBut(notificationId)} s where store_id is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Counts per phone the sends to more than a store's own customers that it got or may still get. Phones with none are missing. */
export const countWide = async (db: Db, notificationId: string, seqs: readonly number[]): Promise<Map<number, number>> => {
  const [first = 0, last = first] = [seqs[0], seqs.at(-1)];
  const wideSend = sql`
    wide_send as materialized (
      select ${asSend}, coalesce((
        select first_device from fan_out_chunk where notification_id = f.notification_id and first_device <= ${first}
        order by first_device desc limit 1), 0) as from_device
      from ${sendsBut(notificationId)} s join fan_out f on f.notification_id = s.notification_id where s.store_id is null)`;
  const byChunk = sql`
    with ${wideSend}, chunk as materialized (
      -- Decompressed once: reading one byte of a compressed value decompresses all of it.
      select r.is_ended, r.may_go_on, c.devices, c.outcomes || ''::bytea as outcomes, c.lease_until, c.successful = cardinality(c.devices) as is_whole
      from wide_send r join fan_out_chunk c on c.notification_id = r.notification_id and c.first_device between r.from_device and ${last}
    ), push as (
      select device.seq from chunk c cross join lateral unnest(c.devices) device(seq) where c.is_whole and device.seq between ${first} and ${last}
      union all
      select device.seq from chunk c cross join lateral (select c.is_ended, c.may_go_on) r
      cross join lateral unnest(c.devices) with ordinality device(seq, position)
      where not c.is_whole and device.seq between ${first} and ${last} and ${gets}
    )`;
  const byPhone = sql`
    with ${wideSend}, push as (
      select p.seq from unnest(${[...seqs]}::bigint[]) p(seq) cross join wide_send r cross join lateral ${chunkOf(sql`p.seq`)} c
      where c.position is not null and ${gets}
    )`;
  const { rows } = await sql<Counted>`
    ${isDense(seqs) ? byChunk : byPhone}
    select array_agg(seq::bigint) as seqs, array_agg(n) as counts from (select seq, count(*)::int as n from push group by seq) phone`.execute(
    db,
  );
  return countsOf(rows[0]);
};

/**
 * Counts per phone its stores' own sends that it got or may still get, looked up one by one. `ids` restricts the sends. Phones with none
 * are missing.
 */
export const countOfStores = async (
  db: Db,
  notificationId: string,
  seqs: readonly number[],
  ids?: readonly string[],
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ seq: number; n: number }>`
    with phone as materialized (select seq from unnest(${[...seqs]}::bigint[]) seq), send as materialized (
      select * from ${sendsBut(notificationId)} s ${ids ? sql`where notification_id = any(${[...ids]}::text[])` : sql``})
    select one.seq, count(*)::int as n from (
      select p.seq, s.store_id from phone p join device_subscription s on s.device_seq = p.seq
      union select p.seq, s.store_id from phone p join device_former_subscription s on s.device_seq = p.seq) one
    join send on send.store_id = one.store_id
    join lateral (select ${asSend} from fan_out f where f.notification_id = send.notification_id) r on true
    cross join lateral ${chunkOf(sql`one.seq`)} c
    where c.position is not null and ${gets} group by one.seq`.execute(db);
  return new Map(rows.map(({ seq, n }) => [seq, n]));
};
