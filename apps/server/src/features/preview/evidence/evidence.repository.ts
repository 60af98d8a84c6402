import type { Changes, HistoryRow } from '@endcap/contract/history';
import type { EvidenceKind } from '@endcap/contract/preview';
import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { instantOf } from '../../entities/index.ts';

type Db = DbOf<'history' | 'staffName'>;

/** A change without its values: its author, item and action. */
export type Deed = {
  seq: number;
  at: string;
  person: HistoryRow['person'];
  kind: EvidenceKind;
  item: string;
  action: string;
  label: string | null;
};
/** `place`: the cursor of the next portion. */
export type WrittenChange = Deed & { changes: Changes; place: string };

const deed = sql`h.seq, ${instantOf(sql`h.at`)} as at,
  json_build_object('id', h.actor, 'name', (select n.name from staff_name n where n.person = h.actor)) as person,
  h.entity as kind, h.entity_id as item, h.action, h.label`;

/** Limits changes to those that may concern customers of a store: that store only, and the named notifications only. */
export type Concerned = { storeId: string | null; notifications: readonly string[] };

/** Returns changes from one instant to before another, after the cursor of the previous portion, ordered by time. */
export const changesBetween = async (
  db: Db,
  { from, before, past, most }: { from: Date; before: Date; past: WrittenChange | undefined; most: number },
  { storeId, notifications }: Concerned,
): Promise<WrittenChange[]> => {
  const after = past ? sql`(h.at, h.seq) > (${past.place}::timestamptz, ${past.seq}::bigint)` : sql`h.at >= ${from}`;
  const { rows } = await sql<WrittenChange>`
    select ${deed}, h.changes, to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
    from history h
    where ${after} and h.at < ${before} and (
      h.entity in ('content', 'popup', 'settings', 'storeGroup') or (h.entity = 'store' and h.entity_id = ${storeId})
      or (h.entity = 'notification' and h.entity_id = any(${notifications}::text[])))
    order by h.at, h.seq limit ${most}`.execute(db);
  return rows;
};

/** Returns the last change before an instant of each item; none for items older than the history. */
export const lastChangesBefore = async (db: Db, items: readonly Pick<Deed, 'kind' | 'item'>[], before: Date): Promise<Deed[]> => {
  const { rows } = await sql<Deed>`
    select ${deed} from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ item }) => item)}::text[]) as shown (kind, item)
    cross join lateral (
      select * from history last where last.entity = shown.kind and last.entity_id = shown.item and last.at < ${before}
      order by last.at desc, last.seq desc limit 1
    ) h order by h.at, h.seq`.execute(db);
  return rows;
};
