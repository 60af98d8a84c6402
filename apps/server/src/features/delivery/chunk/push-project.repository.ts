import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';

type Db = DbOf<'pushProject'>;

/** Shared state of a push project. `blockedMs`: how long the push service wants no requests; `downSince`: set while the breaker is open. */
type ProjectState = { blockedMs: number; downSince: Date | null };

const RAMP_SECONDS = 60;
const RAMP_START = 0.05;
/** After a request to slow down, the rate climbs from its half to the whole within this many seconds at most. */
const RECOVERY_SECONDS = 120;
/** One burst of refusals halves the rate once. */
const HALVED_AGAIN_SECONDS = 5;
const SLOWEST_SHARE = 0.02;

// A crash of the database may lose the last half second of reservations. The rate limit can absorb that; an fsync per wave costs too much.
const unsynced = sql`set_config('synchronous_commit', 'off', true)`;

/** Inserts the row of a push project if it is missing. */
export const ensureProject = async (db: Db, project: string): Promise<void> => {
  await db
    .insertInto('pushProject')
    .values({ project })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Closes the breaker of other projects, since nothing is sent to them any more. */
export const closeOtherBreakers = async (db: Db, project: string): Promise<void> => {
  await db.updateTable('pushProject').set({ downSince: null }).where('project', '!=', project).where('downSince', 'is not', null).execute();
};

export const readProject = async (db: Db, project: string): Promise<ProjectState> => {
  const { rows } = await sql<ProjectState>`
    select case when held_until > clock_timestamp() then (extract(epoch from held_until - clock_timestamp()) * 1000)::float8 else 0 end as blocked_ms,
      down_since
    from push_project where project = ${project}`.execute(db);
  return rows[0] ?? { blockedMs: 0, downSince: null };
};

/**
 * Takes `messages` out of the shared bucket of `perSecond`. Returns the milliseconds until they may be sent, or null if that is more
 * than `horizonSeconds`. The rate climbs for a minute from standstill, and after the push service asked to slow down.
 */
export const reserve = async (
  db: Db,
  project: string,
  messages: number,
  perSecond: number,
  horizonSeconds: number,
): Promise<number | null> => {
  const { rows } = await sql<{ waitMs: number }>`
    with seen as (select *, clock_timestamp() as at, ${unsynced} from push_project where project = ${project} for update),
      slot as (
        select at, greatest(next_at, at) as leave, throttled_to, throttled_at,
          case when next_at < at - make_interval(secs => ${RAMP_SECONDS}) then at else ramp_from end as ramp
        from seen where next_at < at + make_interval(secs => ${horizonSeconds})),
      share as (
        select leave, at, ramp,
          greatest(${RAMP_START}::float8, least(1, case when ramp = '-infinity' then 1 else extract(epoch from at - ramp) / ${RAMP_SECONDS} end))
            * least(1, case when throttled_at = '-infinity' then 1 else throttled_to + extract(epoch from at - throttled_at) / ${RECOVERY_SECONDS} end) as share
        from slot)
    update push_project set ramp_from = ramp, next_at = leave + make_interval(secs => ${messages} / (${perSecond}::float8 * share))
    from share where project = ${project}
    returning (extract(epoch from leave - at) * 1000)::float8 as wait_ms`.execute(db);
  return rows[0]?.waitMs ?? null;
};

/** Halves the shared rate, because the push service asked to slow down. With `blockMs`, all workers also pause that long. */
export const slowDown = async (db: Db, project: string, blockMs: number): Promise<void> => {
  await sql`
    update push_project set
      held_until = case when ${blockMs}::float8 > 0 then greatest(held_until, clock_timestamp() + make_interval(secs => ${blockMs / 1000})) else held_until end,
      throttled_to = case when throttled_at < clock_timestamp() - make_interval(secs => ${HALVED_AGAIN_SECONDS})
        then greatest(${SLOWEST_SHARE}, least(1, case when throttled_at = '-infinity' then 1
          else throttled_to + extract(epoch from clock_timestamp() - throttled_at) / ${RECOVERY_SECONDS} end) / 2)
        else throttled_to end,
      throttled_at = case when throttled_at < clock_timestamp() - make_interval(secs => ${HALVED_AGAIN_SECONDS}) then clock_timestamp() else throttled_at end
    where project = ${project}`.execute(db);
};

/** Opens the circuit breaker: until it closes, only single probes are sent. Returns true if this call opened it. */
export const openBreaker = async (db: Db, project: string, probeEveryMs: number): Promise<boolean> => {
  const { rows } = await sql`
    update push_project set down_since = clock_timestamp(), probe_at = clock_timestamp() + make_interval(secs => ${probeEveryMs / 1000})
    where project = ${project} and down_since is null returning 1`.execute(db);
  return rows.length > 0;
};

/** True for the one worker that may send the next probe. */
export const claimProbe = async (db: Db, project: string, probeEveryMs: number): Promise<boolean> => {
  const { rows } = await sql`
    update push_project set probe_at = clock_timestamp() + make_interval(secs => ${probeEveryMs / 1000})
    where project = ${project} and down_since is not null and probe_at <= clock_timestamp() returning 1`.execute(db);
  return rows.length > 0;
};

/** The push service answers again; the rate climbs from the start. */
export const closeBreaker = async (db: Db, project: string): Promise<void> => {
  await sql`update push_project set down_since = null, ramp_from = clock_timestamp() where project = ${project}`.execute(db);
};
