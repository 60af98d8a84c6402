import { sql } from 'kysely';
import type { Db, DbOf } from '../../../tables.ts';
import type { Endings } from '../endings.ts';
import { hasNoAcceptance, isGoing, isNotPaused, isOpen, isUnderWay, notPaused } from '../fan-out-conditions.repository.ts';
import { callWorkers } from './call-workers.repository.ts';
import { audienceColumns, type FrozenAudience } from './frozen-audience.ts';

type FanOutDb = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

type Starting = {
  /** Pushes within seven days from which a phone is left out; null: no limit (CARE-02). */
  weeklyLimit: number | null;
  startedBy: string | null;
};

export const insertFanOut = async (db: FanOutDb, notificationId: string, audience: FrozenAudience, starting: Starting): Promise<void> => {
  await db
    .insertInto('fanOut')
    .values({ notificationId, ofNotification: notificationId, ...audienceColumns(audience), ...starting })
    .execute();
  await callWorkers(db, notificationId);
};

/** Stops a fan-out that cannot continue. */
export const stopFanOut = async (
  db: Db,
  { notificationId, error }: { notificationId: string; error: string },
  endings: Endings,
): Promise<void> => {
  const stopped = await db
    .updateTable('fanOut')
    .set({ state: 'stopped' })
    .where('notificationId', '=', notificationId)
    .where(isGoing())
    .returning(hasNoAcceptance().as('nothingSent'))
    .executeTakeFirst();
  if (!stopped) return;
  await endings.stopped(db, notificationId, error);
  if (stopped.nothingSent) await endings.nothingSent(db, [notificationId]);
};

/** Marks the sample of a fan-out as proven, so that every worker may send the rest. */
export const markProven = async (db: FanOutDb, notificationId: string): Promise<void> => {
  await db.updateTable('fanOut').set({ proven: true }).where('notificationId', '=', notificationId).execute();
  await callWorkers(db, notificationId);
};

/**
 * Locks the row in the caller's transaction. The state of a fan-out also depends on its chunks, and a statement that waited for the row
 * itself does not see chunks written meanwhile (decision 122).
 */
const lockFanOut = (db: FanOutDb, notificationId: string): Promise<unknown> =>
  db.selectFrom('fanOut').where('notificationId', '=', notificationId).forUpdate().select('notificationId').execute();

/** Pauses a fan-out that is under way; false when there is nothing to pause. */
export const pauseFanOut = async (
  db: FanOutDb,
  notificationId: string,
  reason: 'operator' | 'deadTokens',
  by: string | null,
): Promise<boolean> => {
  await lockFanOut(db, notificationId);
  const paused = await db
    .updateTable('fanOut')
    .set({ pausedAt: sql`clock_timestamp()`, pausedBy: by, pauseReason: reason })
    .where('notificationId', '=', notificationId)
    .where(isUnderWay())
    .where(isNotPaused())
    .executeTakeFirst();
  return paused.numUpdatedRows > 0n;
};

/** Resumes a paused fan-out, also one that still gathers its phones. The safety brake does not pause it again for the same reason. */
export const resumeFanOut = async (db: FanOutDb, notificationId: string): Promise<boolean> => {
  const resumed = await db
    .updateTable('fanOut')
    .set({
      ...notPaused,
      brakeReleased: sql`brake_released or pause_reason = 'deadTokens'`,
    })
    .where('notificationId', '=', notificationId)
    .where(isOpen())
    .where('pausedAt', 'is not', null)
    .executeTakeFirst();
  if (resumed.numUpdatedRows > 0n) await callWorkers(db, notificationId);
  return resumed.numUpdatedRows > 0n;
};

/** Cancels a fan-out. Workers give its open devices the outcome `cancelled`. */
export const cancelFanOut = async (db: FanOutDb, notificationId: string): Promise<boolean> => {
  await lockFanOut(db, notificationId);
  const cancelled = await db
    .updateTable('fanOut')
    .set({ state: 'cancelled', finishedAt: null, ...notPaused })
    .where('notificationId', '=', notificationId)
    .where(isUnderWay())
    .executeTakeFirst();
  if (cancelled.numUpdatedRows === 0n) return false;
  await callWorkers(db, notificationId);
  return true;
};
