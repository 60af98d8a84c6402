import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import type { OutcomeReason } from '../delivery.tables.ts';
import { hasChunk, isNotPaused, isUnfinished } from '../fan-out-conditions.repository.ts';
import { ACCEPTED } from '../outcome.ts';
import type { PushAddress } from '../push-gateway.ts';
import { drawSampleSizes } from './sample.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'device'>;

/** Draws the sample of a complete audience: its chunks, and the number of phones of each. */
export const drawSample = async (db: Db, notificationId: string): Promise<void> => {
  const { rows } = await sql<{ sizes: number[] }>`
    select coalesce(array_agg(pending + successful + failed order by no), '{}') as sizes
    from fan_out_chunk where notification_id = ${notificationId}`.execute(db);
  const drawn = drawSampleSizes(rows[0]?.sizes ?? []);
  await sql`update fan_out_chunk chunk set sample = 'due', sample_places = drawn.size
    from unnest(${drawn.map(({ no }) => no)}::int[], ${drawn.map(({ size }) => size)}::int[]) drawn(no, size)
    where notification_id = ${notificationId} and chunk.no = drawn.no`.execute(db);
};

export type DrawnSample = {
  brakeReleased: boolean;
  refusal: string | null;
  audience: number;
  pending: number;
  /** Outcomes of the sampled chunks; empty if the sample is not drawn yet. */
  outcomes: Buffer[];
};

/** Reads the sample of a fan-out that waits for its verdict. Returns undefined while it is paused or phones of the sample are untried. */
export const readSample = async (db: Db, notificationId: string): Promise<DrawnSample | undefined> => {
  const { rows } = await sql<DrawnSample>`
    select f.brake_released, f.refusal, sums.audience, sums.pending,
      array(select c.outcomes from fan_out_chunk c where c.notification_id = f.notification_id and c.sample is not null) as outcomes
    from fan_out f, lateral (
      select coalesce(sum(pending), 0)::int as pending, coalesce(sum(pending + successful + failed), 0)::int as audience
      from fan_out_chunk c where c.notification_id = f.notification_id) sums
    where f.notification_id = ${notificationId} and f.state = 'sending' and not f.proven and ${isNotPaused('f')}
      and not ${hasChunk(sql`c.sample = 'due' and c.pending > 0`, 'f')}`.execute(db);
  return rows[0];
};

/** Sends to the sampled chunks once more, because too few phones have answered. */
export const sampleAgain = async (db: Db, notificationId: string): Promise<void> => {
  await sql`update fan_out_chunk set sample = 'due' where notification_id = ${notificationId} and sample = 'done' and pending > 0`.execute(
    db,
  );
};

/** Fan-outs whose sample is not judged yet. */
export const unprovenFanOuts = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ notificationId: string }>`
    select notification_id from fan_out where ${isUnfinished()} and state = 'sending' and not proven`.execute(db);
  return rows.map((row) => row.notificationId);
};

/** Addresses of a few phones that this notification reached, drawn at random each time. */
export const readReachedSample = async (db: Db, notificationId: string, count: number): Promise<PushAddress[]> => {
  const { rows } = await sql<PushAddress>`
    with reached as (
      select devices, outcomes from fan_out_chunk where notification_id = ${notificationId} and successful > 0 order by random() limit ${count})
    select d.push_kind as kind, d.push_value as value
    from reached, lateral (
      select seq from unnest(devices) with ordinality as device(seq, at) where get_byte(outcomes, at::int - 1) = ${ACCEPTED} order by random() limit ${count}
    ) one join device d on d.seq = one.seq
    where d.push_value is not null and d.push_kind is not null order by random() limit ${count}`.execute(db);
  return rows;
};

/** Share of the whole audience that failed for a reason so far. */
export const readFailedShare = async (db: Db, notificationId: string, reason: OutcomeReason): Promise<number> => {
  const { rows } = await sql<{ share: number }>`
    select coalesce(sum((failed_by->>${reason}::text)::int), 0)::float8 / greatest(1, sum(pending + successful + failed)) as share
    from fan_out_chunk where notification_id = ${notificationId}`.execute(db);
  return rows[0]?.share ?? 0;
};
