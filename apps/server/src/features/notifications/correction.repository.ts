import { type AskedCorrection, type CorrectNotification, MessageChange } from '@endcap/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { nameOf } from '../entities/index.ts';

type Db = DbOf<'askedCorrection' | 'notification' | 'staffName'>;

/** Notifications that have not ended, and whose correction waits for another administrator (E-03). */
export const withWaitingCorrection: RawBuilder<unknown> = sql`(
  select c.notification_id from asked_correction c join notification n on n.id = c.notification_id
  where c.decided_by is null and n.valid_until > clock_timestamp())`;

export type WaitingCorrection = CorrectNotification & { askedBy: string; askedAt: Date; devices: number };
type CorrectionRequest = { id: string; message: CorrectNotification; askedBy: string; devices: number };

/** Requests approval of a correction, in place of an earlier request. */
export const askCorrection = async (db: Db, { id, message, askedBy, devices }: CorrectionRequest): Promise<void> => {
  const { title, content, url, image } = message;
  const request = { title, content, url, image, askedBy, devices, decidedBy: null, decidedAt: null, word: null };
  await db
    .insertInto('askedCorrection')
    .values({ notificationId: id, ...request })
    .onConflict((conflict) => conflict.column('notificationId').doUpdateSet({ ...request, askedAt: sql`clock_timestamp()` }))
    .execute();
};

/** Returns the correction that waits for a decision. Call it with the notification locked. */
export const findWaitingCorrection = (db: Db, id: string): Promise<WaitingCorrection | undefined> =>
  db
    .selectFrom('askedCorrection')
    .where('notificationId', '=', id)
    .where('decidedBy', 'is', null)
    .select(['title', 'content', 'url', 'image', 'askedBy', 'askedAt', 'devices'])
    .executeTakeFirst();

/** Deletes the correction. Returns its state until then; undefined if there was none. */
export const dropCorrection = async (db: Db, id: string): Promise<AskedCorrection['state'] | undefined> => {
  const dropped = await db.deleteFrom('askedCorrection').where('notificationId', '=', id).returning('decidedBy').executeTakeFirst();
  return dropped && (dropped.decidedBy === null ? 'waiting' : 'declined');
};

export const noteDeclinedCorrection = async (db: Db, { id, by, word }: { id: string; by: string; word: string }): Promise<void> => {
  await db
    .updateTable('askedCorrection')
    .set({ decidedBy: by, decidedAt: sql`clock_timestamp()`, word })
    .where('notificationId', '=', id)
    .execute();
};

/** Returns the requested correction of a notification, as its page shows it. */
export const readCorrection = async (db: Db, id: string, revision: number): Promise<AskedCorrection | null> => {
  const row = await db
    .selectFrom('askedCorrection')
    .where('notificationId', '=', id)
    .select(['title', 'content', 'url', 'image', 'askedBy', 'askedAt', 'devices', 'decidedBy', 'decidedAt', 'word'])
    .select([nameOf(sql.ref<string>('asked_by')).as('askedByName'), nameOf(sql.ref<string | null>('decided_by')).as('decidedByName')])
    .executeTakeFirst();
  if (!row) return null;
  const { askedBy, askedByName, askedAt, decidedBy, decidedByName, decidedAt, ...request } = row;
  return {
    ...request,
    state: decidedBy === null ? 'waiting' : 'declined',
    revision,
    askedBy: { id: askedBy, name: askedByName },
    askedAt: askedAt.toISOString(),
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: decidedByName ?? decidedBy },
    decidedAt: decidedAt?.toISOString() ?? null,
  };
};

/** Changes to the message of a notification, oldest first: those of a plan, and its corrections. */
export const messageChanges = async (db: DbOf<'history'>, id: string): Promise<{ at: Date; changed: MessageChange }[]> => {
  const rows = await db
    .selectFrom('history')
    .where('entity', '=', 'notification')
    .where('entityId', '=', id)
    .where('action', 'in', ['update', 'approve'])
    .where(sql<boolean>`changes ?| array['title', 'content', 'url', 'image']`)
    .orderBy('seq')
    .select(['at', 'changes'])
    .execute();
  return rows.map(({ at, changes }) => ({ at, changed: MessageChange.parse(changes) }));
};
