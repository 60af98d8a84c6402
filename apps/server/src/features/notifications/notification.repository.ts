import type { AudienceRule } from '@endcap/contract/audience';
import type { CorrectNotification, ListedState, NotificationRow, SendNotification } from '@endcap/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import { idsOf, isOneOf } from '../../platform/db/list-rows.ts';
import type { PageWindow } from '../../platform/db/page-window.ts';
import { foldedContains } from '../../platform/db/search.ts';
import type { DataVersion } from '../../platform/data-version.ts';
import type { DbOf } from '../../tables.ts';
import { isEnded, isUnfinished, unacceptedSends } from '../delivery/index.ts';
import { changed, type Mark, nameOf } from '../entities/index.ts';
import { approvalState } from './approval.repository.ts';
import { withWaitingCorrection } from './correction.repository.ts';
import { noteShown } from './planned.repository.ts';

type Db = DbOf<
  | 'askedCorrection'
  | 'notification'
  | 'notificationCount'
  | 'fanOut'
  | 'fanOutChunk'
  | 'fanOutPlan'
  | 'pastChunk'
  | 'sendApproval'
  | 'staffName'
>;

export type StoredNotification = Omit<SendNotification, 'validUntil' | 'startsAt'> & {
  _id: string;
  validUntil: Date;
  createdAt: Date;
  storeId: string | null;
  errors: string[];
  correctedAt: Date | null;
  recalledAt: Date | null;
  revision: number;
};

/** Null: every notification; else those of one store (A-51). */
type Scope = string | null;

const columns = [
  'id as _id',
  'title',
  'content',
  'url',
  'image',
  'isTest',
  'safety',
  'validUntil',
  'createdAt',
  'storeId',
  'includeStoreType',
  'includeStores',
  'excludeStores',
  'includeStoreGroups',
  'excludeStoreGroups',
  'errors',
  'correctedAt',
  'recalledAt',
  'revision',
] as const;

const inScope = (db: Db, scope: Scope) => {
  const all = db.selectFrom('notification');
  return scope === null ? all : all.where('storeId', '=', scope);
};

export type NotificationListQuery = {
  page: number;
  pageSize: number;
  text: string;
  isTest?: boolean | undefined;
  state?: ListedState | undefined;
  scope: Scope;
};

/** Ids of the few notifications that are being sent, and of the few that were stopped or that no phone accepted. All others were sent. */
const unfinished = sql`(select f.notification_id from fan_out f where ${isUnfinished('f')})`;
const ended = sql`(select n.id from notification n where n.errors <> '{}'
  union all select f.notification_id from fan_out f where ${isEnded('f')} and not ${isUnfinished('f')}
  union all ${unacceptedSends})`;
/** Ids of the few plans, and of those among them that need approval (CARE-04). */
const unstarted = sql`(select notification_id from fan_out_plan)`;
const unapproved = sql`(select notification_id from fan_out_plan where waits_for = 'approval')`;
const planned = sql`(select notification_id from fan_out_plan where waits_for is distinct from 'approval')`;
/** Every notification is in one of these states. A sent one also counts as unapproved while its correction waits. */
const isIn: Record<ListedState | 'unstarted', RawBuilder<boolean>> = {
  unstarted: sql`id in ${unstarted}`,
  unapproved: sql`(id in ${unapproved} or id in ${withWaitingCorrection})`,
  planned: sql`id in ${planned}`,
  underWay: sql`(errors = '{}' and id in ${unfinished})`,
  sent: sql`(id not in ${unfinished} and id not in ${ended} and id not in ${unstarted})`,
  stopped: sql`id in ${ended}`,
};

type Counted = Omit<NotificationListQuery, 'state'> & { state?: ListedState | 'unstarted' | undefined };

const matching = (db: Db, { scope, text, isTest, state }: Counted) => {
  let found = inScope(db, scope);
  if (text) found = found.where(foldedContains(sql`text_folded`, text));
  if (isTest !== undefined) found = found.where(isTest ? sql<boolean>`is_test` : sql<boolean>`not is_test`);
  return state ? found.where(isIn[state]) : found;
};

/** Which of some notifications belong to the scope. */
export const idsInScope = async (db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> =>
  (await inScope(db, scope).where(isOneOf('notification.id', ids)).select('id').execute()).map(({ id }) => id);

/** Means every scope; no store has this id. */
export const EVERY_SCOPE = '*';

type NotificationTotals = DataVersion & { total: number };

/** Returns the list version and total of each scope, as the database maintains them. */
export const notificationTotals = async (db: Db, scopes: readonly string[]): Promise<Map<string, NotificationTotals>> => {
  const { rows } = await sql<NotificationTotals & { scope: string }>`/* prepared: notification totals */
    select asked.scope, coalesce(sum(total), 0)::int as total, coalesce(sum(changes), 0)::double precision as number, incarnation() as incarnation
    from unnest(${scopes}::text[]) as asked (scope) left join notification_count c on c.scope = asked.scope or asked.scope = ${EVERY_SCOPE}
    group by asked.scope`.execute(db);
  return new Map(rows.map(({ scope, ...totals }) => [scope, totals]));
};

/**
 * Returns the number of matches as SQL. For a value that most rows have, it subtracts the few others from the total that the database
 * maintains. Counting directly would read a year's sends after each write (OPS-06).
 */
const counted = (db: Db, query: Counted): RawBuilder<number> => {
  const { scope, text, isTest, state } = query;
  const of = (other: Partial<Counted>): RawBuilder<number> => counted(db, { ...query, ...other });
  if (text === '' && isTest === false) return sql`(${of({ isTest: undefined })} - ${of({ isTest: true })})`;
  if (text === '' && state === 'sent')
    return sql`(${of({ state: undefined })} - ${of({ state: 'underWay' })} - ${of({ state: 'stopped' })} - ${of({ state: 'unstarted' })})`;
  if (text === '' && isTest === undefined && !state)
    return sql`(select coalesce(sum(total), 0)::int from notification_count where ${scope === null ? sql`true` : sql`scope = ${scope}`})`;
  return sql`(${matching(db, query).select(sql<number>`count(*)::int`.as('total'))})`;
};

export const countNotifications = async (db: Db, query: NotificationListQuery): Promise<number> =>
  (await sql<{ total: number }>`select ${counted(db, query)} as total`.execute(db)).rows[0]?.total ?? 0;

const newest = [sql`notification.created_at desc, notification.id desc`, sql`notification.created_at, notification.id`] as const;

const soonest = [newest[1], newest[0]] as const;

/**
 * Returns the ids of a page of a list, newest first (NOTIF-LIST-20). Lists of plans begin with the next one to start, after those that are
 * overdue and wait for a person (PLAN-02).
 */
export const notificationIds = (db: Db, query: NotificationListQuery, window: PageWindow): Promise<string[]> =>
  idsOf(db, matching(db, query).select('id'), query.state === 'planned' || query.state === 'unapproved' ? soonest : newest, window);

/** Returns rows of the list. One message id of a send is enough to show that the push service accepted something. */
export const notificationRows = async (db: Db, ids: readonly string[]): Promise<NotificationRow[]> => {
  const items = await db
    .selectFrom('notification')
    .modifyFront(sql`/* prepared: notification rows */`)
    .where(isOneOf('notification.id', ids))
    .select([
      'id as _id',
      'title',
      'content',
      'isTest',
      'safety',
      'createdAt',
      'errors',
      'storeId',
      'includeStoreType',
      'correctedAt',
      'recalledAt',
    ])
    .select([
      nameOf(sql.ref<string>('notification.created_by')).as('sentBy'),
      sql<number>`cardinality(include_stores)`.as('stores'),
      sql<number>`cardinality(include_store_groups)`.as('groups'),
      sql<boolean>`cardinality(exclude_stores) + cardinality(exclude_store_groups) > 0`.as('excludes'),
      approvalState.as('approval'),
      sql<boolean>`notification.id in ${withWaitingCorrection}`.as('correctionWaits'),
    ])
    .select(
      sql<string[]>`(coalesce((select message_ids from past_chunk p where p.notification_id = notification.id), '{}')
          || array(select message_id from fan_out_chunk c where c.notification_id = notification.id and message_id is not null order by no limit 1))[1:1]`.as(
        'notificationIds',
      ),
    )
    .execute();
  return items.map(({ includeStoreType, stores, groups, excludes, ...item }) => ({
    ...item,
    createdAt: item.createdAt.toISOString(),
    correctedAt: item.correctedAt?.toISOString() ?? null,
    recalledAt: item.recalledAt?.toISOString() ?? null,
    audience: { includeStoreType, stores, groups, excludes },
  }));
};

/** Returns true if a notification of the scope is a safety message (CARE-05). */
export const isSafety = async (db: Db, scope: Scope, id: string): Promise<boolean> =>
  (await inScope(db, scope).where('id', '=', id).select('safety').executeTakeFirst())?.safety ?? false;

export const findNotification = (db: Db, id: string): Promise<StoredNotification | undefined> =>
  db.selectFrom('notification').where('id', '=', id).select(columns).executeTakeFirst();

/** Returns the current revision and the store of the given notifications; missing ones are absent. */
export const versionsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, { revision: number; storeId: string | null }>> => {
  const { rows } = await sql<{ id: string; revision: number; storeId: string | null }>`
    select id, revision, store_id from notification where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, ...version }) => [id, version]));
};

export type NewNotification = Omit<SendNotification, keyof AudienceRule | 'validUntil' | 'startsAt'> &
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

type Steered = Pick<StoredNotification, 'validUntil' | 'createdAt' | 'storeId' | 'isTest' | 'safety' | 'errors' | 'recalledAt'>;

/** Reads the fields that pausing, resuming or cancelling a send needs. Locks the row until the transaction ends. */
export const lockForSteering = (db: Db, scope: Scope, id: string): Promise<Steered | undefined> =>
  inScope(db, scope)
    .where('id', '=', id)
    .select(['validUntil', 'createdAt', 'storeId', 'isTest', 'safety', 'errors', 'recalledAt'])
    .forUpdate()
    .executeTakeFirst();

/** Returns a whole notification, locked until the transaction ends. */
export const lockNotification = (db: Db, scope: Scope, id: string): Promise<StoredNotification | undefined> =>
  inScope(db, scope).where('id', '=', id).select(columns).forUpdate().executeTakeFirst();

/** Replaces the message of a sent notification, also for the search. */
export const correctMessage = async (
  db: Db,
  { id, storeId }: { id: string; storeId: string | null },
  message: CorrectNotification,
  mark: Mark,
): Promise<void> => {
  await db
    .updateTable('notification')
    .set({ ...message, correctedAt: mark.at, ...changed(mark) })
    .where('id', '=', id)
    .execute();
  await noteShown(db, storeId);
};

/** Marks a notification as taken back. A repeated take-back keeps the time of the first one, since which inboxes leave it out. */
export const noteRecalled = async (db: Db, id: string, mark: Mark): Promise<void> => {
  await db
    .updateTable('notification')
    .set({ recalledAt: sql`coalesce(recalled_at, ${mark.at})`, ...changed(mark) })
    .where('id', '=', id)
    .execute();
};

/** Adds the reason why its sending was stopped, as a sentence. */
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
