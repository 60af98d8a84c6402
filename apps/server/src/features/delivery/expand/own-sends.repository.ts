import { ATTENTION_DAYS } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { isUnfinished, mayGoOn } from '../fan-out-conditions.repository.ts';
import { goingOut } from '../accept/recent-sends.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** A store's own send of the last seven days. `at`: in seconds since 1970; `isSettled`: its outcomes are final. */
export type OwnSend = { id: string; at: number; isSettled: boolean };
type Row = [id: string, at: number, isSettled: boolean];

/** A day more than the limit: an API whose clock is ahead dates a notification later than its fan-out. */
const BEGUN_DAYS = ATTENTION_DAYS + 1;

/**
 * Reads stores' own sends of seven days that began after an instant (null: all), and those with the given ids. Also returns the current
 * time, the start of the week (in seconds since 1970), and the incarnation of the database. A send that can still be continued is not
 * settled.
 */
export const ownSends = async (
  db: Db,
  begunAfter: number | null,
  ids: readonly string[],
): Promise<{ now: number; weekAgo: number; incarnation: string; sends: OwnSend[] }> => {
  const { rows } = await sql<{ now: number; weekAgo: number; incarnation: string; sends: string | null }>`
    with clock as materialized (select clock_timestamp() as now, clock_timestamp() - make_interval(days => ${ATTENTION_DAYS}) as week_ago),
    begun as (
      select f.notification_id, not ${isUnfinished('f')} and not ${mayGoOn('f')} as is_settled from fan_out f
      where f.created_at > coalesce(to_timestamp(${begunAfter}::float8), (select now from clock) - make_interval(days => ${BEGUN_DAYS}))
        or f.notification_id = any(${[...ids]}::text[])
    )
    select extract(epoch from now)::float8 as now, extract(epoch from week_ago)::float8 as week_ago, (select incarnation()) as incarnation, (
      select json_agg(json_build_array(s.notification_id, extract(epoch from s.at), begun.is_settled))::text
      from begun join ${goingOut(sql<Date>`(select week_ago from clock)`)} s on s.notification_id = begun.notification_id
      where s.store_id is not null and not s.safety) as sends
    from clock`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  const { sends, ...clock } = rows[0];
  return { ...clock, sends: (JSON.parse(sends ?? '[]') as Row[]).map(([id, at, isSettled]) => ({ id, at, isSettled })) };
};

/** Reads phones and outcomes of some sends, chunk by chunk. Devices come as one text, because an array costs several times as much. */
export const outcomesOf = async (db: Db, ids: readonly string[]): Promise<{ id: string; devices: number[]; outcomes: Buffer }[]> => {
  const { rows } = await sql<{ id: string; devices: string; outcomes: Buffer }>`
    select notification_id as id, array_to_string(devices, ',') as devices, outcomes from fan_out_chunk
    where notification_id = any(${[...ids]}::text[])`.execute(db);
  return rows.map(({ devices, ...row }) => ({ ...row, devices: JSON.parse(`[${devices}]`) as number[] }));
};
