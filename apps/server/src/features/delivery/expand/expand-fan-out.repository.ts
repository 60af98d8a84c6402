import { sendingError } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { Db, DbOf } from '../../../tables.ts';
import { devicesOf } from '../accept/audience.repository.ts';
import { stopFanOut } from '../accept/fan-out.repository.ts';
import { audienceOf } from '../accept/frozen-audience.ts';
import { drawSample } from '../chunk/sample.repository.ts';
import type { Endings } from '../endings.ts';
import { notificationOf } from '../fan-out-conditions.repository.ts';
import { createOwnPushes } from './own-pushes.ts';
import { tryLockWeeklyLimit, withoutLimited } from './weekly-limit.repository.ts';
import { CHUNK_DEVICES, CHUNKS_A_TRANSACTION, writeChunks } from './write-chunks.repository.ts';

type FanOutDb = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

/** The fan-out is of a safety message (CARE-05). */
const isSafety = sql<boolean>`(select n.safety from notification n where n.id = ${notificationOf()})`;

/** Locks and returns the next fan-out to expand. `alsoLimited`: including those with a weekly limit. */
const lockNext = (db: FanOutDb, alsoLimited: boolean) =>
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
 * Writes the next chunks of one expanding fan-out and moves its cursor, in the caller's transaction. Returns false if there is nothing to
 * expand. `own`: cached counts of stores' own sends.
 */
export const expandNext = async (db: Db, endings: Endings, own = createOwnPushes()): Promise<boolean> => {
  const first = await lockNext(db, true);
  const mayExpand = first === undefined || first.weeklyLimit === null || (await tryLockWeeklyLimit(db));
  const fanOut = mayExpand ? first : await lockNext(db, false);
  if (!fanOut) return false;
  const { notificationId, cursor, chunks, weeklyLimit } = fanOut;
  const limit = CHUNK_DEVICES * CHUNKS_A_TRANSACTION;
  const devices = devicesOf(db, audienceOf(fanOut)).where('d.seq', '>', cursor).orderBy('d.seq').limit(limit).select('d.seq');
  const page = weeklyLimit === null ? null : await withoutLimited(db, notificationId, devices, { limit: weeklyLimit, own });
  const rows = await writeChunks(db, fanOut, page ? sql`select seq from unnest(${page.allowed}::bigint[]) seq` : devices);
  const taken = page?.taken ?? rows.reduce((sum, row) => sum + row.size, 0);
  const leftOut = fanOut.leftOut + (page ? page.taken - page.allowed.length : 0);
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
