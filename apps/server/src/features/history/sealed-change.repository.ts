import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { FULL_BYTES, lastSettled, SOON } from './seal.repository.ts';

type Db = DbOf<'history' | 'historySeal'>;

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

/** Of changes that no seal covers those whose number the seals had settled, and those that claim to be older than the last seal. */
export const insertedAmong = async (db: Db, seqs: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ seq: number }>`
    with last as (select at from history_seal order by no desc limit 1)
    select h.seq from history h, last
    where h.seq = any(${seqs}::bigint[]) and (h.seq <= ${lastSettled} or (h.at < last.at - ${SOON}::interval
      and exists (select from history_seal where length(fingerprints) < ${FULL_BYTES})))`.execute(db);
  return new Set(rows.map(({ seq }) => seq));
};

export type Chain = { last: { no: number; hash: string; at: Date }; brokenAt: number | null };

/** Checks the links of the hash chain from a seal onwards. Null: there is no seal. Does not check the covered changes. */
export const chainAfter = async (db: Db, no: number): Promise<Chain | null> => {
  const { rows } = await sql<{ no: number; hash: string; at: Date; brokenAt: number | null }>`
    with link as (
      select no, no = lag(no) over chain + 1 and hash = history_seal_hash(lag(hash) over chain, no, covers, fingerprints, at, settled) as holds
      from history_seal where no >= ${no}::bigint window chain as (order by no))
    select no, encode(hash, 'hex') as hash, at, (select min(no) from link where not holds) as broken_at
    from history_seal order by no desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { brokenAt, ...last } = row;
  return { last, brokenAt };
};
