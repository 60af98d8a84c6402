import { sql } from 'kysely';
import { newId, newIdOfMonth } from '../../../platform/ids.ts';
import type { DbOf } from '../../../tables.ts';
import { callWorkers } from './call-workers.repository.ts';
import { hasChunk, hasPastAcceptance, isEnded, isGoing, isOpen, notPaused } from '../fan-out-conditions.repository.ts';
import { audienceColumns } from './frozen-audience.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** Days for which a recall stays valid, even if its message expires earlier: phones keep showing an expired message. */
const RECALL_DAYS = 7;
const platforms = ['android', 'ios'] as const;

/** Returns an id in the month of the notification, so that the chunks of both end together. */
const idBeside = (notificationId: string): string => {
  const month = /^0(\d{6})/.exec(notificationId)?.[1];
  return month ? newIdOfMonth(month) : newId();
};

/** Accepts a correction or a recall of a send, as one fan-out per platform. Workers find the phones that the send reached. */
export const insertFollowUp = async (db: Db, notificationId: string, kind: 'correct' | 'recall'): Promise<void> => {
  const validUntil = sql<Date>`(select greatest(valid_until, clock_timestamp() + make_interval(days => ${RECALL_DAYS}))
    from notification where id = ${notificationId})`;
  const common = {
    ...audienceColumns({ of: 'stores', storeIds: [] }),
    kind,
    ofNotification: notificationId,
    state: 'gathering' as const,
    // Not when the transaction began, which may have waited for the notification; one value for both.
    createdAt: sql<Date>`statement_timestamp()`,
    finishedAt: sql<Date>`clock_timestamp()`,
    ...(kind === 'recall' && { validUntil }),
  };
  await db
    .insertInto('fanOut')
    .values(platforms.map((platform) => ({ ...common, platform, notificationId: idBeside(notificationId) })))
    .execute();
  await callWorkers(db, notificationId);
};

/** Matches the follow-ups of a send, in a form that their index serves. */
const isOf = (notificationId: string) => sql<boolean>`kind <> 'send' and of_notification = ${notificationId}`;

/** Returns the ids of the follow-ups of some sends, newest first. */
export const followUpsOf = async (db: Db, notificationIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select notification_id as id from fan_out where kind <> 'send' and of_notification = any(${[...notificationIds]}::text[])
    order by created_at desc, platform`.execute(db);
  return rows.map(({ id }) => id);
};

/** The instants at which a notification was corrected, newest first. */
export const correctedAt = async (db: Db, notificationId: string): Promise<string[]> => {
  const { rows } = await sql<{ at: Date }>`
    select distinct created_at as at from fan_out where ${isOf(notificationId)} and kind = 'correct' order by at desc`.execute(db);
  return rows.map(({ at }) => at.toISOString());
};

/** Cancels the open follow-ups, since a newer one supersedes them. Workers give their pending recipients the outcome `cancelled`. */
export const endFollowUps = async (db: Db, notificationId: string): Promise<void> => {
  await db
    .updateTable('fanOut')
    .set({ state: 'cancelled', finishedAt: null, ...notPaused })
    .where(isOf(notificationId))
    .where(isOpen())
    .execute();
};

/** True if the latest follow-up of the kind was ended before it reached all of its devices. */
export const wasCutShort = async (db: Db, notificationId: string, kind: 'correct' | 'recall'): Promise<boolean> => {
  const { rows } = await sql<{ cut: boolean }>`
    select ${isEnded('f')} as cut from fan_out f where ${isOf(notificationId)} and kind = ${kind}
      and created_at = (select max(created_at) from fan_out where ${isOf(notificationId)} and kind = ${kind})`.execute(db);
  return rows.some(({ cut }) => cut);
};

/** A phone of the chunk `c` has the message, or may have it. */
const mayBeReached = sql<boolean>`(c.successful > 0 or c.lease_until is not null or c.unknown_by is not null or (c.pending > 0 and c.marks is not null))`;

/** Returns `somebody` if a phone has or may still get a notification. `forgotten`: some got it, but the outcomes are deleted (OPS-06). */
export const readReach = async (db: Db, notificationId: string): Promise<'somebody' | 'nobody' | 'forgotten'> => {
  const { rows } = await sql<{ reached: boolean; forgotten: boolean }>`
    select ${isGoing('f')} or ${hasChunk(mayBeReached, 'f')} as reached,
      ${hasPastAcceptance('f')} as forgotten
    from fan_out f where f.notification_id = ${notificationId}`.execute(db);
  const [row] = rows;
  if (row?.reached) return 'somebody';
  return row?.forgotten ? 'forgotten' : 'nobody';
};
