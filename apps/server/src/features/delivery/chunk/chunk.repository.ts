import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import type { FailedBy } from '../delivery.tables.ts';
import { hasChunk, isEnded, isExpired, notificationOf } from '../fan-out-conditions.repository.ts';
import type { Tally } from '../outcome.ts';
import type { PushAddress } from '../push-gateway.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'device' | 'notification'>;

export type Lease = { owner: string; seconds: number };
/**
 * A chunk that we own until the lease ends, under its epoch. `stalls`: how many owners before us ended without progress on it.
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
  /** The number of its phones that are sent to, as its part of the sample of the fan-out; null: all. */
  samplePlaces: number | null;
};

/** A claim that takes longer than this part of a lease is slow. The owners of expired leases may then be as slow to renew them. */
const SLOW_CLAIM_LEASES = 1 / 3;
/** Number of lease times after which an expired lease may be taken over even if the database is slow. */
const ABANDONED_LEASES = 5;

/**
 * Claims one open chunk of a fan-out; the lease runs in database time. Until the sample of the fan-out is judged, only its chunks can be
 * claimed, once each. In another incarnation of the database than `incarnation`, no chunk can be claimed.
 * - `evenIfWaiting`: claims a chunk before its retry is due, for a probe.
 * - `calm`: false while the database is slow. An owner whose lease expired may then be alive and unable to write, so it gets
 *   several lease times to do so (D-02). The same applies if this claim is slow. Its duration counts from the start of the
 *   transaction (`now()`), because `statement_timestamp()` changes after parsing, which waits for a lock on the table.
 */
export const claimChunk = async (
  db: Db,
  notificationId: string,
  lease: Lease,
  { evenIfWaiting = false, calm = true, incarnation }: { evenIfWaiting?: boolean; calm?: boolean; incarnation?: string | undefined } = {},
): Promise<ClaimedChunk | undefined> => {
  // A CTE, because a subquery that locks would run again for each joined row, and claim them all.
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
            case when ${calm} and clock_timestamp() < now() + make_interval(secs => ${lease.seconds * SLOW_CLAIM_LEASES}) then 0
              else ${lease.seconds * ABANDONED_LEASES} end))
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

/** Reads current push addresses by device number. Deleted devices and devices without an address are missing. */
export const readAddresses = async (db: Db, devices: readonly number[]): Promise<Map<number, PushAddress>> => {
  // One row, because reading a hundred of them costs several times as much as parsing one value.
  const { rows } = await sql<{ addresses: [seq: number, kind: PushAddress['kind'], value: string][] | null }>`
    select json_agg(json_build_array(seq, push_kind, push_value)) as addresses from device
    where seq = any(${devices}::bigint[]) and push_value is not null and push_kind is not null`.execute(db.withoutPlugins());
  return new Map(rows[0]?.addresses?.map(([seq, kind, value]) => [seq, { kind, value }]));
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
  /** Addresses that the push service reported as dead. Each is cleared only if the device still has it. */
  dead: { seq: number; value: string }[];
  /** This wave may contain the first phone that accepted the message. */
  mayBeFirst: boolean;
  /** Reason of the first refusal in this wave, as a sentence. */
  refusal: string | null;
  /** All phones of the chunk that belong to the sample were sent to. */
  sampled: boolean;
  /** `renew` renews the lease; `release` ends it, and the chunk may be retried after `afterMs`. */
  next: { is: 'renew'; seconds: number } | { is: 'release'; afterMs: number };
};

/**
 * Writes outcomes, sums, prunings and lease of a wave in one statement, which is one transaction. Returns false if the lease is lost; then
 * nothing is written.
 */
export const writeCheckpoint = async (
  db: Db,
  chunk: ClaimedChunk,
  { outcomes, tally, marks, unknownBy, textVersion, messageId, dead, mayBeFirst, refusal, sampled, next }: Checkpoint,
): Promise<boolean> => {
  const lease = next.is === 'renew' ? sql`clock_timestamp() + make_interval(secs => ${next.seconds})` : sql`null`;
  const retryAt = next.is === 'release' ? sql`clock_timestamp() + make_interval(secs => ${next.afterMs / 1000})` : sql`retry_at`;
  const written = sql`
    update fan_out_chunk set outcomes = ${Buffer.from(outcomes)}, pending = ${tally.pending}, successful = ${tally.successful}, failed = ${tally.failed},
      failed_by = ${JSON.stringify(tally.failedBy)}::jsonb, marks = ${marks && Buffer.from(marks)}, text_version = ${textVersion}::bigint,
      unknown_by = ${unknownBy && JSON.stringify(unknownBy)}::jsonb, message_id = coalesce(message_id, ${messageId}), lease_until = ${lease}, retry_at = ${retryAt}, stalls = 0,
      sample = case when ${sampled} then 'done' else sample end
    where notification_id = ${chunk.notificationId} and no = ${chunk.no} and lease_owner = ${chunk.owner} and lease_epoch = ${chunk.epoch}
    returning 1`;
  // Locked in a fixed order: two fan-outs with the same dead phones would otherwise deadlock.
  const pruned = sql`
    update device set push_kind = null, push_value = null
      from (
        select device.seq from device
        join unnest(${dead.map((one) => one.seq)}::bigint[], ${dead.map((one) => one.value)}::text[]) gone(seq, value)
          on device.seq = gone.seq and device.push_value = gone.value
        where exists (select 1 from written)
        order by device.seq for no key update of device
      ) locked
      where device.seq = locked.seq`;
  // A worker of the version before may have stored acceptances without an instant. The send then counts as accepted since it was created, as for the
  // upkeep. The chunks are read only while the column is empty, and as they were before this statement, so this acceptance is not among them.
  const firstAcceptedAt = mayBeFirst
    ? sql`coalesce(first_accepted_at, case when ${hasChunk(sql`c.successful > 0`)} then created_at else clock_timestamp() end)`
    : sql`first_accepted_at`;
  // One update for both columns: of two updates of a row within one statement, only one takes effect.
  const noted = sql`
    update fan_out set refusal = coalesce(refusal, ${refusal}), first_accepted_at = ${firstAcceptedAt}
    where notification_id = ${chunk.notificationId} and exists (select 1 from written)
      and ((refusal is null and ${refusal}::text is not null) or (first_accepted_at is null and ${mayBeFirst}))`;
  const isNoted = refusal !== null || mayBeFirst;
  const also = [...(dead.length > 0 ? [sql`, pruned as (${pruned})`] : []), ...(isNoted ? [sql`, noted as (${noted})`] : [])];
  const { rows } = await sql`with written as (${written})${sql.join(also, sql``)} select 1 from written`.execute(db);
  return rows.length > 0;
};

/** Renews leases that are still ours. Skips locked rows, because their writer renews the lease or is about to fail. */
export const renewLeases = async (db: Db, chunks: readonly ClaimedChunk[], seconds: number): Promise<void> => {
  // Repeated as a list: with the join alone the update would lock the partitions of every month.
  const ofTheirs = sql`chunk.notification_id = any(${[...new Set(chunks.map((one) => one.notificationId))]}::text[])`;
  await sql`
    with locked as (
      select chunk.notification_id, chunk.no from fan_out_chunk chunk
      join unnest(${chunks.map((one) => one.notificationId)}::text[], ${chunks.map((one) => one.no)}::int[],
        ${chunks.map((one) => one.owner)}::text[], ${chunks.map((one) => one.epoch)}::int[]) mine(notification_id, no, owner, epoch)
        on chunk.notification_id = mine.notification_id and chunk.no = mine.no and chunk.lease_owner = mine.owner and chunk.lease_epoch = mine.epoch
      where chunk.lease_until is not null and ${ofTheirs} for no key update of chunk skip locked)
    update fan_out_chunk chunk set lease_until = clock_timestamp() + make_interval(secs => ${seconds})
    from locked where chunk.notification_id = locked.notification_id and chunk.no = locked.no and ${ofTheirs}`.execute(db);
};
