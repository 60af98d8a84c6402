import type { SendNotification } from '@endcap/contract/notifications';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { changed, type Mark } from '../entities/index.ts';

type Db = DbOf<'fanOutPlan' | 'notification' | 'notificationCount' | 'store' | 'content'>;

const planner = sql<string>`coalesce((select p.planned_by from fan_out_plan p where p.notification_id = notification.id), updated_by)`;
const ruleColumns = ['includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'] as const;

/** Returns a plan. `isOver` is by the clock of the database. `plannedBy` last planned, moved or started it; `updatedBy` last edited it. */
export const findStarting = async (db: Db, id: string) => {
  const { url, storeId, createdAt, createdBy, updatedBy, plannedBy, isOver, isStoreGone, ...rule } = await db
    .selectFrom('notification')
    .where('id', '=', id)
    .select(['url', 'storeId', 'createdAt', 'createdBy', 'updatedBy', ...ruleColumns])
    .select(planner.as('plannedBy'))
    .select(sql<boolean>`valid_until <= clock_timestamp()`.as('isOver'))
    .select(sql<boolean>`exists (select 1 from store where store.id = store_id and store.deleted_at is not null)`.as('isStoreGone'))
    .executeTakeFirstOrThrow();
  return { id, url, storeId, createdAt, createdBy, updatedBy, plannedBy, isOver, isStoreGone, rule };
};
export type Starting = Awaited<ReturnType<typeof findStarting>>;

/** Raises the revision although the text stays the same, so that the revision that was read can no longer be approved. */
export const outdateRevision = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('notification')
    .set({ revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
};

export const isContentGone = async (db: Db, contentId: string): Promise<boolean> =>
  (await db.selectFrom('content').where('id', '=', contentId).where('deletedAt', 'is', null).select('id').executeTakeFirst()) === undefined;

/** Returns a plan before it is changed, locked until the transaction ends; undefined in another scope. */
export const lockPlanned = async (db: Db, scope: string | null, id: string) => {
  const row = await db
    .selectFrom('notification')
    .where('id', '=', id)
    .select([
      'id',
      'title',
      'content',
      'url',
      'image',
      'isTest',
      'safety',
      'validUntil',
      'createdAt',
      'createdBy',
      'updatedBy',
      'storeId',
      'revision',
      ...ruleColumns,
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!row || (scope !== null && row.storeId !== scope)) return undefined;
  const { id: _id, validUntil, createdAt, createdBy, updatedBy, storeId, revision, ...values } = row;
  return { id: _id, validUntil, createdAt, createdBy, updatedBy, storeId, revision, values };
};
export type Planned = NonNullable<Awaited<ReturnType<typeof lockPlanned>>>;

/** Records that the list shows something else, although its total is the same. */
export const noteShown = (db: QueryExecutorProvider, storeId: string | null) =>
  sql`update notification_count set changes = changes + 1 where scope = ${storeId ?? ''}`.execute(db);

type Values = Partial<Omit<SendNotification, 'validUntil' | 'startsAt'>> & {
  validUntil?: Date;
  /** When it starts; for a plan that will not start, when it was ended. */
  createdAt: Date;
};

export const changePlanned = async (
  db: Db,
  { id, storeId }: { id: string; storeId: string | null },
  values: Values,
  mark: Mark,
): Promise<void> => {
  await db
    .updateTable('notification')
    .set({ ...values, ...changed(mark) })
    .where('id', '=', id)
    .execute();
  await noteShown(db, storeId);
};
