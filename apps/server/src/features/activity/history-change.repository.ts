import type { HistoryRow, Step } from '@endcap/contract/history';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { columns, shown } from './history-pages.repository.ts';

type Db = DbOf<'history' | 'staffName' | 'store' | 'storedFile'>;

export const findChange = async (db: Db, seq: number): Promise<Omit<HistoryRow, 'summary'> | undefined> => {
  const { rows } = await sql<
    Omit<HistoryRow, 'summary'>
  >`select ${shown} from (select ${columns} from history where seq = ${seq}) found`.execute(db);
  return rows[0];
};

/** All changes of an item, the oldest first. */
export const stepsOf = (db: Db, { kind, item }: Pick<HistoryRow, 'kind' | 'item'>): Promise<Step[]> =>
  db
    .selectFrom('history')
    .where(sql<boolean>`entity = ${kind} and entity_id = ${item}`)
    .select(['seq', 'action', 'changes'])
    .orderBy('seq')
    .execute();

/** Returns those of the named files that are still stored and not about to be deleted. */
export const storedFiles = async (db: Db, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`select name from stored_file where name = any(${names}::text[]) and not leaving`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

type Person = HistoryRow['person'];

/** Returns all people who ever signed in, and all other authors of changes. */
export const everybody = async (db: Db): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    with recursive actor as (
      select min(actor) as id from history
      union all select (select min(h.actor) from history h where h.actor > actor.id) from actor where actor.id is not null
    )
    select id, name from (
      select person as id, name from staff_name
      union all select id, null from actor where id is not null and not exists (select from staff_name where person = actor.id)
    ) known order by name collate "pl-x-icu" nulls last, id`.execute(db);
  return rows;
};
