import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'notification' | 'fanOut' | 'idempotencyKey'>;

/** What of a notification ends by itself: what single phones said of it, and what became of each. */
export type EndingPart = 'receipts' | 'outcomes';
const endedAt = { receipts: sql.ref('receiptsEndedAt'), outcomes: sql.ref('outcomesEndedAt') } satisfies Record<
  EndingPart,
  RawBuilder<unknown>
>;

/**
 * So many of the oldest notifications that have this part still, held: sent and valid until before an instant, and done with. Those that somebody
 * holds are passed over; a receipt that is being written holds its notification.
 */
export const holdOldest = async (trx: Db, part: EndingPart, before: Date, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from notification n where ${endedAt[part]} is null and created_at < ${before} and valid_until < ${before}
      and not exists (select from fan_out f where f.notification_id = n.id and f.finished_at is null)
    order by created_at limit ${atMost} for update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
};

/** From now on nothing of this part is kept of them, and none is taken. */
export const markEnded = async (trx: Db, part: EndingPart, ids: readonly string[], at: Date): Promise<void> => {
  await sql`update notification set ${endedAt[part]} = ${at} where id = any(${[...ids]}::text[])`.execute(trx);
};

/** Forgets so many keys of sends at most that were used before an instant; returns how many. */
export const endSendKeys = async (db: Db, before: Date, atMost: number): Promise<number> => {
  const { rows } = await sql`
    with one as materialized (
      select actor, key from idempotency_key where created_at < ${before} order by created_at limit ${atMost} for update skip locked)
    delete from idempotency_key k using one where k.actor = one.actor and k.key = one.key returning 1`.execute(db);
  return rows.length;
};
