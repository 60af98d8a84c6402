import { emptyAudienceRule } from '@endcap/contract/audience';
import type { Usage } from '@endcap/contract/core';
import { LINKING_MOST, type LinkingItem } from '@endcap/contract/links';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { reachesSomebody } from '../delivery/index.ts';
import { instantOf, leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'notification'>;

/** Condition: a phone has the notification or may still get it. */
const isValid = sql<boolean>`valid_until > now() and recalled_at is null and ${reachesSomebody}`;

const validWhere = (db: Db, which: RawBuilder<unknown>): Promise<Usage> =>
  usageBy(
    db,
    'notification',
    sql`select id, title as name from notification where ${isValid} and ${which} order by created_at desc, id desc`,
  );

/** Valid notifications that name a store or a store group, or were sent for the store. */
export const notificationsNaming = (db: Db, what: 'store' | 'group', id: string): Promise<Usage> =>
  validWhere(
    db,
    what === 'store'
      ? sql`(store_id = ${id} or ${id} = any(include_stores) or ${id} = any(exclude_stores))`
      : sql`(${id} = any(include_store_groups) or ${id} = any(exclude_store_groups))`,
  );

/** Valid notifications that lead to what a link opens (C22). */
export const notificationsLeadingTo = (db: Db, links: readonly string[]): Promise<Usage> => validWhere(db, leadsTo(sql`url`, links));

/** The same, with their audience and the time until which inboxes show them. Leaves out expired ones. */
export const notificationsLinkingTo = async (db: Db, link: string): Promise<LinkingItem[]> => {
  const rows = await db
    .selectFrom('notification')
    .where(isValid)
    .where('isTest', '=', false)
    .where(leadsTo(sql`url`, link))
    .select(['id', 'title', 'storeId', 'includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'])
    // A plan will need it from when it starts.
    .select(instantOf(sql`greatest(now(), created_at)`).as('from'))
    .select(instantOf(sql.ref('notification.validUntil')).as('until'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LINKING_MOST)
    .execute();
  return rows.map(({ id, title, storeId, from, until, ...rule }) => {
    const aimed = storeId === null ? rule : { ...emptyAudienceRule, includeStores: [storeId] };
    return { kind: 'notification', id, name: title, source: { ...aimed, is: 'sent', segments: [], version: '', from, until } };
  });
};
