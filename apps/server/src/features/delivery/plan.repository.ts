import { afterQuiet, LATE_HOURS } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { readQuietHours } from '../settings/index.ts';
import { callWorkers } from './call-workers.repository.ts';
import type { PlanHold, PlanWait } from './delivery.tables.ts';
import type { EndedState } from './fan-out-state.ts';
import { audienceColumns } from './frozen-audience.ts';

type Db = DbOf<'fanOutPlan' | 'fanOut' | 'notification' | 'settings'>;

/** A start that is so many seconds late is in time (PLAN-03). */
export const A_MOMENT_S = 60;
/** Its time has come by the clock of the database. */
const isDue = sql<boolean>`p.starts_at <= clock_timestamp()`;
/** Nobody could see it any more: it ends by itself, also where it waits for a person. */
const isOver = sql<boolean>`exists (select 1 from notification n where n.id = p.notification_id and n.valid_until <= clock_timestamp())`;

/** A notification starts later: until then nothing that looks for fan-outs finds it (decision 107). */
export const insertPlan = async (
  db: Db,
  notificationId: string,
  startsAt: Date,
  { waitsFor = null, plannedBy = null }: { waitsFor?: 'approval' | null; plannedBy?: string | null } = {},
): Promise<void> => {
  await db.insertInto('fanOutPlan').values({ notificationId, startsAt, waitsFor, plannedBy, heldBy: null }).execute();
  await callWorkers(db, notificationId);
};

type HeldPlan = { startsAt: Date; waitsFor: PlanWait | null };

/** When it starts, held until the transaction ends; undefined when it has started, or will not. Held before its notification, as workers do. */
export const holdPlan = (db: Db, notificationId: string): Promise<HeldPlan | undefined> =>
  db.selectFrom('fanOutPlan').where('notificationId', '=', notificationId).select(['startsAt', 'waitsFor']).forUpdate().executeTakeFirst();

/** A person has said when: it starts by itself again, in the life that the database has now, unless it is still to be approved. */
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

/** It was approved: it starts by itself from then on, unless it is late by then, or was asked for in another life of the database. */
export const releasePlan = async (db: Db, notificationId: string, startsAt: Date): Promise<void> => {
  await db
    .updateTable('fanOutPlan')
    .set({ startsAt, waitsFor: null, heldBy: null, isQuiet: false })
    .where('notificationId', '=', notificationId)
    .execute();
  await callWorkers(db, notificationId);
};

/** It starts, or ends: whoever holds it does the rest in the same transaction. */
export const removePlan = async (db: Db, notificationId: string): Promise<void> => {
  await db.deleteFrom('fanOutPlan').where('notificationId', '=', notificationId).execute();
};

/** It ends before anybody could get it: from now on it is a fan-out that reached nobody. */
export const endPlan = async (db: Db, notificationId: string, state: EndedState): Promise<void> => {
  await removePlan(db, notificationId);
  const nobody = audienceColumns({ of: 'stores', storeIds: [] });
  await db
    .insertInto('fanOut')
    .values({ notificationId, ofNotification: notificationId, state, ...nobody, finishedAt: sql`clock_timestamp()` })
    .execute();
};

const isHold = (wait: PlanWait): wait is PlanHold => wait !== 'late' && wait !== 'restored' && wait !== 'approval';

/** The plan does not start by itself from now on. */
export const letPlanWait = async (db: Db, notificationId: string, wait: PlanWait): Promise<void> => {
  const waits = isHold(wait) ? { waitsFor: 'late' as const, heldBy: wait } : { waitsFor: wait, heldBy: null };
  await db
    .updateTable('fanOutPlan')
    .set({ ...waits, isQuiet: wait === 'quietHours' })
    .where('notificationId', '=', notificationId)
    .execute();
};

type DuePlan = {
  notificationId: string;
  /** It was planned in another life of the database than this one. */
  isForeign: boolean;
  isLate: boolean;
  /** When it makes a sound: a start that is a moment late is in time. */
  heardAt: Date;
};

/** The plan that has been due longest, held until the transaction ends; one that somebody holds is passed over. */
export const holdDuePlan = async (db: Db): Promise<DuePlan | undefined> => {
  const { rows } = await sql<DuePlan>`
    select notification_id, incarnation <> incarnation() as is_foreign,
      starts_at <= clock_timestamp() - make_interval(hours => ${LATE_HOURS}) as is_late,
      greatest(starts_at, clock_timestamp() - make_interval(secs => ${A_MOMENT_S})) as heard_at
    from fan_out_plan p where ${isDue} and (waits_for is null or ${isOver})
    order by starts_at, notification_id limit 1 for update of p skip locked`.execute(db);
  return rows[0];
};

/** The milliseconds until a plan is due: infinite where there is none, 0 or less when one is. */
export const planDueInMs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ dueInMs: number | null }>`
    select extract(epoch from least(
        (select min(starts_at) from fan_out_plan where waits_for is null),
        (select min(n.valid_until) from fan_out_plan p join notification n on n.id = p.notification_id where p.waits_for is not null))
        - clock_timestamp())::float8 * 1000 as due_in_ms`.execute(db);
  return rows[0]?.dueInMs ?? Infinity;
};

/**
 * Of some notifications those that are plans, and why they do not start by themselves: for whoever asks, a copy of the database and what would start
 * in quiet hours wait at once.
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
