import { ATTENTION_DAYS } from '@endcap/contract/notifications';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isEnded } from './fan-out-is.repository.ts';
import { ACCEPTED, byteOf, suspended, UNTOUCHED } from './outcome.ts';
import { goingOut } from './recent-sends.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

/** Phones so much further apart than one after the other are looked up one by one: most of a chunk would be of others. */
const FAR_APART = 20;

const outcome = sql`get_byte(c.outcomes, (place - 1)::int)`;
const bytes = (...of: number[]) => sql`${outcome} in (${sql.join(of.map((byte) => sql.lit(byte)))})`;
const isOpen = sql`(${outcome} = ${sql.lit(UNTOUCHED)} or ${outcome} >= ${sql.lit(suspended('payload'))})`;
/** A phone got it, or it may still get it: a wave that is under way, or the rest of one that was stopped and can be sent to. `r` is the send. */
const gets = sql`(${bytes(ACCEPTED)} or (${isOpen} and (not r.is_ended or c.lease_until is not null))
  or (r.may_go_on and (${isOpen} or ${bytes(byteOf('payload'), byteOf('credential'), byteOf('stopped'))})))`;

/** The chunk of `r` that a phone is in, if it is in any: one step in an index, asked as `wasSentTo` does. */
const chunkOf = (seq: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select array_position(devices, ${seq}::int) as place, outcomes, lease_until from fan_out_chunk
  where notification_id >= r.notification_id and (notification_id, first_device) <= (r.notification_id, ${seq})
  order by notification_id desc, first_device desc limit 1)`;

/** Those of some phones, in their order, that had or will have as many pushes of the last seven days as the limit, or more. */
const limitedOf = async (db: Db, notificationId: string, seqs: readonly number[], limit: number): Promise<number[]> => {
  const [first = 0, last = first] = [seqs[0], seqs.at(-1)];
  const byChunk = sql`
    select device.seq from recent r cross join lateral (
      select coalesce(max(first_device), 0) as from_device from fan_out_chunk
      where notification_id = r.notification_id and first_device <= ${first}) lowest
    join fan_out_chunk c on c.notification_id = r.notification_id and c.first_device between lowest.from_device and ${last}
    cross join lateral unnest(c.devices) with ordinality device(seq, place)
    where r.subscribed_store_id is null and device.seq between ${first} and ${last} and ${gets}`;
  const byPhone = sql`
    select p.seq from page p cross join recent r cross join lateral ${chunkOf(sql`p.seq`)} c
    where r.subscribed_store_id is null and c.place is not null and ${gets}`;
  const wide = last - first <= FAR_APART * seqs.length ? byChunk : byPhone;
  const since = sql<Date>`clock_timestamp() - make_interval(days => ${ATTENTION_DAYS})`;
  const { rows } = await sql<{ seqs: number[] | null }>`
    with page as materialized (select seq from unnest(${[...seqs]}::bigint[]) seq), recent as materialized (
      select f.notification_id, f.subscribed_store_id, ${isEnded('f')} as is_ended, f.state = 'stopped' as may_go_on
      -- To the end: the clock of who accepted it may be ahead, and what has a fan-out has begun.
      from ${goingOut(since)} s join fan_out f on f.notification_id = s.notification_id
      -- A safety message takes nobody's place (CARE-05).
      where f.notification_id <> ${notificationId} and not s.safety
    ), wide as materialized (
      select seq, count(*)::int as n from (${wide}) push group by seq
    ), sending_store as materialized (
      select subscribed_store_id as store_id, count(*)::int as n from recent where subscribed_store_id is not null group by 1
    ), store as materialized (
      -- A store's own can have gone to those alone that subscribe to it, or did.
      select p.seq, one.store_id from page p cross join lateral (
        select store_id from device_subscription where device_seq = p.seq
        union select store_id from device_former_subscription where device_seq = p.seq) one
      where one.store_id in (select store_id from sending_store)
    ), doubtful as materialized (
      -- Whoever cannot have had so many, or had them by the others alone, is not looked up.
      select s.seq, coalesce(max(w.n), 0) as n from store s join sending_store using (store_id) left join wide w on w.seq = s.seq
      group by s.seq having coalesce(max(w.n), 0) < ${limit} and coalesce(max(w.n), 0) + sum(sending_store.n) >= ${limit}
    )
    select array_agg(seq) as seqs from (
      select seq from wide where n >= ${limit}
      union all
      select d.seq from doubtful d join store s on s.seq = d.seq join recent r on r.subscribed_store_id = s.store_id cross join lateral ${chunkOf(sql`d.seq`)} c
      where c.place is not null and ${gets} group by d.seq, d.n having d.n + count(*) >= ${limit}
    ) limited`.execute(db);
  return rows[0]?.seqs ?? [];
};

/**
 * Whether this transaction alone leaves phones out until it ends, so that of fifty sends at once each counts what the others have taken; false
 * while another does. Nobody waits for it: the next look comes soon.
 */
export const takeTurn = async (db: Db): Promise<boolean> =>
  (await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('endcap weekly limit')) as taken`.execute(db)).rows[0]?.taken ===
  true;

/** CARE-02: the next phones of an audience without those that have reached the limit; `last` is the highest number that was looked at. */
export const withoutLimited = async (
  db: Db,
  notificationId: string,
  devices: Expression<unknown>,
  limit: number,
): Promise<{ kept: number[]; taken: number; last: number }> => {
  const { rows } = await sql<{ seqs: number[] | null }>`select array_agg(seq order by seq) as seqs from (${devices}) device`.execute(db);
  const seqs = rows[0]?.seqs ?? [];
  const limited = seqs.length === 0 ? new Set<number>() : new Set(await limitedOf(db, notificationId, seqs, limit));
  return { kept: seqs.filter((seq) => !limited.has(seq)), taken: seqs.length, last: seqs.at(-1) ?? 0 };
};
