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

/** A change that is not what was sealed, by its number; or a seal that is not what it was. */
export type SealFault = { what: 'altered' | 'removed' | 'inserted'; seq: number } | { what: 'seal'; no: number };
/** `isCaughtUp`: from here on changes are sealed soon after they are written. */
export type CheckedSeal = { no: number; hash: string; changes: number; at: Date; isCaughtUp: boolean };

const BEGINNING: CheckedSeal = { no: 0, hash: '', changes: 0, at: new Date(0), isCaughtUp: false };
/** Longer than any transaction lasts, or clocks differ. */
const SOON = '1 hour';

type Row = Omit<CheckedSeal, 'no' | 'isCaughtUp'> & {
  no: string;
  isWhole: boolean;
  seq: string | null;
  what: 'altered' | 'removed' | 'inserted';
};

/** Looks at the seal that follows another, or at the first; null when there is none. */
export const checkSealAfter = async (
  db: Db,
  before: CheckedSeal = BEGINNING,
): Promise<{ seal: CheckedSeal; fault: SealFault | null } | null> => {
  const { rows } = await sql<Row>`
    with seal as materialized (select * from history_seal where no > ${before.no}::bigint order by no limit 1),
      sealed as materialized (
        select seq, row_number() over (order by seq) - 1 as place
        from seal, unnest(covers) as range, generate_series(lower(range), upper(range) - 1) as seq),
      wrong as (
        select sealed.seq, case when h.seq is null then 'removed' when history_fingerprint(h) <> substr(seal.fingerprints, (place * 16 + 1)::int, 16) then 'altered' else 'inserted' end as what
        from seal, sealed left join history h on h.seq = sealed.seq
        where h.seq is null or history_fingerprint(h) <> substr(seal.fingerprints, (place * 16 + 1)::int, 16)
          or (${before.isCaughtUp} and h.at < ${before.at}::timestamptz - ${SOON}::interval)
        order by sealed.seq limit 1)
    select no, encode(hash, 'hex') as hash, at, (select count(*)::int from sealed) as changes,
      no = ${before.no + 1}::bigint and length(fingerprints) = 16 * (select count(*) from sealed)
        and hash = history_seal_hash(decode(${before.hash}, 'hex'), no, covers, fingerprints, at) as is_whole,
      (select seq from wrong) as seq, (select what from wrong) as what
    from seal`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { hash, changes, at, isWhole, seq, what } = row;
  const no = Number(row.no);
  const seal = { no, hash, changes, at, isCaughtUp: before.isCaughtUp || changes < AT_ONCE };
  if (!isWhole) return { seal, fault: { what: 'seal', no: before.no + 1 } };
  return { seal, fault: seq === null ? null : { what, seq: Number(seq) } };
};

/** How many changes no seal covers yet; `inserted`: the first of them that claims to be older than the last seal. */
export const unsealed = async (db: Db, last: CheckedSeal = BEGINNING): Promise<{ open: number; inserted: number | null }> => {
  const { rows } = await sql<{ open: number; inserted: string | null }>`
    with sealed as materialized (select coalesce(range_agg(covers), '{}'::int8multirange) as covers from history_seal)
    select count(*)::int as open, min(seq) filter (where ${last.isCaughtUp} and at < ${last.at}::timestamptz - ${SOON}::interval) as inserted
    from history, sealed where not seq <@ sealed.covers`.execute(db);
  const [row] = rows;
  return { open: row?.open ?? 0, inserted: row?.inserted ? Number(row.inserted) : null };
};
