import { sendingError } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { Db, DbOf } from '../../tables.ts';
import { devicesOf } from './audience.repository.ts';
import type { Endings } from './endings.ts';
import {
  hasChunk,
  isAccepted,
  isDone,
  isEnded,
  isGathering,
  isGoing,
  isNotPaused,
  isOpen,
  isOpenAs,
  isUnderWay,
  isUnfinished,
  notificationOf,
  notPaused,
  type Openness,
} from './fan-out-is.repository.ts';
import { callWorkers } from './call-workers.repository.ts';
import { audienceColumns, audienceOf, type FrozenAudience } from './frozen-audience.ts';
import { createOwnPushes } from './own-pushes.ts';
import { drawSample } from './sample.repository.ts';
import { takeTurn, withoutLimited } from './weekly-limit.repository.ts';
import { CHUNK_DEVICES, CHUNKS_A_TRANSACTION, writeChunks } from './write-chunks.repository.ts';

type FanOutDb = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

type Starting = {
  /** Phones that have had so many pushes within seven days are left out; null: nobody is (CARE-02). */
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

/** Whether there is anything that is not over. */
export const isAnyOpen = async (db: FanOutDb): Promise<boolean> => {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select 1 from fan_out where ${isUnfinished()} or ${isGathering()}) as is_open`.execute(db);
  return rows[0]?.isOpen ?? false;
};

/** It is a safety message's (CARE-05). */
const isSafety = sql<boolean>`(select n.safety from notification n where n.id = ${notificationOf()})`;

/** The next to be expanded, held; those that leave phones out only where they may. */
const holdNext = (db: FanOutDb, alsoLimited: boolean) =>
  db
    .selectFrom('fanOut')
    .where('state', '=', 'expanding')
    .$if(!alsoLimited, (those) => those.where('weeklyLimit', 'is', null))
    .orderBy(isSafety, 'desc')
    // A small audience does not wait until a large one is counted; phones that were left out are counted too.
    .orderBy(sql`chunks + left_out / ${CHUNK_DEVICES}`)
    .orderBy('createdAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(['notificationId', 'everyone', 'testersOnly', 'storeIds', 'subscribedStoreId', 'cursor', 'chunks', 'weeklyLimit', 'leftOut'])
    .executeTakeFirst();

/**
 * Writes the next chunks of one expanding fan-out and moves its cursor, in the caller's transaction. False when there is nothing to expand. `own`: what
 * the caller has counted of stores' own sends before.
 */
export const expandNext = async (db: Db, endings: Endings, own = createOwnPushes()): Promise<boolean> => {
  const first = await holdNext(db, true);
  const mayGo = first === undefined || first.weeklyLimit === null || (await takeTurn(db));
  const fanOut = mayGo ? first : await holdNext(db, false);
  if (!fanOut) return false;
  const { notificationId, cursor, chunks, weeklyLimit } = fanOut;
  const limit = CHUNK_DEVICES * CHUNKS_A_TRANSACTION;
  const devices = devicesOf(db, audienceOf(fanOut)).where('d.seq', '>', cursor).orderBy('d.seq').limit(limit).select('d.seq');
  const page = weeklyLimit === null ? null : await withoutLimited(db, notificationId, devices, { limit: weeklyLimit, own });
  const rows = await writeChunks(db, fanOut, page ? sql`select seq from unnest(${page.kept}::bigint[]) seq` : devices);
  const taken = page?.taken ?? rows.reduce((sum, row) => sum + row.size, 0);
  const leftOut = fanOut.leftOut + (page ? page.taken - page.kept.length : 0);
  await db
    .updateTable('fanOut')
    .set({
      cursor: Math.max(cursor, page?.last ?? 0, ...rows.map((row) => row.lastDevice)),
      chunks: chunks + rows.length,
      leftOut,
      state: taken < limit ? 'sending' : 'expanding',
    })
    .where('notificationId', '=', notificationId)
    .execute();
  if (taken < limit) await drawSample(db, notificationId);
  if (taken < limit && chunks + rows.length === 0)
    await stopFanOut(db, { notificationId, error: sendingError(leftOut > 0 ? 'everyoneLimited' : 'emptyAudience') }, endings);
  return true;
};

const handedNothingOver = sql<boolean>`not ${isAccepted()}`;

/** Ends a fan-out that cannot go on. */
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
    .returning(handedNothingOver.as('nothingSent'))
    .executeTakeFirst();
  if (!stopped) return;
  await endings.stopped(db, notificationId, error);
  if (stopped.nothingSent) await endings.nothingSent(db, [notificationId]);
};

/**
 * What keeps people safe goes before all else (CARE-05); then what takes a message back before what mends one, that before what is new, and each
 * of one store before that of all (RECALL-03).
 */
const rank = sql<number>`case when n.safety then 0 else 6 end + case f.kind when 'recall' then 0 when 'correct' then 2 else 4 end + case when n.store_id is null then 1 else 0 end`;

/** Fan-outs with a chunk that could be worked on now, by their rank, in each the oldest first. A paused one is worked on only to end it. */
export const openFanOuts = async (
  db: FanOutDb,
  { evenIfWaiting = false, which = 'any' }: { evenIfWaiting?: boolean; which?: Openness } = {},
): Promise<string[][]> => {
  const { rows } = await sql<{ notificationId: string; rank: number }>`
    select f.notification_id, ${rank} as rank from fan_out f join notification n on n.id = ${notificationOf('f')}
    where ${isUnfinished('f')} and ${isOpenAs[which]}
      and ${hasChunk(
        sql`c.pending > 0 and (c.retry_at <= clock_timestamp() or ${evenIfWaiting} or ${isEnded('f')})
        and (c.lease_until is null or c.lease_until < clock_timestamp())`,
        'f',
      )}
    order by rank, f.created_at, f.notification_id`.execute(db);
  return [...Map.groupBy(rows, (row) => row.rank).values()].map((same) => same.map((row) => row.notificationId));
};

/** Notes the end of fan-outs whose every device has an outcome. */
export const finishFanOuts = async (db: Db, endings: Endings): Promise<void> => {
  const { rows } = await sql<{ notificationId: string; nothingSent: boolean }>`
    update fan_out set finished_at = clock_timestamp(), state = case when state = 'sending' then 'finished' else state end,
      paused_at = null, paused_by = null, pause_reason = null
    where ${isUnfinished()} and ${isDone()}
    returning notification_id, ${handedNothingOver} as nothing_sent`.execute(db);
  const unsent = rows.filter(({ nothingSent }) => nothingSent).map(({ notificationId }) => notificationId);
  if (unsent.length > 0) await endings.nothingSent(db, unsent);
};

/** Its sample went well: every worker may take part. */
export const approveFanOut = async (db: FanOutDb, notificationId: string): Promise<void> => {
  await db.updateTable('fanOut').set({ proven: true }).where('notificationId', '=', notificationId).execute();
  await callWorkers(db, notificationId);
};

/**
 * Waits for whoever is writing it, in the caller's transaction: how a fan-out stands is told by its chunks as well, and of those a statement that
 * has waited for the row itself sees none that came meanwhile (decision 122).
 */
const hold = (db: FanOutDb, notificationId: string): Promise<unknown> =>
  db.selectFrom('fanOut').where('notificationId', '=', notificationId).forUpdate().select('notificationId').execute();

/** Pauses a fan-out that is under way; false when there is nothing to pause. */
export const pauseFanOut = async (
  db: FanOutDb,
  notificationId: string,
  reason: 'operator' | 'deadTokens',
  by: string | null,
): Promise<boolean> => {
  await hold(db, notificationId);
  const paused = await db
    .updateTable('fanOut')
    .set({ pausedAt: sql`clock_timestamp()`, pausedBy: by, pauseReason: reason })
    .where('notificationId', '=', notificationId)
    .where(isUnderWay())
    .where(isNotPaused())
    .executeTakeFirst();
  return paused.numUpdatedRows > 0n;
};

/** Lets a paused fan-out go on, also one that is still to gather its phones; what made the safety brake pause it is then known and does not pause it again. */
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

/** Ends a fan-out for good: workers give what is still open the outcome `cancelled`. */
export const cancelFanOut = async (db: FanOutDb, notificationId: string): Promise<boolean> => {
  await hold(db, notificationId);
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
