import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isHere } from '../devices/index.ts';
import type { CustomerTables, ErasedKind } from './customer.tables.ts';

type Db = DbOf<'erasing' | 'erasure' | 'device' | 'thread'>;

/** Number of hexadecimal digits of the hash that name an erasure in the history. */
const MARK_DIGITS = 12;

/** Keyed hash that records an erased id (decision 73). Equal ids have equal hashes; the id can only be recovered by guessing it. */
const hashOf = (kind: ErasedKind, value: RawBuilder<unknown>): RawBuilder<Buffer> =>
  sql`sha256((select key from erasing) || convert_to(${kind}::text || ':' || ${value}::text, 'UTF8'))`;

/** The customer or device that was erased. */
type Erased = { kind: ErasedKind; value: string };

/** Records an erasure, in its transaction; the last of several counts. */
export const noteErasure = async (trx: Db, { kind, value, at }: Erased & { at: Date }): Promise<void> => {
  await sql`
    insert into erasure as existing (kind, hash, at) values (${kind}, ${hashOf(kind, sql`${value}`)}, ${at})
    on conflict (kind, hash) do update set at = greatest(existing.at, excluded.at)`.execute(trx);
};

/** Returns the pseudonym that replaces an erased id in the history. */
export const markOf = async (db: Db, { kind, value }: Erased): Promise<string> => {
  const { rows } = await sql<{ mark: string }>`select left(encode(${hashOf(kind, sql`${value}`)}, 'hex'), ${MARK_DIGITS}) as mark`.execute(
    db,
  );
  return rows[0]?.mark ?? '';
};

/** Returns the instant of the last erasure; null: never erased. */
export const erasedAt = async (db: Db, { kind, value }: Erased): Promise<Date | null> =>
  (
    await db
      .selectFrom('erasure')
      .where('kind', '=', kind)
      .where('hash', '=', hashOf(kind, sql`${value}`))
      .select('at')
      .executeTakeFirst()
  )?.at ?? null;

/** The key that goes into the hashes of this database. */
export const erasureKey = async (db: Db): Promise<Buffer> => (await db.selectFrom('erasing').select('key').executeTakeFirstOrThrow()).key;

/** An erasure as lists of them have it. */
export type Recorded = CustomerTables['erasure'];

/** Returns up to `atMost` erasures after a given one, ordered by hash. */
export const erasuresPast = async (db: Db, past: Recorded | undefined, atMost: number): Promise<Recorded[]> => {
  const from = past ? sql<boolean>`(kind, hash) > (${past.kind}, ${past.hash})` : sql<boolean>`true`;
  return db.selectFrom('erasure').where(from).orderBy('kind').orderBy('hash').limit(atMost).selectAll().execute();
};

/** Returns the erasures of a list that this database has not recorded, as of that time or later. */
export const notRecorded = async (db: Db, list: readonly Recorded[]): Promise<Recorded[]> => {
  const { rows } = await sql<{ position: number }>`
    select listed.n::int - 1 as position
    from unnest(${list.map(({ kind }) => kind)}::text[], ${list.map(({ hash }) => hash)}::bytea[], ${list.map(({ at }) => at)}::timestamptz[])
      with ordinality listed(kind, hash, at, n)
    where not exists (select from erasure own where own.kind = listed.kind and own.hash = listed.hash and own.at >= listed.at) order by 1`.execute(
    db,
  );
  return rows.flatMap(({ position }) => list[position] ?? []);
};

/** Inserts erasures that another copy of this database recorded. */
export const insertErasures = async (trx: Db, list: readonly Recorded[]): Promise<void> => {
  await sql`insert into erasure as existing (kind, hash, at)
    select * from unnest(${list.map(({ kind }) => kind)}::text[], ${list.map(({ hash }) => hash)}::bytea[], ${list.map(({ at }) => at)}::timestamptz[])
    on conflict (kind, hash) do update set at = greatest(existing.at, excluded.at)`.execute(trx);
};

/**
 * Finds the recorded customers and devices that still have data in this database, with the time of their erasure. Finds a customer only
 * with data from before that time. Skips a customer whose very erasure is on record here: the data came afterwards, e.g. from a sign-in on
 * an old phone. Reads all devices and all threads.
 */
export const recordedHere = async (
  db: Db,
  key: Buffer,
  list: readonly Recorded[],
): Promise<{ customers: { userId: string; at: Date }[]; devices: { seq: number; at: Date }[] }> => {
  const of = (kind: ErasedKind) => {
    const those = list.filter((one) => one.kind === kind);
    return sql`unnest(${those.map(({ hash }) => hash)}::bytea[], ${those.map(({ at }) => at)}::timestamptz[]) listed(hash, at)`;
  };
  const hash = (kind: ErasedKind, value: RawBuilder<unknown>) =>
    sql`sha256(${key}::bytea || convert_to(${kind}::text || ':' || ${value}, 'UTF8'))`;
  const { rows: customers } = await sql<{ userId: string; at: Date }>`
    select user_id, listed.at from (
      select user_id, min(created_at) as since from (select user_id, created_at from device union all select user_id, created_at from thread) theirs
      group by user_id
    ) present join ${of('customer')} on listed.hash = ${hash('customer', sql`user_id`)} and since <= listed.at
    where not exists (select from erasure own where own.kind = 'customer' and own.hash = listed.hash and own.at >= listed.at) order by 1`.execute(
    db,
  );
  const { rows: devices } = await sql<{ seq: number; at: Date }>`
    select seq, listed.at from device join ${of('device')} on listed.hash = ${hash('device', sql`id`)} where ${isHere('device')} order by 1`.execute(
    db,
  );
  return { customers, devices };
};

/** Returns the instant since which the use of devices is recorded. */
export const seenNotedSince = async (db: Db): Promise<Date> =>
  (await db.selectFrom('erasing').select('seenNotedSince').executeTakeFirstOrThrow()).seenNotedSince;
