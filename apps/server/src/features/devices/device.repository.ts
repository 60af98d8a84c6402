import type { ChangeDevice, Device, RegisterDevice } from '@endcap/contract/devices';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isHere } from './gone-device.repository.ts';

type Db = DbOf<'device' | 'deviceFormerSubscription' | 'deviceSubscription' | 'store'>;

type PushAddress = NonNullable<ChangeDevice['push']>;

export type IdentifiedDevice = { seq: number; id: string; seenAt: Date };

/** The devices of these secrets, by the hash (base64) of each. */
export const findDevicesBySecret = async (db: Db, secretHashes: readonly string[]): Promise<Map<string, IdentifiedDevice>> => {
  const { rows } = await sql<{ hash: Buffer } & IdentifiedDevice>`/* prepared: devices by secret */
    select secret_hash as hash, seq, id, seen_at from device where secret_hash = any(${secretHashes.map((hash) => Buffer.from(hash, 'base64'))}::bytea[])`.execute(
    db,
  );
  return new Map(rows.map(({ hash, ...device }) => [hash.toString('base64'), device]));
};

export const findDeviceByInstall = (db: Db, installId: string) =>
  db.selectFrom('device').where('installId', '=', installId).select(['seq', 'id', 'secretHash']).forUpdate().executeTakeFirst();

export const insertDevice = (db: Db, device: { id: string; secretHash: Buffer } & RegisterDevice): Promise<{ seq: number }> =>
  db
    .insertInto('device')
    .values({
      id: device.id,
      installId: device.installId,
      secretHash: device.secretHash,
      platform: device.platform,
      appVersion: device.appVersion,
      locale: device.locale ?? null,
      userId: device.userId ?? null,
      segments: device.segments ?? [],
      pushKind: null,
      pushValue: null,
      mainStoreId: null,
    })
    .returning('seq')
    .executeTakeFirstOrThrow();

/**
 * Lets one transaction at a time move an address. Call it before any row is locked: phones that fight over one address
 * would otherwise wait for each other in a circle (P04).
 */
export const lockPushAddress = async (db: Db, push: PushAddress | null | undefined): Promise<void> => {
  if (push) await sql`select pg_advisory_xact_lock(hashtextextended(${push.value}, 1))`.execute(db);
};

/** Sets or clears the push address; the same address on another device moves here (P02). */
export const setPushAddress = async (db: Db, seq: number, push: PushAddress | null): Promise<void> => {
  if (push) {
    const hash = sql<Buffer>`sha256_of(${push.kind}::text || ':' || ${push.value}::text)`;
    await db.updateTable('device').set({ pushKind: null, pushValue: null }).where('pushHash', '=', hash).where('seq', '!=', seq).execute();
  }
  await db
    .updateTable('device')
    .set({ pushKind: push?.kind ?? null, pushValue: push?.value ?? null })
    .where('seq', '=', seq)
    .execute();
};

type Facts = { [K in 'platform' | 'appVersion' | 'segments' | 'userId' | 'locale']?: RegisterDevice[K] | undefined } & {
  mainStoreId?: string | null | undefined;
};

/** Locks a device for a change. Returns false if it was erased since it was authenticated. */
export const lockDevice = async (db: Db, seq: number): Promise<boolean> =>
  (await db.selectFrom('device').where('seq', '=', seq).where(isHere('device')).select('seq').forNoKeyUpdate().executeTakeFirst()) !==
  undefined;

/** Precision of `seen_at` in days: a device that calls is written at most once in that time. */
export const SEEN_WITHIN_DAYS = 7;

/** Records that devices called. A locked device is skipped until its next call. */
export const noteSeen = async (db: Db, seqs: readonly number[], at: Date): Promise<void> => {
  await sql`update device set seen_at = greatest(seen_at, ${at}::timestamptz) from (
      select seq from device where seq = any(${[...seqs]}::bigint[]) and ${isHere('device')} order by seq for no key update skip locked
    ) called where device.seq = called.seq`.execute(db);
};

/** Changes the facts that are given; undefined leaves a fact alone. */
export const updateDevice = async (db: Db, seq: number, facts: Facts, seenAt: Date): Promise<void> => {
  const { platform, appVersion, segments, userId, locale, mainStoreId } = facts;
  await db
    .updateTable('device')
    .set({ platform, appVersion, segments, userId, locale, mainStoreId })
    // The column is indexed, so most changes do not write it.
    .set({
      seenAt: sql`case when seen_at < ${seenAt}::timestamptz - make_interval(days => ${SEEN_WITHIN_DAYS}) then ${seenAt} else seen_at end`,
    })
    .where('seq', '=', seq)
    .execute();
};

/** Replaces the list of stores. It is the owner's word: stores that the phone lost by then are not given back later (E-01). */
export const replaceSubscriptions = async (db: Db, seq: number, storeIds: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('deviceSubscription')
    .where('deviceSeq', '=', seq)
    .where('storeId', 'not in', [...storeIds, ''])
    .execute();
  await sql`update device set subscriptions_settled = true
    where seq = ${seq} and not subscriptions_settled and exists (select from device_former_subscription where device_seq = ${seq})`.execute(
    db,
  );
  if (storeIds.length === 0) return;
  const rows = [...storeIds].sort().map((storeId) => ({ storeId, deviceSeq: seq }));
  await db
    .insertInto('deviceSubscription')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const readDevice = async (db: Db, seq: number): Promise<Device | undefined> => {
  const row = await db
    .selectFrom('device')
    .where('seq', '=', seq)
    .select(['id as deviceId', 'installId', 'platform', 'appVersion', 'pushKind', 'userId', 'segments', 'locale', 'isTester'])
    // A deleted store is no longer anybody's.
    .select([
      sql<string | null>`(select id from store where store.id = device.main_store_id and deleted_at is null)`.as('mainStoreId'),
      sql<string[]>`array(select store_id from device_subscription s join store on store.id = s.store_id and deleted_at is null
        where s.device_seq = device.seq order by store_id)`.as('notificationStoreIds'),
    ])
    .executeTakeFirst();
  return row && { ...row, push: row.pushKind && { kind: row.pushKind } };
};

export const markTester = async (db: Db, seq: number): Promise<void> => {
  await db.updateTable('device').set({ isTester: true }).where('seq', '=', seq).where(isHere('device')).execute();
};
