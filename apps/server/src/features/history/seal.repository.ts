import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'history' | 'historySeal'>;

/** Changes per seal. */
const AT_ONCE = 1_000;
/** The highest possible number of a change. */
const MOST = '9223372036854775807';
/** Longer than any transaction lasts, or clocks differ. */
export const SOON = '1 hour';
/** Number of seals among which the one with the highest number is found. */
const REACHING = 2_000;

/** A seal with fewer fingerprints than these was not full: it covers all that could be seen then. */
export const FULL_BYTES = 16 * AT_ONCE;

/**
 * Numbers that no seal covers and that may still appear. They begin above everything that was sealed an hour before the last seal that was
 * not full. A transaction that had drawn a lower number has ended since then, even if it drew many or nothing was sealed for long.
 */
const gaps = sql`
  hour_before as materialized (
    select coalesce(max(no), 0) as no from (
      select no from history_seal where at <= (
        select at from history_seal where length(fingerprints) < ${FULL_BYTES} order by no desc limit 1) - ${SOON}::interval
      order by no desc limit 1) s),
  reached as materialized (
    select coalesce(max(upper(covers)), 0) as seq
    from (select covers from history_seal where no <= (select no from hour_before) order by no desc limit ${REACHING}) s),
  gaps as materialized (
    select unnest(int8multirange(int8range((select seq from reached), null)) - coalesce(range_agg(covers), '{}'::int8multirange)) as gap
    from history_seal where no > (select no from hour_before))`;
const isInGap = sql`h.seq >= lower(gap) and h.seq < coalesce(upper(gap), ${MOST}::bigint)`;

/**
 * Returns the highest number below which no change can still become visible; null while a transaction is open that may have drawn a lower
 * one. Writers lock the table before they draw a number, and unlock it once their rows are visible. The statement reads the locks after it
 * took its snapshot.
 */
const settledNumber = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ settled: number | null }>`
    select max(seq) as settled from history having not exists (
      select from pg_locks where locktype = 'relation' and relation = 'history'::regclass and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database()))`.execute(db);
  return rows[0]?.settled ?? null;
};

/** The last number that the seals settle; a change below it that none of them covers was inserted later. */
export const lastSettled = sql`(select settled from history_seal where settled is not null order by no desc limit 1)`;

/**
 * Seals up to a thousand changes that no seal covers, by number, and links them to the previous seal (HIST-11). No writer waits for it: a
 * change that is not visible yet is covered by a later seal, and a full portion settles no more than it covers. Returns the number of
 * sealed changes; 0 also if another process was faster.
 */
export const sealNext = async (db: Db): Promise<number> => {
  const settled = await settledNumber(db);
  const { rows } = await sql<{ sealed: number }>`
    with ${gaps},
      last as materialized (select no, hash from history_seal order by no desc limit 1),
      open as materialized (
        select found.* from gaps, lateral (
          select h.seq, history_fingerprint(h) as fingerprint from history h where ${isInGap} order by h.seq limit ${AT_ONCE}) found
        order by found.seq limit ${AT_ONCE}),
      portion as materialized (
        select count(*)::int as sealed, range_agg(int8range(seq, seq, '[]')) as covers, string_agg(fingerprint, ''::bytea order by seq) as fingerprints,
          clock_timestamp() as at, coalesce((select no from last), 0) + 1 as no,
          case when count(*) < ${AT_ONCE} or ${settled}::bigint is null then ${settled}::bigint else least(${settled}::bigint, max(seq)) end as settled
        from open),
      written as (
        insert into history_seal (no, covers, fingerprints, at, settled, hash)
        select no, covers, fingerprints, at, settled,
          history_seal_hash(coalesce((select hash from last), ''), no, covers, fingerprints, at, settled)
        from portion where sealed > 0
        on conflict (no) do nothing returning no)
    select sealed from portion where exists (select from written)`.execute(db);
  return rows[0]?.sealed ?? 0;
};

/** Returns the age in seconds of the oldest change that waits to be sealed, or 0. */
export const waitsForSeal = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    with ${gaps}
    select coalesce(extract(epoch from clock_timestamp() - min(h.at)), 0)::float8 as seconds from gaps join history h on ${isInGap}`.execute(
    db,
  );
  return rows[0]?.seconds ?? 0;
};

/**
 * Counts the changes that no seal covers yet. `inserted` is the first of them with a number already settled by a seal, or dated before the
 * last seal. Dates are compared only once a seal was not full: from then on changes are sealed soon after they are written.
 */
export const unsealed = async (db: Db): Promise<{ open: number; inserted: number | null }> => {
  const { rows } = await sql<{ open: number; inserted: number | null }>`
    with sealed as materialized (select coalesce(range_agg(covers), '{}'::int8multirange) as covers from history_seal),
      last as materialized (
        select at from history_seal where exists (select from history_seal where length(fingerprints) < ${FULL_BYTES}) order by no desc limit 1)
    select count(*)::int as open, min(seq) filter (
      where at < (select at from last) - ${SOON}::interval or seq <= ${lastSettled}) as inserted
    from history, sealed where not seq <@ sealed.covers`.execute(db);
  return rows[0] ?? { open: 0, inserted: null };
};
