import type { AudienceRule } from '@endcap/contract/audience';
import type { NotificationRow, SendNotification } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { pageWindow } from '../../platform/db/page-window.ts';
import { contains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';
import { changed, type Mark } from '../entities/index.ts';

type Db = DbOf<'notification' | 'notificationCount' | 'fanOutChunk'>;

export type StoredNotification = Omit<SendNotification, 'validUntil'> & {
  _id: string;
  validUntil: Date;
  createdAt: Date;
  storeId: string | null;
  errors: string[];
  revision: number;
};

/** Null: every notification; else those of one store. */
type Scope = string | null;

const columns = [
  'id as _id',
  'title',
  'content',
  'url',
  'image',
  'isTest',
  'validUntil',
  'createdAt',
  'storeId',
  'includeStoreType',
  'includeStores',
  'excludeStores',
  'includeStoreGroups',
  'excludeStoreGroups',
  'errors',
  'revision',
] as const;

const inScope = (db: Db, scope: Scope) => {
  const all = db.selectFrom('notification');
  return scope === null ? all : all.where('storeId', '=', scope);
};

type ListQuery = { page: number; pageSize: number; text: string };

const matching = (db: Db, scope: Scope, { text }: ListQuery) => {
  const all = inScope(db, scope);
  return text ? all.where(contains(sql`title || chr(10) || content`, text)) : all;
};

/** How many notifications a scope has, and a number that changes whenever that does; the database keeps both. */
export const notificationTotal = async (db: Db, scope: Scope): Promise<{ total: number; version: number }> => {
  const all = db.selectFrom('notificationCount');
  return (scope === null ? all : all.where('scope', '=', scope))
    .select([sql<number>`coalesce(sum(total), 0)::int`.as('total'), sql<number>`coalesce(sum(changes), 0)::double precision`.as('version')])
    .executeTakeFirstOrThrow();
};

export const countNotifications = async (db: Db, scope: Scope, query: ListQuery): Promise<number> =>
  (await matching(db, scope, query).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total;

const newest = [sql`notification.created_at desc, notification.id desc`, sql`notification.created_at, notification.id`] as const;

/** Newest first (NOTIF-LIST-20). One id of a batch is enough to tell that something was handed over. */
export const listNotifications = async (db: Db, scope: Scope, query: ListQuery, total: number): Promise<NotificationRow[]> => {
  const window = pageWindow(query, total);
  if (!window) return [];
  const found = matching(db, scope, query)
    .select('id as found')
    .orderBy(newest[window.fromEnd ? 1 : 0])
    .limit(window.limit)
    .offset(window.offset);
  const items = await db
    .selectFrom(found.as('page'))
    .innerJoin('notification', 'notification.id', 'page.found')
    .select(['notification.id as _id', 'title', 'content', 'isTest', 'createdAt', 'errors', 'storeId'])
    .select(
      sql<
        string[]
      >`array(select message_id from fan_out_chunk c where c.notification_id = notification.id and message_id is not null order by no limit 1)`.as(
        'notificationIds',
      ),
    )
    .orderBy(newest[0])
    .execute();
  return items.map((item) => ({ ...item, createdAt: item.createdAt.toISOString() }));
};

export const findNotification = (db: Db, id: string): Promise<StoredNotification | undefined> =>
  db.selectFrom('notification').where('id', '=', id).select(columns).executeTakeFirst();

/** Which revision and whose the given notifications are now; those that do not exist are absent. */
export const standingsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, { revision: number; storeId: string | null }>> => {
  const { rows } = await sql<{ id: string; revision: number; storeId: string | null }>`
    select id, revision, store_id from notification where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
};

export type NewNotification = Omit<SendNotification, keyof AudienceRule | 'validUntil'> &
  AudienceRule & { id: string; validUntil: Date; createdAt: Date; createdBy: string; storeId: string | null };

export const insertNotification = async (db: Db, notification: NewNotification): Promise<void> => {
  await db
    .insertInto('notification')
    .values({ ...notification, updatedBy: notification.createdBy })
    .execute();
};

export const setValidUntil = async (db: Db, id: string, validUntil: Date, mark: Mark): Promise<void> => {
  await db
    .updateTable('notification')
    .set({ validUntil, ...changed(mark) })
    .where('id', '=', id)
    .execute();
};

/** The validity as it is now, locked until the transaction ends. */
export const lockValidUntil = (db: Db, scope: Scope, id: string): Promise<{ validUntil: Date; revision: number } | undefined> =>
  inScope(db, scope).where('id', '=', id).select(['validUntil', 'revision']).forUpdate().executeTakeFirst();

type Steered = Pick<StoredNotification, 'validUntil' | 'createdAt' | 'storeId' | 'isTest' | 'errors'>;

/** What steering has to know of a notification, locked until the transaction ends. */
export const lockForSteering = (db: Db, scope: Scope, id: string): Promise<Steered | undefined> =>
  inScope(db, scope).where('id', '=', id).select(['validUntil', 'createdAt', 'storeId', 'isTest', 'errors']).forUpdate().executeTakeFirst();

/** Why its sending was stopped, in a sentence. */
export const addError = async (db: Db, id: string, error: string): Promise<void> => {
  await db
    .updateTable('notification')
    .set({ errors: sql`array_append(errors, ${error})` })
    .where('id', '=', id)
    .execute();
};

export const clearErrors = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('notification').set({ errors: [] }).where('id', '=', id).execute();
};
