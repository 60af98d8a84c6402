import type { Remembered } from '@endcap/contract/history';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import type { PastItem } from './beginning.repository.ts';
import type { PastChange } from './known-items.ts';
import { isPastKind } from './past.repository.ts';

type Db = DbOf<'history' | 'historyKept' | 'historyState'>;
export type KeptItem = Remembered & PastItem;

/** Takes the lock for keeping states, until the transaction ends; false if another process holds it. */
export const mayKeep = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('history_state')) as mine`.execute(db);
  return rows[0]?.mine ?? false;
};

/** The number of the last state that was kept; null: none is. */
export const lastKept = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from history_kept`.execute(db);
  return rows[0]?.seq ?? null;
};

/** So many changes after a number, in order; fewer where there are no more. */
export const nextChanges = async (db: Db, after: number, most: number): Promise<PastChange[]> => {
  const { rows } = await sql<PastChange>`
    select seq, entity, entity_id as item, action, changes from history where seq > ${after} and ${isPastKind} order by seq limit ${most}`.execute(
    db,
  );
  return rows;
};

const among = (items: readonly PastItem[]) =>
  sql<boolean>`upper_inf(during) and (entity, entity_id) in (
    select * from unnest(${items.map(({ entity }) => entity)}::text[], ${items.map(({ item }) => item)}::text[]))`;

/** Reads the latest kept version of some items. */
export const openItems = async (db: Db, items: readonly PastItem[]): Promise<KeptItem[]> => {
  const { rows } = await sql<KeptItem>`select entity, entity_id as item, deleted, fields from history_state where ${among(items)}`.execute(
    db,
  );
  return rows;
};

/** From the state `seq` on items are something else, or nothing. */
export const endItems = async (db: Db, items: readonly PastItem[], seq: number): Promise<void> => {
  await sql`update history_state set during = int8range(lower(during), ${seq}::bigint) where ${among(items)}`.execute(db);
};

/** Most fields of most items are empty: as unnamed ones are. */
const filled = (fields: Remembered['fields']): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));

export const beginItems = async (db: Db, items: readonly KeptItem[], seq: number): Promise<void> => {
  await sql`insert into history_state (entity, entity_id, during, deleted, fields)
    select entity, item, int8range(${seq}::bigint, null), deleted, fields from unnest(
      ${items.map(({ entity }) => entity)}::text[], ${items.map(({ item }) => item)}::text[], ${items.map(({ deleted }) => deleted)}::boolean[],
      ${items.map(({ fields }) => filled(fields))}::json[]) as kept (entity, item, deleted, fields)`.execute(db);
};

/** The state before all changes. */
export const noteBeginning = async (db: Db): Promise<void> => {
  await sql`insert into history_kept (seq, after, earliest, latest) values (0, 0, 'infinity', '-infinity')`.execute(db);
};

/** The state after the change `seq`, the next one to `after`. */
export const noteKept = async (db: Db, after: number, seq: number): Promise<void> => {
  await sql`insert into history_kept (seq, after, earliest, latest)
    select ${seq}::bigint, ${after}::bigint, min(at), greatest(max(at), (select latest from history_kept where seq = ${after}))
    from history where history.seq > ${after} and history.seq <= ${seq} and ${isPastKind}`.execute(db);
};
