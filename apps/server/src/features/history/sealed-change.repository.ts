import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import type { SealFault } from './seal.repository.ts';

type Db = DbOf<'history' | 'historySeal'>;

/** A seal, and what is wrong with it; `altered` and `inserted` are numbers of changes, ascending, `removed` the first that is missing. */
export type LookedAtSeal = {
  no: number;
  hash: string;
  at: Date;
  changes: number;
  isWhole: boolean;
  altered: number[];
  inserted: number[];
  removed: number | null;
};

/** Changes that are looked at besides those that are asked for: of the seals between two instants, so many of the first. */
const LOOKED_MOST = 50_000;
/** Sealed a while after it was written, at most. */
const LATE = '5 minutes';
/** Longer than any transaction lasts, or clocks differ. */
const SOON = '1 hour';
/** As many fingerprints as a seal has while a history is being caught up with. */
const FULL_BYTES = 16_000;

/** The number of the seal of each change that has one. Ranges of seals do not overlap: only the last that begins before a number may have it. */
export const sealNumbersOf = async (db: Db, seqs: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ seq: number; no: number }>`
    with wanted as (select distinct seq from unnest(${seqs}::bigint[]) as seq),
      part as (select no, lower(range) as first, upper(range) as past from history_seal, unnest(covers) as range),
      place as (
        select seq, is_wanted, max(seq) filter (where not is_wanted) over (order by seq, is_wanted rows unbounded preceding) as first
        from (select seq, true as is_wanted from wanted union all select first, false from part) every)
    select distinct on (place.seq) place.seq, part.no from place join part on part.first = place.first
    where is_wanted and place.seq < part.past order by place.seq, part.no`.execute(db);
  return new Map(rows.map(({ seq, no }) => [seq, no]));
};

/** Looks at seals by number, and at those of what was written between two instants: at their hashes, and at every change that they cover. */
export const lookAtSeals = async (
  db: Db,
  nos: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<LookedAtSeal[]> => {
  const { rows } = await sql<LookedAtSeal>`
    with written as (
      select no, sum(length(fingerprints) / 16) over (order by no) as changes from history_seal where at >= ${from} and at <= ${until}::timestamptz + ${LATE}::interval),
    caught_up as materialized (select min(no) as no from history_seal where length(fingerprints) < ${FULL_BYTES}),
    seal as materialized (
      select its.*, before.at as former, before.no >= (select no from caught_up) as is_soon,
        (its.no = 1 or before.no is not null) and hash_is.right and length(its.fingerprints) = 16 * size.changes as is_whole, size.changes
      from history_seal its left join history_seal before on before.no = its.no - 1
      cross join lateral (select coalesce(sum(upper(range) - lower(range)), 0) as changes from unnest(its.covers) as range) size
      cross join lateral (
        select its.hash = history_seal_hash(coalesce(before.hash, ''), its.no, its.covers, its.fingerprints, its.at) as right) hash_is
      where its.no = any(${nos}::bigint[]) or its.no in (select no from written where changes <= ${LOOKED_MOST}))
    select seal.no, encode(seal.hash, 'hex') as hash, seal.at, seal.changes::float8 as changes, seal.is_whole,
      found.altered, found.inserted, found.removed
    from seal cross join lateral (
      select coalesce(array_agg(sealed.seq order by sealed.seq) filter (where
          h.seq is not null and history_fingerprint(h) <> substr(seal.fingerprints, (place * 16 + 1)::int, 16)), '{}') as altered,
        coalesce(array_agg(sealed.seq order by sealed.seq) filter (where seal.is_soon and h.at < seal.former - ${SOON}::interval), '{}') as inserted,
        min(sealed.seq) filter (where h.seq is null) as removed
      from (
        -- What another hand wrote into a seal may be any range.
        select seq, row_number() over (order by seq) - 1 as place
        from unnest(case when seal.is_whole then seal.covers else '{}' end) as range, generate_series(lower(range), upper(range) - 1) as seq
      ) sealed left join history h on h.seq = sealed.seq
    ) found
    order by seal.no`.execute(db);
  return rows;
};

/** Of changes that no seal covers those that claim to be older than the last seal. */
export const insertedAmong = async (db: Db, seqs: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ seq: number }>`
    with last as (select at from history_seal order by no desc limit 1)
    select h.seq from history h, last
    where h.seq = any(${seqs}::bigint[]) and h.at < last.at - ${SOON}::interval
      and exists (select from history_seal where length(fingerprints) < ${FULL_BYTES})`.execute(db);
  return new Set(rows.map(({ seq }) => seq));
};

export type Chain = { last: { no: number; hash: string; at: Date }; brokenAt: number | null };

/** Whether each seal after one is bound to the seal before it; null: there is no seal. What they cover is not looked at. */
export const chainAfter = async (db: Db, no: number): Promise<Chain | null> => {
  const { rows } = await sql<{ no: number; hash: string; at: Date; brokenAt: number | null }>`
    with link as (
      select no, no = lag(no) over chain + 1 and hash = history_seal_hash(lag(hash) over chain, no, covers, fingerprints, at) as holds
      from history_seal where no >= ${no}::bigint window chain as (order by no))
    select no, encode(hash, 'hex') as hash, at, (select min(no) from link where not holds) as broken_at
    from history_seal order by no desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { brokenAt, ...last } = row;
  return { last, brokenAt };
};

/** What is first wrong with a seal. */
export const faultOf = ({ no, isWhole, altered, removed, inserted }: LookedAtSeal): SealFault | null => {
  if (!isWhole) return { what: 'seal', no };
  const faults = [
    ...altered.slice(0, 1).map((seq) => ({ what: 'altered' as const, seq })),
    ...(removed === null ? [] : [{ what: 'removed' as const, seq: removed }]),
    ...inserted.slice(0, 1).map((seq) => ({ what: 'inserted' as const, seq })),
  ];
  return faults.toSorted((one, other) => one.seq - other.seq)[0] ?? null;
};
