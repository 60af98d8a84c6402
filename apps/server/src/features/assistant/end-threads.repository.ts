import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'thread' | 'threadMessage'>;

/** Selects the threads to end: those of a device, or those a customer opened until an instant (null: all of them). */
export type ThreadsOf = { deviceSeq: number } | { userId: string; until: Date | null };

const which = (of: ThreadsOf) =>
  'deviceSeq' in of
    ? sql<boolean>`device_seq = ${of.deviceSeq}`
    : sql<boolean>`user_id = ${of.userId} and (${of.until}::timestamptz is null or created_at <= ${of.until})`;

/** Deletes up to `atMost` threads with their messages. Waits for answers that are being written. Returns the number of threads. */
export const endThreadsOf = async (trx: Db, of: ThreadsOf, atMost: number): Promise<number> => {
  const { rows } = await sql<{ id: string }>`select id from thread where ${which(of)} order by id limit ${atMost} for update`.execute(trx);
  if (rows.length > 0) await sql`delete from thread where id = any(${rows.map(({ id }) => id)}::text[])`.execute(trx);
  return rows.length;
};

export type ThreadCursor = { createdAt: Date; id: string };

/**
 * Checks up to `atMost` threads after a cursor that were opened before an instant, and deletes those without a later message. Skips locked
 * threads. Returns the number of deleted threads and the next cursor; null: there are no more.
 */
export const endOldThreads = async (
  trx: Db,
  before: Date,
  past: ThreadCursor | null,
  atMost: number,
): Promise<{ ended: number; next: ThreadCursor | null }> => {
  const from = past ? sql`(created_at, id) > (${past.createdAt}, ${past.id})` : sql`true`;
  // Lock first, then check again: concurrent writers have committed by then.
  const { rows } = await sql<ThreadCursor>`
    select created_at, id from thread where created_at < ${before} and ${from} order by created_at, id limit ${atMost} for update skip locked`.execute(
    trx,
  );
  const ended = await sql`
    delete from thread where id = any(${rows.map(({ id }) => id)}::text[])
      and not exists (select from thread_message m where m.thread = thread.id and m.created_at >= ${before}) returning 1`.execute(trx);
  return { ended: ended.rows.length, next: rows.length === atMost ? (rows.at(-1) ?? null) : null };
};
