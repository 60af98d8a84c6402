import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { FULL_BYTES, SOON } from './seal.repository.ts';

type Db = DbOf<'history' | 'historySeal'>;

/** A seal and its faults. `altered` and `inserted` are numbers of changes, ascending; `removed` is the first missing number. */
export type JudgedSeal = {
  no: number;
  hash: string;
  at: Date;
  changes: number;
  isWhole: boolean;
  altered: number[];
  inserted: number[];
  removed: number | null;
};

/** Most changes that are verified besides the requested ones: those of the first seals between two instants. */
const VERIFIED_MOST = 50_000;
/** Longest time from writing a change to its seal. */
const LATE = '5 minutes';
/** Seals per query when all are verified. */
const AT_ONCE = 20;

/**
 * Verifies seals in order: their hashes, and every change that they cover. A forged seal may contain any range. A range is expanded into
 * numbers only if the hash is right and the seal has a fingerprint for each number.
 */
const judged = async (db: Db, chosen: RawBuilder<unknown>): Promise<JudgedSeal[]> => {
  const { rows } = await sql<JudgedSeal>`
    with caught_up as materialized (select no from history_seal where length(fingerprints) < ${FULL_BYTES} order by no limit 1),
      first_settled as materialized (select no from history_seal where settled is not null order by no limit 1),
      seal as materialized (
        select its.*, before.at as former, before.no >= (select no from caught_up) as is_soon, earlier.settled as settled_before, size.changes,
          (its.no = 1 or its.no > 1 and before.no is not null) and hash_is.right and length(its.fingerprints) = 16 * size.changes
            and not lower_inf(its.covers) and not upper_inf(its.covers) as is_whole
        from history_seal its left join history_seal before on before.no = its.no - 1
        left join lateral (
          select settled from history_seal where settled is not null and no < its.no and its.no > (select no from first_settled)
          order by no desc limit 1) earlier on true
        cross join lateral (select coalesce(sum(upper(range)::numeric - lower(range)), 0) as changes from unnest(its.covers) as range) size
        cross join lateral (
          select its.hash = history_seal_hash(coalesce(before.hash, ''), its.no, its.covers, its.fingerprints, its.at, its.settled) as right) hash_is
        where its.no in (${chosen}))
    select seal.no, encode(seal.hash, 'hex') as hash, seal.at, seal.changes::float8 as changes, seal.is_whole,
      found.altered, found.inserted, found.removed
    from seal cross join lateral (
      select coalesce(array_agg(sealed.seq order by sealed.seq) filter (where
          h.seq is not null and history_fingerprint(h) <> substr(seal.fingerprints, (place * 16 + 1)::int, 16)), '{}') as altered,
        coalesce(array_agg(sealed.seq order by sealed.seq) filter (where h.seq is not null
          and (sealed.seq <= seal.settled_before or (seal.is_soon and h.at < seal.former - ${SOON}::interval))), '{}') as inserted,
        min(sealed.seq) filter (where h.seq is null) as removed
      from (
        select seq, row_number() over (order by seq) - 1 as place
        from unnest(case when seal.is_whole then seal.covers else '{}' end) as range, generate_series(lower(range), upper(range) - 1) as seq
      ) sealed left join history h on h.seq = sealed.seq
    ) found
    order by seal.no`.execute(db);
  return rows;
};

/** Returns the seals with these numbers, and those of changes written between two instants. */
export const sealsOf = (db: Db, nos: readonly number[], { from, until }: { from: Date; until: Date }): Promise<JudgedSeal[]> =>
  judged(
    db,
    sql`select unnest(${nos}::bigint[]) union all
      select no from (
        select no, sum(length(fingerprints) / 16) over (order by no) as changes
        from history_seal where at >= ${from} and at <= ${until}::timestamptz + ${LATE}::interval) written
      where changes <= ${VERIFIED_MOST}`,
  );

/** Returns the next seals after a number; for null the first ones. */
export const sealsAfter = (db: Db, no: number | null): Promise<JudgedSeal[]> =>
  judged(db, sql`select no from history_seal where ${no}::bigint is null or no > ${no}::bigint order by no limit ${AT_ONCE}`);

/** A change that differs from what was sealed, by its number; or a seal that was altered. */
export type SealFault = { what: 'altered' | 'removed' | 'inserted'; seq: number } | { what: 'seal'; no: number };

/** Returns the first fault of a seal, or null. */
export const faultOf = ({ no, isWhole, altered, removed, inserted }: JudgedSeal): SealFault | null => {
  if (!isWhole) return { what: 'seal', no };
  const faults = [
    ...altered.slice(0, 1).map((seq) => ({ what: 'altered' as const, seq })),
    ...(removed === null ? [] : [{ what: 'removed' as const, seq: removed }]),
    ...inserted.slice(0, 1).map((seq) => ({ what: 'inserted' as const, seq })),
  ];
  return faults.toSorted((one, other) => one.seq - other.seq)[0] ?? null;
};
