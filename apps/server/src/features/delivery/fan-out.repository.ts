import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import { devicesOf, type FrozenAudience } from './audience.repository.ts';

/** Heard by idle workers; only a hint, polling is the backstop. */
export const WORK_CHANNEL = 'endcap_fan_out';
export const CHUNK_DEVICES = 500;
const CHUNKS_A_TRANSACTION = 20;

export const insertFanOut = async (db: Db, notificationId: string, audience: FrozenAudience): Promise<void> => {
  await db
    .insertInto('fanOut')
    .values({ notificationId, ...audience })
    .execute();
  await sql`select pg_notify(${WORK_CHANNEL}, '')`.execute(db);
};

/** Writes the next chunks of one expanding fan-out and moves its cursor, in the caller's transaction. False when there is nothing to expand. */
export const expandNext = async (db: Db): Promise<boolean> => {
  const fanOut = await db
    .selectFrom('fanOut')
    .where('state', '=', 'expanding')
    .orderBy('createdAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(['notificationId', 'everyone', 'testersOnly', 'storeIds', 'subscribedStoreId', 'cursor', 'chunks'])
    .executeTakeFirst();
  if (!fanOut) return false;
  const { notificationId, cursor, chunks } = fanOut;
  const limit = CHUNK_DEVICES * CHUNKS_A_TRANSACTION;
  const devices = devicesOf(db, fanOut).where('d.seq', '>', cursor).orderBy('d.seq').limit(limit).select('d.seq');
  const { rows } = await sql<{ lastDevice: number; size: number }>`
    with picked as (select seq, (row_number() over (order by seq) - 1) / ${CHUNK_DEVICES} as n from (${devices}) device)
    insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending)
    select ${notificationId}, ${chunks} + n, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('00', count(*)::int), 'hex'), count(*)
    from picked group by n
    returning last_device, pending as size`.execute(db);
  const taken = rows.reduce((sum, row) => sum + row.size, 0);
  await db
    .updateTable('fanOut')
    .set({
      cursor: Math.max(cursor, ...rows.map((row) => row.lastDevice)),
      chunks: chunks + rows.length,
      state: taken < limit ? 'sending' : 'expanding',
    })
    .where('notificationId', '=', notificationId)
    .execute();
  if (taken < limit && chunks + rows.length === 0) await stopFanOut(db, notificationId, 'emptyAudience');
  return true;
};

/**
 * Ends a fan-out that cannot go on: the reason joins the notification's errors, and when nothing was handed over yet
 * the day's quota is free again.
 */
export const stopFanOut = async (db: Db, notificationId: string, error: string): Promise<void> => {
  const stopped = await db
    .updateTable('fanOut')
    .set({ state: 'stopped' })
    .where('notificationId', '=', notificationId)
    .where('state', 'in', ['expanding', 'sending'])
    .executeTakeFirst();
  if (stopped.numUpdatedRows === 0n) return;
  await sql`update notification set errors = array_append(errors, ${error}) where id = ${notificationId}`.execute(db);
  await sql`delete from notification_quota where notification_id = ${notificationId}
    and not exists (select 1 from fan_out_chunk where notification_id = ${notificationId} and successful > 0)`.execute(db);
};

/** Fan-outs that may have chunks to send, oldest first. */
export const openFanOuts = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('fanOut')
      .where('state', '!=', 'finished')
      .orderBy('createdAt')
      .orderBy('notificationId')
      .select('notificationId')
      .execute()
  ).map((row) => row.notificationId);

/** Marks fan-outs as finished whose every device has an outcome. */
export const finishFanOut = async (db: Db, notificationId: string): Promise<void> => {
  await sql`update fan_out set state = 'finished', finished_at = now()
    where notification_id = ${notificationId} and state in ('sending', 'stopped')
      and not exists (select 1 from fan_out_chunk where notification_id = ${notificationId} and pending > 0)`.execute(db);
};
