import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { isGathering, isOpen, isUnfinished, notificationOf } from '../fan-out-conditions.repository.ts';

type Db = DbOf<'workerBeat' | 'fanOut' | 'fanOutChunk' | 'fanOutPlan'>;

/** The server that answered, and the number of this worker's heartbeats that it has acknowledged. */
export type Heartbeat = { incarnation: string; number: number };
/** The state of a chunk when its outcomes were acknowledged. */
export type AcknowledgedWrite = { notificationId: string; no: number; epoch: number; pending: number };

/** A worker whose last heartbeat on the former server is this much later, by that server's clock, has more recent data. */
const NEWER_BY = '5 seconds';
/** Age at which the heartbeat of a worker is deleted, in hours. The previous version deletes those of its successor, too. */
export const HEARTBEAT_HOURS = 24;

// With these settings PostgreSQL acknowledges a commit only once the standbys that it names have it.
const isConfirmed = sql`current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('on', 'remote_apply')`;
// Heartbeats must survive a crash, even if other commits are asynchronous.
const onDisk = sql`case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'local', true) end`;

/**
 * Writes the next heartbeat of a worker, if the server has all of its heartbeats up to `last`. Otherwise writes nothing and returns
 * undefined. Writes acknowledged before the heartbeat are on the server if the heartbeat is: PostgreSQL writes one log.
 */
export const continueHeartbeats = async (db: Db, worker: string, last: Heartbeat): Promise<Heartbeat | undefined> => {
  const { rows } = await sql<Heartbeat>`
    with server as materialized (select ${isConfirmed} as confirmed), wait as materialized (select ${onDisk} from server)
    update worker_beat heartbeat set number = number + 1, confirmed = server.confirmed, at = clock_timestamp() from server, wait
    where worker = ${worker} and number >= ${last.number} and incarnation = ${last.incarnation} and incarnation = incarnation()
    returning number, incarnation`.execute(db);
  return rows[0];
};

/** Writes the first heartbeat of a worker on the connected server. */
export const startHeartbeats = async (db: Db, worker: string): Promise<Heartbeat> => {
  await sql`delete from worker_beat where at < clock_timestamp() - make_interval(hours => ${HEARTBEAT_HOURS})`.execute(db);
  const { rows } = await sql<Heartbeat>`
    with server as materialized (select ${isConfirmed} as confirmed), wait as materialized (select ${onDisk} from server)
    insert into worker_beat as heartbeat (worker, number, incarnation, confirmed) select ${worker}, 1, incarnation(), confirmed from server, wait
    on conflict (worker) do update set number = heartbeat.number + 1, incarnation = excluded.incarnation, confirmed = excluded.confirmed, at = excluded.at
    returning number, incarnation`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0];
};

export type Comparison = {
  incarnation: string;
  /** True if the server is a later, or a former, incarnation of the last one that this worker was connected to. */
  later: boolean;
  former: boolean;
  /** True if every write that the worker saw acknowledged is present. */
  hasAll: boolean;
  /** True if the former server acknowledged nothing that a standby lacked, and no other worker reached it much later. */
  certain: boolean;
};

/** Compares the data of a server with the writes that a worker saw acknowledged. */
export const compareServer = async (
  db: Db,
  worker: string,
  last: Heartbeat,
  written: readonly AcknowledgedWrite[],
): Promise<Comparison> => {
  const { rows } = await sql<Comparison>`
    select incarnation() as incarnation, has_become(${last.incarnation}, incarnation()) as later,
      has_become(incarnation(), ${last.incarnation}) as former,
      exists (select 1 from worker_beat where worker = ${worker} and number >= ${last.number} and incarnation = ${last.incarnation})
        and not exists (
          select 1 from unnest(${written.map((one) => one.notificationId)}::text[], ${written.map((one) => one.no)}::int[],
            ${written.map((one) => one.epoch)}::int[], ${written.map((one) => one.pending)}::int[]) acknowledged(notification_id, no, epoch, pending)
          where not exists (
            select 1 from fan_out_chunk chunk where chunk.notification_id = acknowledged.notification_id and chunk.no = acknowledged.no
              and (chunk.lease_epoch > acknowledged.epoch or chunk.lease_epoch = acknowledged.epoch and chunk.pending <= acknowledged.pending))) as has_all,
      coalesce((
        select mine.confirmed and not exists (
          select 1 from worker_beat other where other.incarnation = mine.incarnation and other.at > mine.at + ${NEWER_BY}::interval)
        from worker_beat mine where worker = ${worker}), false) as certain`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0];
};

/** A notification and its follow-ups have fan-outs of their own. */
const distinct = (rows: readonly { notificationId: string }[]): string[] => [...new Set(rows.map(({ notificationId }) => notificationId))];

/** Moves open sends and plans to the current incarnation of the server. Returns the ids of open notifications. */
export const takeOver = async (db: Db, before: string): Promise<string[]> => {
  await sql`update fan_out_plan set incarnation = incarnation() where incarnation = ${before} and has_become(incarnation, incarnation())`.execute(
    db,
  );
  const { rows } = await sql<{ notificationId: string }>`
    update fan_out set incarnation = incarnation() where (${isUnfinished()} or ${isGathering()}) and incarnation = ${before} and has_become(incarnation, incarnation())
    returning ${notificationOf('fanOut')} as notification_id`.execute(db);
  return distinct(rows);
};

/** A worker from before the failover may still confirm that nothing is missing. */
const mayBeComplete = sql<boolean>`(has_become(fan_out.incarnation, incarnation())
  and coalesce((select confirmed from worker_beat heartbeat where heartbeat.incarnation = fan_out.incarnation order by at desc limit 1), false))`;

type Paused = { notificationId: string };

/**
 * Pauses open sends in a copy of the database (F53). Sends made since the copy are not recorded in it, so a person decides. Returns the ids
 * of the notifications.
 *
 * `which`:
 * - `foreign`: sends of another incarnation
 * - `unconfirmable`: of those, the sends that no other worker can confirm as complete
 * - `all`: every open send and plan, because this server lacks data that it had
 */
export const pauseRestored = async (db: Db, which: 'foreign' | 'unconfirmable' | 'all'): Promise<string[]> => {
  const those = {
    foreign: sql`incarnation <> incarnation()`,
    unconfirmable: sql`incarnation <> incarnation() and not ${mayBeComplete}`,
    all: sql`pause_reason is distinct from 'restored'`,
  };
  // Plans of this incarnation would start by themselves, or once approved. They may have started already, in data that is missing here.
  if (which === 'all') await sql`update fan_out_plan set incarnation = '' where waits_for = 'approval' and incarnation <> ''`.execute(db);
  const plans =
    which === 'all'
      ? await sql<Paused>`update fan_out_plan set waits_for = 'restored' where waits_for is null returning notification_id`.execute(db)
      : { rows: [] };
  const { rows } = await sql<Paused>`
    update fan_out set incarnation = incarnation(), paused_at = coalesce(paused_at, clock_timestamp()), paused_by = null, pause_reason = 'restored'
    where ${isOpen()} and ${those[which]}
    returning ${notificationOf('fanOut')} as notification_id`.execute(db);
  return distinct([...plans.rows, ...rows]);
};
