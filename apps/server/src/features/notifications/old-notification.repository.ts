import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'notification' | 'fanOut' | 'idempotencyKey'>;

/** Parts of a notification that are deleted after a time: the receipts of phones, and the outcome per phone. */
export type EndingPart = 'receipts' | 'outcomes';
const endedAt = { receipts: sql.ref('receiptsEndedAt'), outcomes: sql.ref('outcomesEndedAt') } satisfies Record<
  EndingPart,
  RawBuilder<unknown>
>;

/** Ids between two ids, or outside of all given pairs. */
export type Among = { from: string; to: string } | { outside: readonly { from: string; to: string }[] };
const isAmong = (among: Among): RawBuilder<boolean> =>
  'outside' in among
    ? sql`not exists (select from unnest(${among.outside.map(({ from }) => from)}::text[], ${among.outside.map(({ to }) => to)}::text[]) month(first, past)
        where n.id >= month.first and n.id < month.past)`
    : sql`(n.id >= ${among.from} and n.id < ${among.to})`;

const isSending = sql<boolean>`(exists (select from fan_out f where f.notification_id = n.id and f.finished_at is null)
  or exists (select from fan_out f where f.kind <> 'send' and f.of_notification = n.id and (f.finished_at is null or f.state = 'gathering')))`;
const wasUntil = (before: Date): RawBuilder<boolean> => sql`(created_at < ${before} and valid_until < ${before})`;

/**
 * Locks and returns up to `atMost` of the oldest notifications that still have this part. They were sent and their validity ended before an
 * instant, and they are not being sent. Skips those that another transaction has locked; a receipt that is being written locks its
 * notification.
 */
export const lockOldest = async (trx: Db, part: EndingPart, before: Date, among: Among, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from notification n where ${endedAt[part]} is null and ${wasUntil(before)} and not ${isSending} and ${isAmong(among)}
    order by created_at limit ${atMost} for update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Marks this part of notifications as ended: none of it is stored or accepted from then on. */
export const markEnded = async (trx: Db, part: EndingPart, ids: readonly string[], at: Date): Promise<void> => {
  await sql`update notification set ${endedAt[part]} = ${at} where id = any(${[...ids]}::text[])`.execute(trx);
};

/**
 * Returns the state of the notifications between two ids, for one part.
 * - `needed`: one of them is valid or being sent.
 * - `open`: the retention of all is over, and some still have this part.
 * - `ended`: this part of every notification has ended.
 */
export const monthState = async (
  db: Db,
  part: EndingPart,
  before: Date,
  { from, to }: { from: string; to: string },
): Promise<'needed' | 'open' | 'ended'> => {
  const { rows } = await sql<{ needed: boolean | null; open: boolean | null }>`
    select bool_or(${isSending} or (${endedAt[part]} is null and not ${wasUntil(before)})) as needed, bool_or(${endedAt[part]} is null) as open
    from notification n where ${isAmong({ from, to })}`.execute(db);
  if (rows[0]?.needed) return 'needed';
  return rows[0]?.open ? 'open' : 'ended';
};

/** Deletes up to `atMost` idempotency keys of sends that were used before an instant. Returns their number. */
export const endSendKeys = async (db: Db, before: Date, atMost: number): Promise<number> => {
  const { rows } = await sql`
    with one as materialized (
      select actor, key from idempotency_key where created_at < ${before} order by created_at limit ${atMost} for update skip locked)
    delete from idempotency_key k using one where k.actor = one.actor and k.key = one.key returning 1`.execute(db);
  return rows.length;
};
