import { sql } from 'kysely';
import { inPieces } from '../../platform/db/in-pieces.ts';
import type { DbOf } from '../../tables.ts';
import { type PastChange, pastKinds } from './past-items.ts';
import { unlistedFields } from './listed-items.ts';

type Db = DbOf<'history' | 'historyKept'>;

export const isPastKind = sql<boolean>`entity = any(${[...pastKinds]}::text[])`;

/** When the first change was written; null: none was. */
export const historyBegins = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from history`.execute(db);
  return rows[0]?.at ?? null;
};

/**
 * Reads the changes before an instant that are in no kept state up to `seq`, ordered by their numbers; of content only the listed fields.
 * Instants may be out of order with the numbers, so every later portion with a change that early is read too.
 */
export const changesSince = (trx: Db, seq: number, until: Date): AsyncGenerator<PastChange[]> =>
  inPieces(
    trx,
    sql<PastChange>`
      select change.seq, change.entity, change.entity_id as item, change.action,
        case change.entity when 'content' then change.changes - ${unlistedFields}::text[] else change.changes end as changes
      from (
        select after, seq from history_kept where seq > ${seq}::bigint and earliest < ${until}
        union all select coalesce(max(seq), 0), 9223372036854775807 from history_kept
      ) portion (past, upto)
      cross join lateral (
        select seq, entity, entity_id, action, changes from history
        where history.seq > portion.past and history.seq <= portion.upto and at < ${until} and ${isPastKind}
      ) change
      order by change.seq`,
  );

/** Which changes of one item: those with a number above `after`. */
export type ItemSince = { item: string; after: number };

/** Reads the changes of content before an instant and up to a number, ordered by their numbers. */
export const changesOfContent = async (
  db: Db,
  items: readonly ItemSince[],
  { until, last }: { until: Date; last: number },
): Promise<PastChange[]> => {
  const { rows } = await sql<PastChange>`
    select h.seq, h.entity, h.entity_id as item, h.action, h.changes
    from unnest(${items.map(({ item }) => item)}::text[], ${items.map(({ after }) => after)}::bigint[]) as wanted (item, past)
    join history h on h.entity = 'content' and h.entity_id = wanted.item and h.seq > wanted.past and h.seq <= ${last}::bigint and h.at < ${until}
    order by h.seq`.execute(db);
  return rows;
};

/** The instants of changes from one to before another, the nearest to the first or to the last of them. */
export const instantsOfChanges = async (
  db: Db,
  { from, before, most, backwards }: { from: Date; before: Date; most: number; backwards: boolean },
): Promise<Date[]> => {
  const { rows } = await sql<{ at: Date }>`
    select distinct at from history where at >= ${from} and at < ${before} and ${isPastKind}
    order by at ${sql.raw(backwards ? 'desc' : 'asc')} limit ${most}`.execute(db);
  return rows.map(({ at }) => at);
};
