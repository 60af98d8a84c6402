import type { StoreGroup, StoreGroupDraft, StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { sql } from 'kysely';
import type { z } from 'zod';
import { idsOf, isOneOf } from '../../platform/db/list-rows.ts';
import type { PageWindow } from '../../platform/db/page-window.ts';
import type { DbOf } from '../../tables.ts';
import { changed, hidden, made, type Mark, marksOf, type StoredMarks } from '../entities/index.ts';

type Db = DbOf<'storeGroup' | 'storeGroupMember' | 'store'>;

const groups = (db: Db) => db.selectFrom('storeGroup').where('deletedAt', 'is', null);
const members = sql<string[]>`array(select store_id from store_group_member m where m.group_id = store_group.id order by store_id)`;

export type StoredStoreGroup = StoreGroup & StoredMarks;

export const findStoreGroup = (db: Db, id: string): Promise<StoredStoreGroup | undefined> =>
  groups(db)
    .where('id', '=', id)
    .select(['id as _id', 'name', members.as('includeStores')])
    .select(marksOf('store_group'))
    .executeTakeFirst();

export const lockStoreGroup = async (db: Db, id: string): Promise<boolean> =>
  (await groups(db).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !== undefined;

const addMembers = async (db: Db, id: string, stores: readonly string[]): Promise<void> => {
  await sql`insert into store_group_member (group_id, store_id) select ${id}, unnest(${stores}::text[]) on conflict do nothing`.execute(db);
};

export const insertStoreGroup = async (db: Db, id: string, draft: StoreGroupDraft, mark: Mark): Promise<void> => {
  await db
    .insertInto('storeGroup')
    .values({ name: draft.name, ...made(id, mark) })
    .execute();
  await addMembers(db, id, draft.includeStores);
};

export const updateStoreGroup = async (db: Db, id: string, draft: StoreGroupDraft, mark: Mark): Promise<void> => {
  await db
    .updateTable('storeGroup')
    .set({ name: draft.name, ...changed(mark) })
    .where('id', '=', id)
    .execute();
  await sql`delete from store_group_member where group_id = ${id} and store_id <> all(${draft.includeStores}::text[])`.execute(db);
  await addMembers(db, id, draft.includeStores);
};

/** Marks groups as deleted. Members and references stay: a deleted group selects no stores, but still excludes its own (A-72, D-30). */
export const hideStoreGroup = async (db: Db, ids: readonly string[], mark: Mark): Promise<void> => {
  await db.updateTable('storeGroup').set(hidden(mark)).where(isOneOf('id', ids)).execute();
};

export const countStoreGroups = async (db: Db): Promise<number> =>
  (
    await groups(db)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

const order = [sql`name collate "pl-x-icu", id`, sql`name collate "pl-x-icu" desc, id desc`] as const;

/** Ids of a part of the list, by name in Polish order (GRP-LIST-08). */
export const storeGroupIds = (db: Db, window: PageWindow): Promise<string[]> => idsOf(db, groups(db).select('id'), order, window);

const memberIds = sql<string[]>`coalesce(array_agg(m.store_id order by m.store_id) filter (where m.store_id is not null), '{}')`;

type Shown = Pick<z.output<typeof storeGroupRoutes.list.query>, 'members'>;
/** Returns groups with the number of their stores and, unless `members` is false, their ids, in one query. */
export const storeGroupRows = (db: Db, ids: readonly string[], { members }: Shown = { members: true }): Promise<StoreGroupRow[]> =>
  db
    .selectFrom('storeGroup as shown')
    .modifyFront(members ? sql`/* prepared: store group rows */` : sql`/* prepared: store group rows counted */`)
    .where(isOneOf('shown.id', ids))
    .leftJoin('storeGroupMember as m', 'm.groupId', 'shown.id')
    .leftJoin('store as s', 's.id', 'm.storeId')
    .groupBy('shown.id')
    .select(['shown.id as _id', 'shown.name'])
    .select(sql<number>`(count(s.id) filter (where s.deleted_at is null))::int`.as('stores'))
    .$if(members, (rows) => rows.select(memberIds.as('includeStores')))
    .execute();

/** Returns all groups, also deleted ones, which still exclude their stores (D-30). */
export const allGroups = (db: Db): Promise<{ id: string; name: string }[]> => db.selectFrom('storeGroup').select(['id', 'name']).execute();

/** The last names of the given groups, also of deleted ones. */
export const groupNames = (db: Db, ids: readonly string[]): Promise<{ id: string; name: string; deleted: boolean }[]> =>
  db
    .selectFrom('storeGroup')
    .where('id', 'in', [...ids, ''])
    .select(['id', 'name', sql<boolean>`deleted_at is not null`.as('deleted')])
    .execute();

/** Returns the ids that belong to no group or to a deleted one. */
export const unknownGroups = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const known = new Set((await groupNames(db, ids)).filter(({ deleted }) => !deleted).map((group) => group.id));
  return ids.filter((id) => !known.has(id));
};
