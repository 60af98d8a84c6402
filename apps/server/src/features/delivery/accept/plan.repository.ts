import { afterQuiet, LATE_HOURS } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { readQuietHours } from '../../settings/index.ts';
import { callWorkers } from './call-workers.repository.ts';
import type { BlockingRule, PlanWait } from '../delivery.tables.ts';
import type { EndedState } from '../fan-out-state.ts';
import { audienceColumns } from './frozen-audience.ts';

type Db = DbOf<'fanOutPlan' | 'fanOut' | 'notification' | 'settings'>;

/** A start up to this many seconds late counts as in time (PLAN-03). */
export const A_MOMENT_S = 60;
/** The plan is due by the clock of the database. */
const isDue = sql<boolean>`p.starts_at <= clock_timestamp()`;
/** The notification has expired. The plan then ends by itself, even while it waits for a person. */
const isOver = sql<boolean>`exists (select 1 from notification n where n.id = p.notification_id and n.valid_until <= clock_timestamp())`;

/** Stores a plan. It becomes a fan-out only when it starts, so queries for fan-outs do not find it (decision 107). */
export const insertPlan = async (
  db: Db,
  notificationId: string,
  startsAt: Date,
  { waitsFor = null, plannedBy = null }: { waitsFor?: 'approval' | null; plannedBy?: string | null } = {},
): Promise<void> => {
  await db.insertInto('fanOutPlan').values({ notificationId, startsAt, waitsFor, plannedBy, heldBy: null }).execute();
  await callWorkers(db, notificationId);
};

type LockedPlan = { startsAt: Date; waitsFor: PlanWait | null };

/**
 * Locks a plan until the transaction ends. Returns undefined if it has started or will never start. Call it before the notification is
 * locked, because workers lock in this order.
 */
export const lockPlan = (db: Db, notificationId: string): Promise<LockedPlan | undefined> =>
  db.selectFrom('fanOutPlan').where('notificationId', '=', notificationId).select(['startsAt', 'waitsFor']).forUpdate().executeTakeFirst();

/** Sets a new start. The plan then starts by itself, in the current incarnation of the database, unless it still needs approval. */
export const movePlan = async (
  db: Db,
  notificationId: string,
  startsAt: Date,
  { waitsFor = null, plannedBy }: { waitsFor?: 'approval' | null; plannedBy: string },
): Promise<void> => {
  await db
    .updateTable('fanOutPlan')
    .set({ startsAt, waitsFor, plannedBy, heldBy: null, isQuiet: false, incarnation: sql`incarnation()` })
    .where('notificationId', '=', notificationId)
    .execute();
  await callWorkers(db, notificationId);
};

/** Ends a plan's wait for an approval. It then starts by itself, unless it is late or was planned before a database restore. */
export const releasePlan = async (db: Db, notificationId: string, startsAt: Date): Promise<void> => {
  await db
    .updateTable('fanOutPlan')
    .set({ startsAt, waitsFor: null, heldBy: null, isQuiet: false })
    .where('notificationId', '=', notificationId)
    .execute();
  await callWorkers(db, notificationId);
};

/** Deletes a plan that starts or ends. The caller has locked it, and does the rest in the same transaction. */
export const removePlan = async (db: Db, notificationId: string): Promise<void> => {
  await db.deleteFrom('fanOutPlan').where('notificationId', '=', notificationId).execute();
};

/** Ends a plan before it starts, by converting it to an ended fan-out with an empty audience. */
export const endPlan = async (db: Db, notificationId: string, state: EndedState): Promise<void> => {
  await removePlan(db, notificationId);
  const nobody = audienceColumns({ of: 'stores', storeIds: [] });
  await db
    .insertInto('fanOut')
    .values({ notificationId, ofNotification: notificationId, state, ...nobody, finishedAt: sql`clock_timestamp()` })
    .execute();
};

const isBlockingRule = (wait: PlanWait): wait is BlockingRule => wait !== 'late' && wait !== 'restored' && wait !== 'approval';

/** Blocks a plan, so that it does not start by itself. */
export const blockPlan = async (db: Db, notificationId: string, wait: PlanWait): Promise<void> => {
  const waits = isBlockingRule(wait) ? { waitsFor: 'late' as const, heldBy: wait } : { waitsFor: wait, heldBy: null };
  await db
    .updateTable('fanOutPlan')
    .set({ ...waits, isQuiet: wait === 'quietHours' })
    .where('notificationId', '=', notificationId)
    .execute();
};

type DuePlan = {
  notificationId: string;
  /** It was planned in another incarnation of the database. */
  isForeign: boolean;
  isLate: boolean;
  /** The start for the checks: the planned one, but at most a minute ago, because a start that is a moment late counts as in time. */
  audibleAt: Date;
};

/** Locks and returns the plan that has been due longest. Skips plans that another transaction has locked. */
export const lockDuePlan = async (db: Db): Promise<DuePlan | undefined> => {
  const { rows } = await sql<DuePlan>`
    select notification_id, incarnation <> incarnation() as is_foreign,
      starts_at <= clock_timestamp() - make_interval(hours => ${LATE_HOURS}) as is_late,
      greatest(starts_at, clock_timestamp() - make_interval(secs => ${A_MOMENT_S})) as audible_at
    from fan_out_plan p where ${isDue} and (waits_for is null or ${isOver})
    order by starts_at, notification_id limit 1 for update of p skip locked`.execute(db);
  return rows[0];
};

/** Returns the milliseconds until a plan is due or a waiting one expires: 0 or less if one is, infinite without plans. */
export const planDueInMs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ dueInMs: number | null }>`
    select extract(epoch from least(
        (select min(starts_at) from fan_out_plan where waits_for is null),
        (select min(n.valid_until) from fan_out_plan p join notification n on n.id = p.notification_id where p.waits_for is not null))
        - clock_timestamp())::float8 * 1000 as due_in_ms`.execute(db);
  return rows[0]?.dueInMs ?? Infinity;
};

/**
 * Returns which of the notifications are plans, and why each does not start by itself; null: it does. Reports plans of a restored database
 * and plans that would start in quiet hours as waiting, even before a worker has stored that.
 */
export const plansAmong = async (db: Db, notificationIds: readonly string[]): Promise<Map<string, PlanWait | null>> => {
  const { rows } = await sql<{ id: string; startsAt: Date; waitsFor: PlanWait | null }>`
    select notification_id as id, starts_at,
      coalesce(case when waits_for = 'late' then coalesce(held_by, case when is_quiet then 'quietHours' end) end, waits_for,
        case when incarnation <> incarnation() then 'restored' end) as waits_for
    from fan_out_plan where notification_id = any(${[...notificationIds]}::text[])`.execute(db);
  const hours = rows.length > 0 ? await readQuietHours(db) : null;
  return new Map(rows.map(({ id, startsAt, waitsFor }) => [id, waitsFor ?? (afterQuiet(startsAt, hours) === null ? null : 'quietHours')]));
};
