import type { Usage } from '@endcap/contract/core';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'content'>;

const contentWhere = (db: Db, which: RawBuilder<unknown>): Promise<Usage> =>
  usageBy(
    db,
    'content',
    sql`select id, coalesce(nullif(title, ''), name) as name from content where deleted_at is null and ${which}
      order by publication_start desc nulls last, id`,
  );

/** Items whose audience names a store or a store group (D-31). */
export const contentNaming = (db: Db, what: 'store' | 'group', id: string): Promise<Usage> =>
  contentWhere(
    db,
    what === 'store'
      ? sql`(${id} = any(include_stores) or ${id} = any(exclude_stores))`
      : sql`(${id} = any(include_store_groups) or ${id} = any(exclude_store_groups))`,
  );

/** Other items with a link to an item, in whatever field. */
export const contentLeadingTo = (db: Db, id: string, link: string): Promise<Usage> =>
  contentWhere(db, sql`id <> ${id} and ${leadsTo(sql`content::text`, link)}`);
