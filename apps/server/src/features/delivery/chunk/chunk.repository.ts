import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import type { FailedBy } from '../delivery.tables.ts';
import { hasChunk, isEnded, isExpired, notificationOf } from '../fan-out-is.repository.ts';
import type { Tally } from '../outcome.ts';
import type { PushAddress } from '../push-gateway.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'device' | 'notification'>;

export type Lease = { owner: string; seconds: number };
/**
 * A chunk that we own until the lease ends, under its epoch. `stalls`: how many owners before us went away without
 * getting anywhere with it.
 */
export type ClaimedChunk = {
  notificationId: string;
  no: number;
  devices: number[];
  outcomes: Buffer;
  epoch: number;
  owner: string;
  stalls: number;
  marks: Buffer | null;
  textVersion: number | null;
  /** Only so many of its phones are to be sent to, as its part of the sample of the fan-out; null: all of them. */
  samplePlaces: number | null;
};

/**
 * In leases: a claim that waited longer than the one takes no ended lease, unless that ended longer ago than the other. It began with its
 * transaction: `statement_timestamp()` moves on from parsing, which waits for the table, to running.
 */
const WAITED = 1 / 3;
const ABANDONED = 5;

/**
 * Takes one open chunk of a fan-out; the lease runs in database time. Until the sample of a fan-out is judged only chunks of it can be
 * had, once each. `evenIfWaiting` takes a chunk before its retry is due, for a probe. A lease that ended may have lost its owner, or
 * its owner could not write: where the database is not `calm`, owners have several leases' time to do so (D-02). In another life of the
 * database than `incarnation` there is nothing to be had.
 */
export const claimChunk = async (
  db: Db,
  notificationId: string,
  lease: Lease,
  { evenIfWaiting = false, calm = true, incarnation }: { evenIfWaiting?: boolean; calm?: boolean; incarnation?: string | undefined } = {},
): Promise<ClaimedChunk | undefined> => {
  // A CTE, because a subquery that locks is run again for each row that it is joined to, and would claim them all.
  const { rows } = await sql<Omit<ClaimedChunk, 'owner'>>`
    with fan_out as materialized (
        select ${isEnded('f')} as ended, f.proven or ${isEnded('f')} or ${isExpired} as whole
        from fan_out f join notification n on n.id = ${notificationOf('f')}
        where f.notification_id = ${notificationId} and (f.incarnation = incarnation() or ${isEnded('f')})
          and incarnation() = coalesce(${incarnation ?? null}::text, incarnation())),
      next as materialized (
        select no, case when fan_out.whole then null else sample_places end as places from fan_out_chunk, fan_out
        where notification_id = ${notificationId} and pending > 0
          and (retry_at <= clock_timestamp() or ${evenIfWaiting} or ended)
          and (lease_until is null or lease_until < now() - make_interval(secs =>
            case when ${calm} and clock_timestamp() < now() + make_interval(secs => ${lease.seconds * WAITED}) then 0
              else ${lease.seconds * ABANDONED} end))
          and (whole or sample = 'due')
        order by no limit 1 for update of fan_out_chunk skip locked
      )
    update fan_out_chunk chunk
    set lease_owner = ${lease.owner}, lease_epoch = lease_epoch + 1, lease_until = clock_timestamp() + make_interval(secs => ${lease.seconds}),
      stalls = case when chunk.lease_until is null then 0 else stalls + 1 end
    from next
    where chunk.notification_id = ${notificationId} and chunk.no = next.no
    returning chunk.notification_id, chunk.no, chunk.devices, chunk.outcomes, chunk.lease_epoch as epoch, chunk.stalls,
      chunk.marks, chunk.text_version::float8 as text_version, next.places as sample_places`.execute(db);
  const [chunk] = rows;
  return chunk && { ...chunk, owner: lease.owner };
};

/** Current push addresses by device number; devices that have none, or are gone, are absent. */
export const readAddresses = async (db: Db, devices: readonly number[]): Promise<Map<number, PushAddress>> => {
  // One row, because reading a hundred of them costs several times as much as parsing one value.
  const { rows } = await sql<{ found: [seq: number, kind: PushAddress['kind'], value: string][] | null }>`
    select json_agg(json_build_array(seq, push_kind, push_value)) as found from device
    where seq = any(${devices}::bigint[]) and push_value is not null and push_kind is not null`.execute(db.withoutPlugins());
  return new Map(rows[0]?.found?.map(([seq, kind, value]) => [seq, { kind, value }]));
};

export type Checkpoint = {
  outcomes: Uint8Array;
  tally: Tally;
  /** Null: no device has one. */
  marks: Uint8Array | null;
  /** Null: no device that failed may have it. */
  unknownBy: FailedBy | null;
  textVersion: number | null;
  messageId: string | null;
  /** Addresses that the push service called dead: cleared only where the device still has that very address. */
  dead: { seq: number; value: string }[];
  /** Somebody in this wave may be the first phone that accepted it. */
  mayBeFirst: boolean;
  /** Why somebody in this wave was refused, in a sentence. */
  refusal: string | null;
  /** All of the chunk's phones that belong to the sample were asked. */
  sampled: boolean;
  /** `keep` renews the lease; `release` gives the chunk back, to be tried again after `afterMs`. */
  next: { is: 'keep'; seconds: number } | { is: 'release'; afterMs: number };
};

/** Writes outcomes, sums, prunings and lease of a wave in one statement, which is one transaction. False: the lease is lost, nothing was written. */
export const writeCheckpoint = async (
  db: Db,
  chunk: ClaimedChunk,
  { outcomes, tally, marks, unknownBy, textVersion, messageId, dead, mayBeFirst, refusal, sampled, next }: Checkpoint,
): Promise<boolean> => {
  const lease = next.is === 'keep' ? sql`clock_timestamp() + make_interval(secs => ${next.seconds})` : sql`null`;
  const retryAt = next.is === 'release' ? sql`clock_timestamp() + make_interval(secs => ${next.afterMs / 1000})` : sql`retry_at`;
  const kept = sql`
    update fan_out_chunk set outcomes = ${Buffer.from(outcomes)}, pending = ${tally.pending}, successful = ${tally.successful}, failed = ${tally.failed},
      failed_by = ${JSON.stringify(tally.failedBy)}::jsonb, marks = ${marks && Buffer.from(marks)}, text_version = ${textVersion}::bigint,
      unknown_by = ${unknownBy && JSON.stringify(unknownBy)}::jsonb, message_id = coalesce(message_id, ${messageId}), lease_until = ${lease}, retry_at = ${retryAt}, stalls = 0,
      sample = case when ${sampled} then 'done' else sample end
    where notification_id = ${chunk.notificationId} and no = ${chunk.no} and lease_owner = ${chunk.owner} and lease_epoch = ${chunk.epoch}
    returning 1`;
  // Locked in one order, or two fan-outs that find the same phones dead would wait for each other in a circle.
  const pruned = sql`
    update device set push_kind = null, push_value = null
      from (
        select device.seq from device
        join unnest(${dead.map((one) => one.seq)}::bigint[], ${dead.map((one) => one.value)}::text[]) gone(seq, value)
          on device.seq = gone.seq and device.push_value = gone.value
        where exists (select 1 from kept)
        order by device.seq for no key update of device
      ) locked
      where device.seq = locked.seq`;
  // A worker of the version before may have stored acceptances without an instant. The send then counts as accepted since it was created, as for the
  // upkeep. The chunks are read only while the column is empty, and as they were before this statement, so this acceptance is not among them.
  const firstAcceptedAt = mayBeFirst
    ? sql`coalesce(first_accepted_at, case when ${hasChunk(sql`c.successful > 0`)} then created_at else clock_timestamp() end)`
    : sql`first_accepted_at`;
  // One statement for both: of two that change a row at once only one does.
  const noted = sql`
    update fan_out set refusal = coalesce(refusal, ${refusal}), first_accepted_at = ${firstAcceptedAt}
    where notification_id = ${chunk.notificationId} and exists (select 1 from kept)
      and ((refusal is null and ${refusal}::text is not null) or (first_accepted_at is null and ${mayBeFirst}))`;
  const isNoted = refusal !== null || mayBeFirst;
  const also = [...(dead.length > 0 ? [sql`, pruned as (${pruned})`] : []), ...(isNoted ? [sql`, noted as (${noted})`] : [])];
  const { rows } = await sql`with kept as (${kept})${sql.join(also, sql``)} select 1 from kept`.execute(db);
  return rows.length > 0;
};

/** Prolongs leases that are still ours; rows that somebody is writing are passed over, for their writer prolongs them or is about to fail. */
export const renewLeases = async (db: Db, chunks: readonly ClaimedChunk[], seconds: number): Promise<void> => {
  // Said once more as a list: joined alone it would lock the parts of every month.
  const ofTheirs = sql`chunk.notification_id = any(${[...new Set(chunks.map((one) => one.notificationId))]}::text[])`;
  await sql`
    with held as (
      select chunk.notification_id, chunk.no from fan_out_chunk chunk
      join unnest(${chunks.map((one) => one.notificationId)}::text[], ${chunks.map((one) => one.no)}::int[],
        ${chunks.map((one) => one.owner)}::text[], ${chunks.map((one) => one.epoch)}::int[]) mine(notification_id, no, owner, epoch)
        on chunk.notification_id = mine.notification_id and chunk.no = mine.no and chunk.lease_owner = mine.owner and chunk.lease_epoch = mine.epoch
      where chunk.lease_until is not null and ${ofTheirs} for no key update of chunk skip locked)
    update fan_out_chunk chunk set lease_until = clock_timestamp() + make_interval(secs => ${seconds})
    from held where chunk.notification_id = held.notification_id and chunk.no = held.no and ${ofTheirs}`.execute(db);
};
