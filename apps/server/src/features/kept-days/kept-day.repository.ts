import type { KeptDayDraft } from '@endcap/contract/kept-days';
import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../../platform/db/list-rows.ts';
import type { DbOf } from '../../tables.ts';
import { changed, hidden, made, type Mark, marksOf } from '../entities/index.ts';

type Db = DbOf<'keptDay' | 'notification' | 'fanOutPlan' | 'storeGroup' | 'storeGroupMember'>;

const LOCK = sql`hashtext('endcap kept days')`;

/** Locks out sends by stores while a day is being reserved, and the reverse. The second transaction sees the result of the first. */
export const lockForReserving = (db: DbOf<'keptDay'>) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
export const lockForSending = (db: DbOf<'keptDay'>) => sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(db);

/** Stores in the groups of a reserved day that are not deleted. */
const members = sql`store_group_member m join store_group g on g.id = m.group_id and g.deleted_at is null
  where m.group_id = any(kept_day.store_groups)`;
/** Condition: a reserved day applies to a store. */
const concerns = (store: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(kept_day.store_groups is null or exists (select from ${members} and m.store_id = ${store}))`;
/** The same condition for many stores: the stores of the day are read once. */
const concernsAmongMany = (store: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(kept_day.store_groups is null or ${store} in (select m.store_id from ${members}))`;

const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Europe/Warsaw'`;
/** The number of plans of stores on the day that it applies to, without those that wait for approval. */
const plans = sql<number>`(select count(*)::int from fan_out_plan p join notification n on n.id = p.notification_id
  where n.store_id is not null and p.waits_for is distinct from 'approval' and p.starts_at >= ${startOf(sql`kept_day.day`)} and p.starts_at < ${startOf(sql`kept_day.day + 1`)}
    and ${concernsAmongMany(sql`n.store_id`)})`;
const day = sql<string>`to_char(kept_day.day, 'YYYY-MM-DD')`;

const living = (db: Db) =>
  db
    .selectFrom('keptDay')
    .where('deletedAt', 'is', null)
    .select(['id as _id', 'storeGroups', 'reason', day.as('day'), plans.as('plans')])
    .select(marksOf('kept_day'));

export const findKeptDay = (db: Db, id: string) => living(db).where('id', '=', id).executeTakeFirst();

/** Returns the reserved days between two days, both included. */
export const keptDaysBetween = (db: Db, from: string, to: string) =>
  living(db)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy(sql`kept_day.day`)
    .execute();

/** Returns the reservation of a day for a store, if any. */
export const findReservation = (db: Db, storeId: string, of: string): Promise<{ reason: string | null } | undefined> =>
  db
    .selectFrom('keptDay')
    .where('deletedAt', 'is', null)
    .where('day', '=', of)
    .where(concerns(sql`${storeId}::text`))
    .select('reason')
    .executeTakeFirst();

/** Returns today in Warsaw by the clock of the database, and whether a day is already reserved. */
export const readDayStatus = async (db: DbOf<'keptDay'>, of: string): Promise<{ today: string; isReserved: boolean }> => {
  const { rows } = await sql<{ today: string; isReserved: boolean }>`
    select to_char(clock_timestamp() at time zone 'Europe/Warsaw', 'YYYY-MM-DD') as today,
      exists (select from kept_day where day = ${of}::date and deleted_at is null) as is_reserved`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0];
};

export const lockKeptDay = async (db: DbOf<'keptDay'>, id: string): Promise<boolean> =>
  (await db.selectFrom('keptDay').where('deletedAt', 'is', null).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !==
  undefined;

export const insertKeptDay = async (db: DbOf<'keptDay'>, id: string, draft: KeptDayDraft, mark: Mark): Promise<void> => {
  await db
    .insertInto('keptDay')
    .values({ ...draft, ...made(id, mark) })
    .execute();
};

export const updateKeptDay = async (db: DbOf<'keptDay'>, id: string, draft: KeptDayDraft, mark: Mark): Promise<void> => {
  await db
    .updateTable('keptDay')
    .set({ ...draft, ...changed(mark) })
    .where('id', '=', id)
    .execute();
};

export const hideKeptDays = async (db: DbOf<'keptDay'>, ids: readonly string[], mark: Mark): Promise<void> => {
  await db.updateTable('keptDay').set(hidden(mark)).where(isOneOf('id', ids)).execute();
};
