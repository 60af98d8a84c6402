import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isGathering, isOpen, isUnfinished } from './fan-out-is.repository.ts';

type Db = DbOf<'workerBeat' | 'fanOut' | 'fanOutChunk' | 'fanOutPlan'>;

/** Which server answered, and how many beats of this worker it has acknowledged. */
export type Beat = { incarnation: string; number: number };
/** How far a chunk was when its outcomes were acknowledged. */
export type Written = { notificationId: string; no: number; epoch: number; pending: number };

/** Of the one server's clock: whoever has heard from it so much later knows more of it. */
const NEWER_BY = '5 seconds';
/** Long after the last of its worker. */
const FORGOTTEN_AFTER = '1 day';

// Nothing that PostgreSQL acknowledges is missing on the standbys that it names; who of them is connected does not matter, for it waits for them.
const isConfirmed = sql`current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('on', 'remote_apply')`;
// What is remembered must outlive a crash, where commits are not waited for either.
const onDisk = sql`case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'local', true) end`;

/**
 * The next beat of a worker on the server that has all of its beats up to `known`; undefined where that is not so, and nothing is written then.
 * What was acknowledged before it began is there if the beat is: PostgreSQL writes one log.
 */
export const beatAgain = async (db: Db, worker: string, known: Beat): Promise<Beat | undefined> => {
  const { rows } = await sql<Beat>`
    with server as materialized (select ${isConfirmed} as confirmed), wait as materialized (select ${onDisk} from server)
    update worker_beat beat set number = number + 1, confirmed = server.confirmed, at = clock_timestamp() from server, wait
    where worker = ${worker} and number >= ${known.number} and incarnation = ${known.incarnation} and incarnation = incarnation()
    returning number, incarnation`.execute(db);
  return rows[0];
};

/** The first beat of a worker on the server that answers. */
export const beatFirst = async (db: Db, worker: string): Promise<Beat> => {
  await sql`delete from worker_beat where at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval`.execute(db);
  const { rows } = await sql<Beat>`
    with server as materialized (select ${isConfirmed} as confirmed), wait as materialized (select ${onDisk} from server)
    insert into worker_beat as beat (worker, number, incarnation, confirmed) select ${worker}, 1, incarnation(), confirmed from server, wait
    on conflict (worker) do update set number = beat.number + 1, incarnation = excluded.incarnation, confirmed = excluded.confirmed, at = excluded.at
    returning number, incarnation`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0];
};

export type Found = {
  incarnation: string;
  /** It is a later, or a former, life of the server that is known. */
  later: boolean;
  former: boolean;
  /** Everything that the worker was told is written is there. */
  hasAll: boolean;
  /** Nothing had been acknowledged that a standby lacked, and no other worker has heard from the former server since. */
  certain: boolean;
};

/** What a server has of what a worker was told. */
export const findBeat = async (db: Db, worker: string, known: Beat, written: readonly Written[]): Promise<Found> => {
  const { rows } = await sql<Found>`
    select incarnation() as incarnation, has_become(${known.incarnation}, incarnation()) as later, has_become(incarnation(), ${known.incarnation}) as former,
      exists (select 1 from worker_beat where worker = ${worker} and number >= ${known.number} and incarnation = ${known.incarnation})
        and not exists (
          select 1 from unnest(${written.map((one) => one.notificationId)}::text[], ${written.map((one) => one.no)}::int[],
            ${written.map((one) => one.epoch)}::int[], ${written.map((one) => one.pending)}::int[]) told(notification_id, no, epoch, pending)
          where not exists (
            select 1 from fan_out_chunk chunk where chunk.notification_id = told.notification_id and chunk.no = told.no
              and (chunk.lease_epoch > told.epoch or chunk.lease_epoch = told.epoch and chunk.pending <= told.pending))) as has_all,
      coalesce((
        select mine.confirmed and not exists (
          select 1 from worker_beat other where other.incarnation = mine.incarnation and other.at > mine.at + ${NEWER_BY}::interval)
        from worker_beat mine where worker = ${worker}), false) as certain`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0];
};

/** What is open, or planned, goes on in the life that the server has now. Returns the notifications that are open. */
export const takeOver = async (db: Db, before: string): Promise<string[]> => {
  await sql`update fan_out_plan set incarnation = incarnation() where incarnation = ${before} and has_become(incarnation, incarnation())`.execute(
    db,
  );
  const { rows } = await sql<{ notificationId: string }>`
    update fan_out set incarnation = incarnation() where (${isUnfinished()} or ${isGathering()}) and incarnation = ${before} and has_become(incarnation, incarnation())
    returning notification_id`.execute(db);
  return rows.map((row) => row.notificationId);
};

/** Somebody who was at work on the server that this one was may be about to say that nothing is missing. */
const mayBeVouchedFor = sql<boolean>`(has_become(fan_out.incarnation, incarnation())
  and coalesce((select confirmed from worker_beat beat where beat.incarnation = fan_out.incarnation order by at desc limit 1), false))`;

type Paused = { notificationId: string };

/**
 * F53: pauses what is open in a copy of the database that it was not accepted in; what was sent since the copy was made is known to nobody, so a
 * person decides. `which`: also what is of this very server, plans as well, because it lacks what it had; or all but what another worker may vouch for.
 * Returns the notifications.
 */
export const pauseRestored = async (db: Db, which: 'foreign' | 'unvouched' | 'all'): Promise<string[]> => {
  const those = {
    foreign: sql`incarnation <> incarnation()`,
    unvouched: sql`incarnation <> incarnation() and not ${mayBeVouchedFor}`,
    all: sql`pause_reason is distinct from 'restored'`,
  };
  // Those of this very server would start by themselves, or once they are approved: that they have started already is what it lacks.
  if (which === 'all') await sql`update fan_out_plan set incarnation = '' where waits_for = 'approval' and incarnation <> ''`.execute(db);
  const plans =
    which === 'all'
      ? await sql<Paused>`update fan_out_plan set waits_for = 'restored' where waits_for is null returning notification_id`.execute(db)
      : { rows: [] };
  const { rows } = await sql<Paused>`
    update fan_out set incarnation = incarnation(), paused_at = coalesce(paused_at, clock_timestamp()), paused_by = null, pause_reason = 'restored'
    where ${isOpen()} and ${those[which]}
    returning notification_id`.execute(db);
  return [...plans.rows, ...rows].map((row) => row.notificationId);
};
