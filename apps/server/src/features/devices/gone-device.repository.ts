import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'device' | 'deviceSubscription' | 'deviceFormerSubscription'>;

/**
 * Matches erased devices. An erased device is no longer found by any of its own values. Its row stays until its dependent rows are removed.
 * Its install id contains a space, which no phone's install id does.
 */
const isGone = sql<boolean>`install_id like 'gone %'`;
/** The device, called `d`, was not erased. */
export const isHere = (d: string): RawBuilder<boolean> => sql`${sql.ref(`${d}.installId`)} not like 'gone %'`;

/** Which devices go; a customer's only as far as they were registered until an instant. */
type Going =
  | { seq: number }
  | { userId: string; until: Date | null }
  /** Devices not seen since this instant, except those that another transaction has locked. */
  | { unusedSince: Date };

const which = (going: Going): RawBuilder<boolean> => {
  if ('seq' in going) return sql`seq = ${going.seq}`;
  if ('unusedSince' in going) return sql`seen_at < ${going.unusedSince}`;
  return sql`user_id = ${going.userId} and (${going.until}::timestamptz is null or created_at <= ${going.until})`;
};

export type GoneDevice = { seq: number; id: string };

/**
 * Deletes the personal data of at most `atMost` devices in one transaction: secret, address, person, stores, segments and names. Their
 * installations may register again. Waits for writes in progress to these devices; later ones find them gone.
 */
export const forgetDevices = async (trx: Db, going: Going, atMost: number): Promise<GoneDevice[]> => {
  // With lock waits, every transaction locks in the same order. With `skip locked`, rows are taken in the order of the index.
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

/** Locks the row of an erased device, so that no dependent row can be added. Returns false if the row no longer exists. */
export const lockGone = async (trx: Db, seq: number): Promise<boolean> =>
  (await trx.selectFrom('device').where('seq', '=', seq).where(isGone).select('seq').forUpdate().executeTakeFirst()) !== undefined;

/**
 * Deletes the rows of erased devices that have no dependent rows left. Throws an error that `isLockedOut` recognises when a month of
 * receipts stays locked for more than a second.
 */
export const removeDevices = async (trx: Db, seqs: readonly number[]): Promise<void> => {
  await sql`set local lock_timeout = '1s'`.execute(trx);
  await trx
    .deleteFrom('device')
    .where(sql<boolean>`seq = any(${[...seqs]}::bigint[])`)
    .where(isGone)
    .execute();
};

/** Returns the next erased devices past a number that still have a row. */
export const goneDevices = async (db: Db, past: number, atMost: number): Promise<number[]> =>
  (await db.selectFrom('device').where(isGone).where('seq', '>', past).orderBy('seq').limit(atMost).select('seq').execute()).map(
    ({ seq }) => seq,
  );
