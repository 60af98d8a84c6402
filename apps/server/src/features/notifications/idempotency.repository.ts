import { Problem } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isUnapproved } from '../delivery/index.ts';

type Db = DbOf<'idempotencyKey' | 'notification' | 'fanOutPlan'>;

export type Attempt = { actor: string; key: string; bodyHash: Buffer };

type Key = Pick<Attempt, 'actor' | 'key'>;

/** Takes the key until the transaction ends; refused with `request_in_progress` while an attempt with it is under way. */
const lockKey = async (db: Db, { actor, key }: Key): Promise<void> => {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${actor} || chr(10) || ${key}, 0)) as locked`.execute(db);
  if (!rows[0]?.locked) throw new Problem('request_in_progress', 'The same request is being handled');
};

/**
 * The notification that an earlier attempt with this key created, if any. The key is locked until the transaction ends:
 * a second attempt meanwhile is refused with `request_in_progress`, one with another body with `idempotency_key_reused`.
 */
export const earlierAttempt = async (db: Db, { actor, key, bodyHash }: Attempt): Promise<string | undefined> => {
  await lockKey(db, { actor, key });
  const earlier = await db
    .selectFrom('idempotencyKey')
    .where('actor', '=', actor)
    .where('key', '=', key)
    .select(['notificationId', 'bodyHash'])
    .executeTakeFirst();
  if (earlier && !earlier.bodyHash.equals(bodyHash))
    throw new Problem('idempotency_key_reused', 'This key was used for another notification');
  return earlier?.notificationId;
};

export const rememberAttempt = async (db: Db, attempt: Attempt, notificationId: string): Promise<void> => {
  await db
    .insertInto('idempotencyKey')
    .values({ ...attempt, notificationId })
    .execute();
};

type Sent = { _id: string; title: string; isTest: boolean; createdAt: Date; unapproved: boolean };

/** Returns the notification that an attempt with this key created. The lock only rejects an attempt that is still in progress. */
export const sentByAttempt = async (db: Db, attempt: Key): Promise<Sent | undefined> => {
  await lockKey(db, attempt);
  return db
    .selectFrom('idempotencyKey')
    .innerJoin('notification', 'notification.id', 'idempotencyKey.notificationId')
    .where('actor', '=', attempt.actor)
    .where('key', '=', attempt.key)
    .select(['notification.id as _id', 'title', 'isTest', 'notification.createdAt', isUnapproved.as('unapproved')])
    .executeTakeFirst();
};
