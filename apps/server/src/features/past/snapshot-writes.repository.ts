import type { Remembered } from '@endcap/contract/history';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import type { PastItem } from './beginning.repository.ts';
import type { PastChange } from './past-items.ts';
import { isPastKind } from './past.repository.ts';

type Db = DbOf<'history' | 'historyKept' | 'historyState'>;
export type SnapshotItem = Remembered & PastItem;

/** Takes the lock for writing kept states until the transaction ends. Returns false if another process has it. */
export const lockSnapshots = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('history_state')) as mine`.execute(db);
  return rows[0]?.mine ?? false;
};

/** Returns the number of the last snapshot; null: none. */
export const lastSnapshot = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from history_kept`.execute(db);
  return rows[0]?.seq ?? null;
};

/** Returns up to `most` changes after a number, in order. */
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
export const openItems = async (db: Db, items: readonly PastItem[]): Promise<SnapshotItem[]> => {
  const { rows } =
    await sql<SnapshotItem>`select entity, entity_id as item, deleted, fields from history_state where ${among(items)}`.execute(db);
  return rows;
};

/** Ends the current versions of items at the state `seq`. */
export const endItems = async (db: Db, items: readonly PastItem[], seq: number): Promise<void> => {
  await sql`update history_state set during = int8range(lower(during), ${seq}::bigint) where ${among(items)}`.execute(db);
};

/** Drops empty fields, which most fields of most items are; missing fields read as empty. */
const filled = (fields: Remembered['fields']): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));

export const beginItems = async (db: Db, items: readonly SnapshotItem[], seq: number): Promise<void> => {
  await sql`insert into history_state (entity, entity_id, during, deleted, fields)
    select entity, item, int8range(${seq}::bigint, null), deleted, fields from unnest(
      ${items.map(({ entity }) => entity)}::text[], ${items.map(({ item }) => item)}::text[], ${items.map(({ deleted }) => deleted)}::boolean[],
      ${items.map(({ fields }) => filled(fields))}::json[]) as kept (entity, item, deleted, fields)`.execute(db);
};

/** Inserts the state before all changes. */
export const insertBeginning = async (db: Db): Promise<void> => {
  await sql`insert into history_kept (seq, after, earliest, latest) values (0, 0, 'infinity', '-infinity')`.execute(db);
};

/** Inserts the state after the change `seq`, which follows the state `after`. */
export const insertSnapshot = async (db: Db, after: number, seq: number): Promise<void> => {
  await sql`insert into history_kept (seq, after, earliest, latest)
    select ${seq}::bigint, ${after}::bigint, min(at), greatest(max(at), (select latest from history_kept where seq = ${after}))
    from history where history.seq > ${after} and history.seq <= ${seq} and ${isPastKind}`.execute(db);
};
