import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { type KnownItems, knownOf, type PastChange, pastKinds } from './known-items.ts';

type Db = DbOf<'history' | 'historyKept' | 'historyState'>;

export const isPastKind = sql<boolean>`entity = any(${[...pastKinds]}::text[])`;

/** When the first change was written; null: none was. */
export const historyBegins = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from history`.execute(db);
  return rows[0]?.at ?? null;
};

/** A state that is kept; `key` tells it from one of the same number in another copy of the database. */
export type Kept = { seq: number; key: string };

/** The last state that was kept in which nothing is of an instant or later. */
export const keptBefore = async (db: Db, until: Date): Promise<Kept | null> => {
  const { rows } = await sql<Kept>`
    select seq, seq || '/' || extract(epoch from latest) as key from history_kept where latest < ${until} order by latest desc, seq desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
};

type Packed = [entity: PastChange['entity'], item: string, deleted: boolean, fields: Record<string, unknown>];

/** All items of a kept state, and how many characters they are. One value: thousands of rows would take longer to read than to find. */
export const keptItems = async (db: Db, seq: number): Promise<{ known: KnownItems; size: number }> => {
  const { rows } = await sql<{ items: string | null }>`
    select json_agg(json_build_array(entity, entity_id, deleted, fields))::text as items from history_state where during @> ${seq}::bigint`.execute(
    db,
  );
  const text = rows[0]?.items ?? '[]';
  const items = JSON.parse(text) as Packed[];
  return { known: knownOf(items.map(([entity, item, deleted, fields]) => ({ entity, item, deleted, fields }))), size: text.length };
};

/**
 * What was changed before an instant and is in no kept state up to `seq`, in the order of the numbers. Instants need not follow the numbers: of
 * what was kept later, every portion is looked into that has something as early.
 */
export const changesSince = async (db: Db, seq: number, until: Date): Promise<PastChange[]> => {
  const { rows } = await sql<PastChange>`
    select change.seq, change.entity, change.entity_id as item, change.action, change.changes
    from (
      select after, seq from history_kept where seq > ${seq}::bigint and earliest < ${until}
      union all select coalesce(max(seq), 0), 9223372036854775807 from history_kept
    ) portion (past, upto)
    cross join lateral (
      select seq, entity, entity_id, action, changes from history
      where history.seq > portion.past and history.seq <= portion.upto and at < ${until} and ${isPastKind}
    ) change
    order by change.seq`.execute(db);
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
