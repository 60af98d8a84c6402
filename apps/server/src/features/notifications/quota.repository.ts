import type { DbOf } from '../../tables.ts';

type Db = DbOf<'notificationQuota'>;

/** One scope per store, and one for sends without a selected store. */
const scopeKey = (storeId: string | null): string => (storeId === null ? 'everyone' : `store ${storeId}`);

/** Takes the one quota of a scope for a day. Returns false if it is taken. `day` is a Warsaw day. */
const takeQuota = async (db: Db, storeId: string | null, day: string, notificationId: string): Promise<boolean> => {
  const taken = await db
    .insertInto('notificationQuota')
    .values({ scope: scopeKey(storeId), day, notificationId })
    .onConflict((conflict) => conflict.columns(['scope', 'day']).doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
};

/** Takes the quota of a day for a notification, if free. Returns whether the notification has it. */
export const claimQuota = async (db: Db, storeId: string | null, day: string, notificationId: string): Promise<boolean> => {
  if (await takeQuota(db, storeId, day, notificationId)) return true;
  const owner = await db
    .selectFrom('notificationQuota')
    .where('scope', '=', scopeKey(storeId))
    .where('day', '=', day)
    .select('notificationId')
    .executeTakeFirst();
  return owner?.notificationId === notificationId;
};

/** Returns the quotas of notifications: other sends may take their days. */
export const releaseQuota = async (db: Db, notificationIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('notificationQuota').where('notificationId', 'in', notificationIds).execute();
};

/** Returns whether the quota of a day is free, or taken by the notification `exceptFor`. */
export const isQuotaFree = async (db: Db, storeId: string | null, day: string, exceptFor = ''): Promise<boolean> =>
  (await db
    .selectFrom('notificationQuota')
    .where('scope', '=', scopeKey(storeId))
    .where('day', '=', day)
    .where('notificationId', '!=', exceptFor)
    .select('day')
    .executeTakeFirst()) === undefined;
