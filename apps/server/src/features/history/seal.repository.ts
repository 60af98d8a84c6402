import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'history' | 'historySeal'>;

/** A long history is sealed in portions. */
const AT_ONCE = 1_000;
/** How far below the highest sealed number a change may stand that was being written then; there are no more seals above it. */
const LATE = 2_000;

/**
 * HIST-11: seals up to a thousand changes that no seal covers, in the order of their numbers, bound to the seal before. No writer waits for it: a
 * change that is not visible yet is covered by a later seal. Returns how many it sealed; 0 also where another process was quicker.
 */
export const sealNext = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ sealed: number }>`
    with recent as materialized (select no, hash, covers from history_seal order by no desc limit ${LATE}),
      known as materialized (
        select coalesce(max(upper(covers)), 0) - ${LATE}::bigint as from_seq, coalesce(range_agg(covers), '{}'::int8multirange) as covers,
          coalesce(max(no), 0) as no from recent),
      open as materialized (
        select h.seq, history_fingerprint(h) as fingerprint from history h, known
        where h.seq >= known.from_seq and not h.seq <@ known.covers order by h.seq limit ${AT_ONCE}),
      portion as materialized (
        select count(*)::int as sealed, range_agg(int8range(seq, seq, '[]')) as covers, string_agg(fingerprint, ''::bytea order by seq) as fingerprints,
          clock_timestamp() as at from open),
      written as (
        insert into history_seal (no, covers, fingerprints, at, hash)
        select known.no + 1, portion.covers, fingerprints, at,
          history_seal_hash(coalesce((select hash from recent where recent.no = known.no), ''), known.no + 1, portion.covers, fingerprints, at)
        from portion, known where sealed > 0
        on conflict (no) do nothing returning no)
    select sealed from portion where exists (select from written)`.execute(db);
  return rows[0]?.sealed ?? 0;
};

/** For how many seconds the oldest change waits that is above every seal; 0 when there is none. */
export const waitsForSeal = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as seconds from history
    where seq >= coalesce((select upper(covers) from history_seal order by no desc limit 1), 0)`.execute(db);
  return rows[0]?.seconds ?? 0;
};

/** Longer than any transaction lasts, or clocks differ. */
export const SOON = '1 hour';
/** A seal with fewer fingerprints than these was not full: from it on changes are sealed soon after they are written, so none may be older. */
export const FULL_BYTES = 16 * AT_ONCE;

/** How many changes no seal covers yet; `inserted`: the first of them that claims to be older than the last seal. */
export const unsealed = async (db: Db): Promise<{ open: number; inserted: number | null }> => {
  const { rows } = await sql<{ open: number; inserted: number | null }>`
    with sealed as materialized (select coalesce(range_agg(covers), '{}'::int8multirange) as covers from history_seal),
      last as materialized (
        select at from history_seal where exists (select from history_seal where length(fingerprints) < ${FULL_BYTES}) order by no desc limit 1)
    select count(*)::int as open, min(seq) filter (where at < (select at from last) - ${SOON}::interval) as inserted
    from history, sealed where not seq <@ sealed.covers`.execute(db);
  return rows[0] ?? { open: 0, inserted: null };
};
