import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'device' | 'deviceSubscription' | 'deviceFormerSubscription'>;

/**
 * A device that was erased is gone at once: nobody finds it by anything of its own. Its row stays until what hangs on it is removed, and
 * is told by an install id that no phone can have, since theirs hold no space.
 */
const isGone = sql<boolean>`install_id like 'gone %'`;
/** The device, called `d`, was not erased. */
export const isHere = (d: string): RawBuilder<boolean> => sql`${sql.ref(`${d}.installId`)} not like 'gone %'`;

/** Which devices go; a customer's only as far as they were registered until an instant. */
type Going =
  | { seq: number }
  | { userId: string; until: Date | null }
  /** Those that nobody is writing to. */
  | { unusedSince: Date };

const which = (going: Going): RawBuilder<boolean> => {
  if ('seq' in going) return sql`seq = ${going.seq}`;
  if ('unusedSince' in going) return sql`seen_at < ${going.unusedSince}`;
  return sql`user_id = ${going.userId} and (${going.until}::timestamptz is null or created_at <= ${going.until})`;
};

export type GoneDevice = { seq: number; id: string };

/**
 * Forgets so many devices at most, in one transaction: secret, address, person, stores, segments and what they are called by are gone, and
 * their installations may register anew. What is under way for one of them is waited for, and finds it gone.
 */
export const forgetDevices = async (trx: Db, going: Going, atMost: number): Promise<GoneDevice[]> => {
  // Whoever is waited for is taken in one order by all; of those that are passed over it is the one in which they are found.
  const taken = 'unusedSince' in going ? { order: sql`seen_at`, skip: sql`skip locked` } : { order: sql`seq`, skip: sql`` };
  const { rows } = await sql<GoneDevice>`
    select seq, id from device where ${which(going)} and ${isHere('device')} order by ${taken.order} limit ${atMost} for update ${taken.skip}`.execute(
    trx,
  );
  if (rows.length === 0) return [];
  const seqs = sql`${rows.map(({ seq }) => seq)}::bigint[]`;
  await sql`delete from device_subscription where device_seq = any(${seqs})`.execute(trx);
  await sql`delete from device_former_subscription where device_seq = any(${seqs})`.execute(trx);
  await sql`
    update device set install_id = 'gone ' || gen_random_uuid(), secret_hash = sha256_of(gen_random_uuid()::text || gen_random_uuid()::text),
      gone_store_id = main_store_id, main_store_id = null, push_kind = null, push_value = null, user_id = null, locale = null, segments = '{}',
      is_tester = false, tester_name = null
    where seq = any(${seqs})`.execute(trx);
  return rows;
};

/** Holds the row of a device that is gone, so that nothing more can hang on it; false when it is no more. */
export const lockGone = async (trx: Db, seq: number): Promise<boolean> =>
  (await trx.selectFrom('device').where('seq', '=', seq).where(isGone).select('seq').forUpdate().executeTakeFirst()) !== undefined;

/** Deletes the rows of devices that are gone and that nothing hangs on. An error that `isLockedOut` knows, where a month of receipts is ended for long. */
export const removeDevices = async (trx: Db, seqs: readonly number[]): Promise<void> => {
  await sql`set local lock_timeout = '1s'`.execute(trx);
  await trx
    .deleteFrom('device')
    .where(sql<boolean>`seq = any(${[...seqs]}::bigint[])`)
    .where(isGone)
    .execute();
};

/** The next devices past a number that are gone and still have a row. */
export const goneDevices = async (db: Db, past: number, atMost: number): Promise<number[]> =>
  (await db.selectFrom('device').where(isGone).where('seq', '>', past).orderBy('seq').limit(atMost).select('seq').execute()).map(
    ({ seq }) => seq,
  );
