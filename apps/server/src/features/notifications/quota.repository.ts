import type { DbOf } from '../../tables.ts';

type Db = DbOf<'notificationQuota'>;

/** one scope per store, and one for sends without a selected store. */
const scopeKey = (storeId: string | null): string => (storeId === null ? 'everyone' : `store ${storeId}`);

/** Takes the day's one place of a scope; false when it is taken. `day` is a Warsaw day. */
const takeQuota = async (db: Db, storeId: string | null, day: string, notificationId: string): Promise<boolean> => {
  const taken = await db
    .insertInto('notificationQuota')
    .values({ scope: scopeKey(storeId), day, notificationId })
    .onConflict((conflict) => conflict.columns(['scope', 'day']).doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
};

/** Returns whether a notification has the place of its day. Takes the place again if it was freed. */
export const keepQuota = async (db: Db, storeId: string | null, day: string, notificationId: string): Promise<boolean> => {
  if (await takeQuota(db, storeId, day, notificationId)) return true;
  const holder = await db
    .selectFrom('notificationQuota')
    .where('scope', '=', scopeKey(storeId))
    .where('day', '=', day)
    .select('notificationId')
    .executeTakeFirst();
  return holder?.notificationId === notificationId;
};

/** Frees the days of notifications. */
export const freeDays = async (db: Db, notificationIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('notificationQuota').where('notificationId', 'in', notificationIds).execute();
};

/** Returns whether the place of a day is free, or taken by the notification `heldBy`. */
export const isQuotaFree = async (db: Db, storeId: string | null, day: string, heldBy = ''): Promise<boolean> =>
  (await db
    .selectFrom('notificationQuota')
    .where('scope', '=', scopeKey(storeId))
    .where('day', '=', day)
    .where('notificationId', '!=', heldBy)
    .select('day')
    .executeTakeFirst()) === undefined;
