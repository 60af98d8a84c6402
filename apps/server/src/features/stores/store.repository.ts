import {
  appStoreFieldNames,
  STORE_NO_MAX,
  type Store,
  type StoreDraft,
  storeFieldNames,
  storeLineFields,
  type StoreRow,
  type storeRoutes,
  type StoreSort,
  type StoreSubscription,
} from '@endcap/contract/stores';
import type { AudienceStore } from '@endcap/contract/audience';
import { weekdays } from '@endcap/contract/trading-days';
import { sql } from 'kysely';
import type { z } from 'zod';
import { idsOf, isOneOf, type Order } from '../../platform/db/list-rows.ts';
import type { PageWindow } from '../../platform/db/page-window.ts';
import type { Portion } from '../../platform/in-portions.ts';
import { foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';
import { marksOf, nameWithCityOf, type StoredMarks } from '../entities/index.ts';

type Db = DbOf<'store' | 'device' | 'deviceSubscription' | 'storeGroup' | 'storeGroupMember'>;

const mainCount = sql<number>`(select count(*)::int from device d where d.main_store_id = store.id)`;
const subscriptionCount = sql<number>`(select count(*)::int from device_subscription s where s.store_id = store.id)`;

const stores = (db: Db) => db.selectFrom('store').where('deletedAt', 'is', null);

export type StoredStore = Store & StoredMarks;

export const findStore = async (db: Db, id: string): Promise<StoredStore | undefined> =>
  stores(db)
    .where('id', '=', id)
    .select(['id as _id', 'address', ...storeFieldNames])
    .select([mainCount.as('main'), subscriptionCount.as('notifications'), ...marksOf('store')])
    .executeTakeFirst();

/** Stores as people edit them. */
export const storesAsEdited = (db: Db, ids: readonly string[]): Promise<(StoreDraft & { _id: string })[]> =>
  stores(db)
    .where(isOneOf('id', ids))
    .select(['id as _id', ...storeFieldNames])
    .execute();

/** Locks a store against other writers. Inserts that refer to it do not wait, since its key does not change. */
export const lockStore = async (db: Db, id: string): Promise<boolean> =>
  (await stores(db).where('id', '=', id).select('id').forNoKeyUpdate().executeTakeFirst()) !== undefined;

/** Returns the editable fields of the stores with these numbers, locked in the same way, for an import. */
export const lockStoresByNumber = async (
  db: Db,
  numbers: readonly number[],
): Promise<{ id: string; storeNo: number | null; draft: StoreDraft }[]> => {
  const rows = await stores(db)
    .where(sql<boolean>`store_no = any(${numbers}::int[])`)
    .select(['id', ...storeFieldNames])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id, ...draft }) => ({ id, storeNo: draft.storeNo, draft }));
};

export type StoreListQuery = z.output<typeof storeRoutes.list.query>;

/** Returns the store number in a text of digits; null if it is invalid or too large for the column. */
const numberIn = (text: string): number | null => {
  const number = /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : Infinity;
  return number <= STORE_NO_MAX ? number : null;
};

const named = (name: string) => {
  const contained = foldedContains(sql`name_folded`, name);
  const number = numberIn(name);
  return number === null ? contained : sql<boolean>`(${contained} or store_no = ${number})`;
};

const matching = (db: Db, { name, address, storeType }: StoreListQuery) =>
  stores(db)
    .$if(name !== '', (found) => found.where(named(name)))
    .$if(address !== '', (found) => found.where(foldedContains(sql`address_folded`, address)))
    .$call((found) => (storeType === undefined ? found : found.where('storeType', '=', storeType)));

export const countListed = async (db: Db, query: StoreListQuery): Promise<number> =>
  (
    await matching(db, query)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Names in Polish order; stores without a number last in both directions; equal ones by id. */
const orders: Record<StoreSort, Order> = {
  name: [sql`store.name collate "pl-x-icu", store.id`, sql`store.name collate "pl-x-icu" desc, store.id desc`],
  '-name': [sql`store.name collate "pl-x-icu" desc, store.id`, sql`store.name collate "pl-x-icu", store.id desc`],
  storeNo: [sql`store.store_no nulls last, store.id`, sql`store.store_no desc nulls first, store.id desc`],
  '-storeNo': [sql`store.store_no desc nulls last, store.id`, sql`store.store_no nulls first, store.id desc`],
};

/** Ids of a page of the list; all filters have to match (STORE-LIST-12). */
export const storeIds = (db: Db, query: StoreListQuery, window: PageWindow): Promise<string[]> =>
  idsOf(db, matching(db, query).select('id'), orders[query.sortField], window);

export const storeRows = (db: Db, { counts, hoursExceptions = counts }: StoreListQuery, ids: readonly string[]): Promise<StoreRow[]> =>
  db
    .selectFrom('store')
    .modifyFront(sql.raw(`/* prepared: store rows${counts ? ' counted' : ''}${hoursExceptions ? ' with exceptions' : ''} */`))
    .where(isOneOf('store.id', ids))
    .select(['store.id as _id', ...storeLineFields])
    .$if(counts, (rows) => rows.select([mainCount.as('main'), subscriptionCount.as('notifications')]))
    .$if(hoursExceptions, (rows) => rows.select('store.hoursExceptions'))
    .execute();

export const hoursFields = [...weekdays.map((weekday) => `${weekday}Hours` as const), 'sundayRule', 'hoursExceptions'] as const;

/** Returns stores that are not deleted, with the fields for phones and the opening hours. */
export const storesForPhones = (db: Db, portion: Portion) => {
  const rows = stores(db).select(['id', 'id as _id', 'address', ...appStoreFieldNames, ...hoursFields]);
  return 'ids' in portion
    ? rows.where(isOneOf('id', portion.ids)).execute()
    : rows.where('id', '>', portion.after).orderBy('id').limit(portion.most).execute();
};
export type StoreForPhones = Awaited<ReturnType<typeof storesForPhones>>[number];

/** Ids of all living stores, by name. */
export const storesByName = (db: Db): Promise<string[]> =>
  idsOf(db, stores(db).select('id'), orders.name, { fromEnd: false, offset: 0, limit: Number.MAX_SAFE_INTEGER });

const subscriptionColumns = ['store.id as _id', 'store.storeNo', 'store.name', 'store.address'] as const;

export const storeSubscription = (db: Db, id: string): Promise<StoreSubscription | undefined> =>
  stores(db)
    .where('id', '=', id)
    .select(subscriptionColumns)
    .select([mainCount.as('main'), subscriptionCount.as('notifications')])
    .executeTakeFirst();

const mainDevices = sql<number>`coalesce(m.devices, 0)`;
const subscribedDevices = sql<number>`coalesce(s.devices, 0)`;

/** Joins stores with their device counts by two grouped index scans, instead of two counts per store (NFR-02). */
const countedStores = (db: Db) =>
  stores(db)
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('device')
          .where('mainStoreId', 'is not', null)
          .groupBy('mainStoreId')
          .select(['mainStoreId', sql<number>`count(*)::int`.as('devices')])
          .as('m'),
      (join) => join.onRef('m.mainStoreId', '=', 'store.id'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('deviceSubscription')
          .groupBy('storeId')
          .select(['storeId', sql<number>`count(*)::int`.as('devices')])
          .as('s'),
      (join) => join.onRef('s.storeId', '=', 'store.id'),
    );

/** One row per store, by number, stores without a number last (NOTIF-STATS-16). */
export const listSubscriptions = (db: Db): Promise<StoreSubscription[]> =>
  countedStores(db)
    .select(subscriptionColumns)
    .select([mainDevices.as('main'), subscribedDevices.as('notifications')])
    .orderBy(sql`store.store_no nulls last`)
    .orderBy('store.id')
    .execute();

/** Current subscriptions of each store, in the columns of the daily statistics. */
export const subscriptionsOfDay = (db: Db, day: string) =>
  countedStores(db).select([
    sql<string>`${day}::date`.as('day'),
    'store.id',
    mainDevices.as('main'),
    subscribedDevices.as('notifications'),
  ]);

export const isStore = async (db: Db, id: string): Promise<boolean> =>
  (await stores(db).where('id', '=', id).select('id').executeTakeFirst()) !== undefined;

/** The store that an identity provider's claim names: by id, else by store number. */
export const findStoreIdByClaim = async (db: Db, claim: string): Promise<string | null> => {
  const byId = await stores(db).where('id', '=', claim).select('id').executeTakeFirst();
  if (byId) return byId.id;
  if (!/^\d+$/.test(claim) || Number(claim) > STORE_NO_MAX) return null;
  const byNumber = await stores(db).where('storeNo', '=', Number(claim)).select('id').orderBy('id').limit(2).execute();
  return byNumber.length === 1 ? (byNumber[0]?.id ?? null) : null;
};

/** The numbers and last names, with city, of the given stores, also of deleted ones. */
export const storeNames = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; storeNo: number | null; name: string; deleted: boolean }[]> =>
  db
    .selectFrom('store')
    .where('id', 'in', [...ids, ''])
    .select([
      'id',
      'storeNo',
      nameWithCityOf(sql.ref<string>('name'), sql.ref<string>('city')).as('name'),
      sql<boolean>`deleted_at is not null`.as('deleted'),
    ])
    .execute();

/** Returns the ids that belong to no store or to a deleted one. */
export const unknownStores = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const known = new Set((await storeNames(db, ids)).filter(({ deleted }) => !deleted).map((store) => store.id));
  return ids.filter((id) => !known.has(id));
};

/** Sorts ids into those of present, deleted and unknown stores. */
export const sortStores = async (db: Db, ids: readonly string[]): Promise<Record<'present' | 'deleted' | 'unknown', string[]>> => {
  const names = new Map((await storeNames(db, ids)).map((store) => [store.id, store]));
  return {
    present: ids.filter((id) => names.get(id)?.deleted === false),
    deleted: ids.filter((id) => names.get(id)?.deleted === true),
    unknown: ids.filter((id) => !names.has(id)),
  };
};

export const signOfStore = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('store').where('id', '=', id).select('notificationSign').executeTakeFirst())?.notificationSign ?? null;

const groupsOf = {
  groups: sql<string[]>`coalesce(array_agg(g.id order by g.id) filter (where g.id is not null and g.deleted_at is null), '{}')`.as(
    'groups',
  ),
  formerGroups: sql<string[]>`coalesce(array_agg(g.id order by g.id) filter (where g.deleted_at is not null), '{}')`.as('formerGroups'),
};
const withGroups = (db: Db) =>
  db
    .selectFrom('store')
    .leftJoin('storeGroupMember as m', 'm.storeId', 'store.id')
    .leftJoin('storeGroup as g', 'g.id', 'm.groupId')
    .groupBy('store.id')
    .select(['store.id', 'storeType', sql<boolean>`store.deleted_at is not null`.as('deleted')])
    .select([groupsOf.groups, groupsOf.formerGroups]);

/** Returns the fields of stores that audience rules use, also of deleted stores. */
export const storesForRules = (db: Db, portion: Portion): Promise<AudienceStore[]> =>
  'ids' in portion
    ? withGroups(db)
        .where(sql<boolean>`store.id = any(${portion.ids})`)
        .execute()
    : withGroups(db).where('store.id', '>', portion.after).orderBy('store.id').limit(portion.most).execute();
