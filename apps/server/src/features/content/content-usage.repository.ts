import type { Usage } from '@endcap/contract/core';
import { LINKING_MOST, type LinkingItem } from '@endcap/contract/links';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { instantOf, leadsTo, usageBy } from '../entities/index.ts';

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

/** The same, whom they are shown to and until when; what has ended leads nobody anywhere. */
export const contentLinkingTo = async (db: Db, id: string, link: string, at: Date): Promise<LinkingItem[]> => {
  const rows = await db
    .selectFrom('content')
    .where('deletedAt', 'is', null)
    .where('id', '<>', id)
    .where(sql<boolean>`coalesce(publication_end >= ${at}, true)`)
    .where(leadsTo(sql`content::text`, link))
    .select(['id', 'segments', 'version', 'includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'])
    .select(sql<string>`coalesce(nullif(title, ''), name, '')`.as('name'))
    .select(instantOf(sql`greatest(publication_start, ${at})`).as('from'))
    .select(instantOf(sql.ref('content.publicationEnd')).as('until'))
    .orderBy(sql`publication_start desc nulls last`)
    .orderBy('id')
    .limit(LINKING_MOST)
    .execute();
  return rows.map(({ id: linking, name, ...source }) => ({ kind: 'content', id: linking, name, source: { ...source, is: 'shown' } }));
};
