import { type ContentFilters, type ContentView, KeptContentFilters, VIEWS_MOST } from '@endcap/contract/content';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'contentView'>;

type Stored = { id: string; name: string | null; filters: unknown };
const viewOf = ({ id, name, filters }: Stored): ContentView => ({ _id: id, name: name ?? '', filters: KeptContentFilters.parse(filters) });

/** A person's own, by name in Polish order; `last` are the filters that have none. */
export const viewsOf = async (db: Db, person: string) => {
  const rows = await db
    .selectFrom('contentView')
    .where('person', '=', person)
    .select(['id', 'name', 'filters'])
    .orderBy(sql`name collate "pl-x-icu"`)
    .execute();
  const last = rows.find(({ name }) => name === null);
  return { last: last ? viewOf(last).filters : null, views: rows.filter(({ name }) => name !== null).map(viewOf) };
};

/** Saves filters under a name, replacing a view of that name. Returns undefined if the person has the maximum number of views. */
export const saveView = async (db: Db, person: string, name: string | null, filters: ContentFilters): Promise<ContentView | undefined> => {
  const { rows } = await sql<Stored>`
    insert into content_view as saved (id, person, name, filters)
    select ${newId()}, ${person}, ${name}, ${JSON.stringify(filters)}::jsonb
    where (select count(*) from content_view v where v.person = ${person} and v.name is not null and v.name is distinct from ${name}) < ${VIEWS_MOST}
      or ${name}::text is null
    on conflict (person, name) do update set filters = excluded.filters
    returning saved.id, saved.name, saved.filters`.execute(db);
  return rows[0] && viewOf(rows[0]);
};

/** Returns undefined if the view does not exist, and `taken` if another view of the person has the name. */
export const renameView = async (db: Db, person: string, id: string, name: string): Promise<ContentView | 'taken' | undefined> => {
  const { rows } = await sql<Stored & { taken: boolean }>`
    with named as (
      update content_view set name = ${name} where id = ${id} and person = ${person} and content_view.name is not null
        and not exists (select from content_view v where v.person = ${person} and v.name = ${name} and v.id <> ${id})
      returning id, name, filters
    )
    select n.id, n.name, n.filters, n.id is null as taken from content_view v left join named n on n.id = v.id
    where v.id = ${id} and v.person = ${person} and v.name is not null`.execute(db);
  const [row] = rows;
  return row && (row.taken ? 'taken' : viewOf(row));
};

export const forgetView = async (db: Db, person: string, id: string): Promise<void> => {
  await db.deleteFrom('contentView').where('id', '=', id).where('person', '=', person).where('name', 'is not', null).execute();
};
