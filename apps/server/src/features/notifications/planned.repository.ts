import type { SendNotification } from '@endcap/contract/notifications';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { changed, type Mark } from '../entities/index.ts';

type Db = DbOf<'notification' | 'notificationCount' | 'store' | 'content'>;

const ruleColumns = ['includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'] as const;

/** A plan that is due, by the clock of the database. `plannedBy` planned it or changed it last. */
export const findStarting = async (db: Db, id: string) => {
  const { url, storeId, createdAt, createdBy, plannedBy, isOver, isStoreGone, ...rule } = await db
    .selectFrom('notification')
    .where('id', '=', id)
    .select(['url', 'storeId', 'createdAt', 'createdBy', 'updatedBy as plannedBy', ...ruleColumns])
    .select(sql<boolean>`valid_until <= clock_timestamp()`.as('isOver'))
    .select(sql<boolean>`exists (select 1 from store where store.id = store_id and store.deleted_at is not null)`.as('isStoreGone'))
    .executeTakeFirstOrThrow();
  return { id, url, storeId, createdAt, createdBy, plannedBy, isOver, isStoreGone, rule };
};
export type Starting = Awaited<ReturnType<typeof findStarting>>;

/** Who planned it, or changed it last. */
export const plannerOf = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('notification').where('id', '=', id).select('updatedBy').executeTakeFirstOrThrow()).updatedBy;

export const isContentGone = async (db: Db, contentId: string): Promise<boolean> =>
  (await db.selectFrom('content').where('id', '=', contentId).where('deletedAt', 'is', null).select('id').executeTakeFirst()) === undefined;

/** The clock by which plans start. */
export const databaseNow = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0].now;
};

/** A plan as it was before it is changed, locked until the transaction ends; undefined in another scope. */
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
      'storeId',
      'revision',
      ...ruleColumns,
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!row || (scope !== null && row.storeId !== scope)) return undefined;
  const { id: _id, validUntil, createdAt, createdBy, storeId, revision, ...values } = row;
  return { id: _id, validUntil, createdAt, createdBy, storeId, revision, values };
};
export type Planned = NonNullable<Awaited<ReturnType<typeof lockPlanned>>>;

/** The list stands at the same number, and shows something else. */
export const noteShown = (db: QueryExecutorProvider, storeId: string | null) =>
  sql`update notification_count set changes = changes + 1 where scope = ${storeId ?? ''}`.execute(db);

type Values = Partial<Omit<SendNotification, 'validUntil' | 'startsAt'>> & {
  validUntil?: Date;
  /** When it starts; of what will not, when that was said. */
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
