import type { Usage } from '@endcap/contract/core';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'notification'>;

const validWhere = (db: Db, which: RawBuilder<unknown>): Promise<Usage> =>
  usageBy(
    db,
    'notification',
    sql`select id, title as name from notification where valid_until > now() and ${which} order by created_at desc, id desc`,
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
export const notificationsLeadingTo = (db: Db, link: string): Promise<Usage> => validWhere(db, leadsTo(sql`url`, link));
