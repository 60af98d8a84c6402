import { AudienceRule, type AudienceStore, type StoreRule } from '@endcap/contract/audience';
import type { DaySheet, SheetItem } from '@endcap/contract/day-sheet';
import type { ItemStep } from '@endcap/contract/history';
import type { StoreHours } from '@endcap/contract/trading-days';
import { sql } from 'kysely';
import { isOneOf } from '../../platform/db/list-rows.ts';
import type { DbOf } from '../../tables.ts';
import { isPlanned, isUnapproved, reachesSomebody } from '../delivery/index.ts';
import { instantOf, nameOf } from '../entities/index.ts';
import { hoursFields } from '../stores/index.ts';

/** A living store as the head of its sheet names it, as rules see it, and its opening hours. */
export const storeOfSheet = async (
  db: DbOf<'store' | 'storeGroup' | 'storeGroupMember'>,
  id: string,
): Promise<{ head: DaySheet['store']; placed: AudienceStore; hours: StoreHours } | undefined> => {
  const row = await db
    .selectFrom('store')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'name', 'storeNo', 'address', 'storeType', ...hoursFields])
    .select(
      sql<
        string[]
      >`array(select g.id from store_group_member m join store_group g on g.id = m.group_id and g.deleted_at is null where m.store_id = store.id)`.as(
        'groups',
      ),
    )
    .select(
      sql<
        string[]
      >`array(select g.id from store_group_member m join store_group g on g.id = m.group_id and g.deleted_at is not null where m.store_id = store.id)`.as(
        'formerGroups',
      ),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, storeNo, address, storeType, groups, formerGroups, ...hours } = row;
  return { head: { _id: id, name, storeNo, address }, placed: { id, storeType, groups, formerGroups, deleted: false }, hours };
};

/** Fields that decide whether an item is on a sheet. */
const deciding = [...Object.keys(AudienceRule.shape), 'publicationStart', 'publicationEnd'];
const decides = sql<boolean>`(h.action = 'delete' or h.action <> 'create' and h.changes ?| ${deciding}::text[])`;

/**
 * Returns the history since `from` that deleted content or changed its audience, oldest first. Includes only items with such a change up to
 * `to`.
 */
export const stepsSince = async (db: DbOf<'history'>, from: Date, to: Date): Promise<(ItemStep & { at: Date })[]> => {
  const { rows } = await sql<ItemStep & { at: Date }>`
    select step.* from (select distinct entity_id from history h where entity = 'content' and at >= ${from} and at <= ${to} and ${decides}) touched
    cross join lateral (
      select seq, entity_id as item, action, at,
        (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(changes) where key = any(${deciding}::text[])) as changes from history h
      where entity = 'content' and h.entity_id = touched.entity_id and at >= ${from} and ${decides}) step
    order by step.seq`.execute(db);
  return rows;
};

type Changed = NonNullable<SheetItem['changed']>;

/** Returns the combined changes of each item between two instants, by item id. */
export const changesOf = async (
  db: DbOf<'history' | 'staffName'>,
  ids: readonly string[],
  from: Date,
  to: Date,
): Promise<Map<string, Changed>> => {
  const rows = await db
    .selectFrom('history')
    .where('entity', '=', 'content')
    .where(isOneOf('entityId', ids))
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('seq')
    .select(['entityId', 'action', instantOf(sql.ref('history.at')).as('at'), nameOf(sql.ref<string>('history.actor')).as('by')])
    .select(sql<string[]>`array(select jsonb_object_keys(changes))`.as('names'))
    .execute();
  const changed = new Map<string, Changed>();
  for (const { entityId, action, at, by, names } of rows) {
    const before = changed.get(entityId);
    const isNew = before?.isNew === true || action === 'create';
    changed.set(entityId, { isNew, fields: isNew ? [] : [...new Set([...(before?.fields ?? []), ...names])], at, by });
  }
  return changed;
};

type Sent = DaySheet['pushes'][number] & { storeId: string | null; rule: StoreRule };

/** Notifications sent or planned between two instants for a store, by its id or by a rule, oldest first. */
export const sentBetween = async (
  db: DbOf<'notification' | 'fanOut' | 'fanOutPlan'>,
  storeId: string,
  from: Date,
  to: Date,
): Promise<Sent[]> => {
  const rows = await db
    .selectFrom('notification')
    .where('createdAt', '>=', from)
    .where('createdAt', '<=', to)
    .where('isTest', '=', false)
    .where(({ eb, or }) => or([eb('storeId', '=', storeId), eb('storeId', 'is', null)]))
    .where(reachesSomebody)
    .orderBy('createdAt')
    .orderBy('id')
    .select([isPlanned.as('planned'), isUnapproved.as('unapproved')])
    .select(['id', 'title', 'content', 'storeId', 'safety', instantOf(sql.ref('notification.createdAt')).as('at')])
    .select([
      instantOf(sql.ref('notification.correctedAt')).as('correctedAt'),
      instantOf(sql.ref('notification.recalledAt')).as('recalledAt'),
    ])
    .select(['includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'])
    .execute();
  return rows.map(({ id, title, content, storeId: ofStore, at, planned, unapproved, correctedAt, recalledAt, safety, ...rule }) => ({
    _id: id,
    title,
    text: content,
    at,
    planned,
    unapproved,
    correctedAt,
    recalledAt,
    safety,
    storeId: ofStore,
    rule,
  }));
};
