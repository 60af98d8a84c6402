import { type Page, toPage } from '@endcap/contract/core';
import type { StoreGroup } from '@endcap/contract/store-groups';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

const groups = (db: Db) => db.selectFrom('storeGroup').where('deletedAt', 'is', null);

export const listStoreGroups = async (db: Db, query: { page: number; pageSize: number }): Promise<Page<StoreGroup>> => {
  const { total } = await groups(db).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const items = await groups(db)
    .select([
      'id as _id',
      'name',
      sql<string[]>`array(select store_id from store_group_member m where m.group_id = store_group.id order by store_id)`.as(
        'includeStores',
      ),
    ])
    .orderBy(sql`name collate "pl-x-icu"`)
    .orderBy('id')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute();
  return toPage(items, total, query);
};

export const groupNames = (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  groups(db)
    .where('id', 'in', [...ids, ''])
    .select(['id', 'name'])
    .execute();

/** Which of the given ids are no group, or no longer one. */
export const unknownGroups = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const known = new Set((await groupNames(db, ids)).map((group) => group.id));
  return ids.filter((id) => !known.has(id));
};
