import type { KnownStore } from '@endcap/contract/stores';
import type { StoreHours } from '@endcap/contract/trading-days';
import { sql } from 'kysely';
import type { Stand } from '../../platform/stand.ts';
import type { DbOf } from '../../tables.ts';
import { hoursFields } from './store.repository.ts';

export type PlacedDb = DbOf<'store' | 'storeGroup' | 'storeGroupMember' | 'contentChange' | 'changedRow'>;
/** What audience rules and people know of a store, and when it is open. Shared by all who ask: frozen, whatever its type says. */
export type KnownPlace = KnownStore & StoreHours;

const fields = ['id', 'name', 'storeNo', 'city', 'storeType', ...hoursFields] as const;
const columns = [...fields, 'deletedAt'].map((field) => sql.ref(field));
const stored = sql.join([...fields.map((field) => sql`${sql.lit(field)}, ${sql.ref(field)}`), sql`'deleted', deleted_at is not null`]);

type Seen = Stand & { isOwn: boolean };
const seen = sql`number, incarnation() as incarnation, coalesce(current_setting('endcap.change', true), '') <> '' as is_own`;

/** The change that a connection sees as the latest one, and whether that is one of its own, which nobody else sees yet. */
export const seenChange = async (db: PlacedDb): Promise<Seen> => {
  const { rows } = await sql<Seen>`/* prepared: seen change */ select ${seen} from content_change`.execute(db);
  if (!rows[0]) throw new Error('The counter of changes is missing');
  return rows[0];
};

type Stored = Omit<KnownPlace, 'groups' | 'formerGroups'>;
/** A group, whether it was deleted, and its stores by their places among those that were read. */
type Members = [id: string, deleted: boolean, places: number[]];

/** Groups come in the order of their ids, and so are each store's. */
const withGroups = (stores: readonly Stored[], members: readonly Members[]): KnownPlace[] => {
  const [groups, formerGroups] = [stores.map((): string[] => []), stores.map((): string[] => [])];
  for (const [id, deleted, places] of members) for (const at of places) (deleted ? formerGroups : groups)[at]?.push(id);
  // A list that was filled has room for half as many more; a copy has none.
  const exact = (list: string[] = []): string[] => {
    const copy = list.slice();
    Object.freeze(copy);
    return copy;
  };
  return stores.map((store, at) => Object.freeze({ ...store, groups: exact(groups[at]), formerGroups: exact(formerGroups[at]) }));
};

/** The change that it is all of, and whether that is one of its own; ids of stores that were written since another, also of such as are no more, and the stores. */
export type PlacedNews = { stand: Stand; isOwn: boolean; written: readonly string[]; stores: readonly KnownPlace[] };

/**
 * Stores, also deleted ones, that were written after a change; null: all of them, and nothing is said of what was written. One statement, so
 * that all of it is of one state; groups with their stores are a fifth of what stores with their groups are to put together and to send.
 */
export const placedNews = async (db: PlacedDb, after: number | null): Promise<PlacedNews> => {
  const [some, none] = [sql`join written using (id)`, sql``];
  const { rows } = await sql<Seen & { written: string[]; stores: string | null; members: string | null }>`
    with written as (select id from changed_row where kind = 'store' and number > ${after}),
    known as materialized (
      select ${sql.join(columns)}, (row_number() over (order by id))::int - 1 as place from store ${after === null ? none : some})
    select ${seen}, array(select id from written) as written,
      (select json_agg(json_build_object(${stored}) order by place)::text from known) as stores,
      (select json_agg(json_build_array(g.id, g.deleted_at is not null, m.places) order by g.id)::text from store_group g join (
        select group_id, array_agg(place) as places from store_group_member join known on known.id = store_id group by group_id
      ) m on m.group_id = g.id) as members
    from content_change`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The counter of changes is missing');
  const { number, incarnation, isOwn, written, stores, members } = row;
  const known = withGroups(JSON.parse(stores ?? '[]') as Stored[], JSON.parse(members ?? '[]') as Members[]);
  return { stand: { number, incarnation }, isOwn, written, stores: known };
};
