import { type ContentInput, contentFieldNames, contentFieldSpecs } from '@endcap/contract/content';
import type { Usage } from '@endcap/contract/core';
import { LINKING_MOST, type LinkingItem } from '@endcap/contract/links';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { instantOf, leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'content'>;

/** True for inputs whose value can contain a link. A missing input does not compile. */
const takesLinks: Record<ContentInput, boolean> = {
  line: true,
  markdown: true,
  threshold: true,
  flag: false,
  choice: false,
  image: false,
  file: false,
  instant: false,
  version: false,
  derived: false,
  // Lists of words and ids cannot contain links. Long lists are stored outside the row, so including them would slow the search down.
  eans: false,
  segments: false,
  stores: false,
  groups: false,
};
const linkFields = contentFieldNames.filter((field) => takesLinks[contentFieldSpecs[field].input]);
/** The text of all fields that can contain a link. */
const texts = sql`concat_ws(chr(10), ${sql.join(linkFields.map((field) => sql.ref(`content.${field}`)))})`;

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
      ? sql`(include_stores @> array[${id}] or exclude_stores @> array[${id}])`
      : sql`(include_store_groups @> array[${id}] or exclude_store_groups @> array[${id}])`,
  );

/** Returns other items with a link to any of the given items, in any field. */
export const contentLeadingTo = (db: Db, ids: readonly string[], links: readonly string[]): Promise<Usage> =>
  contentWhere(db, sql`id <> all(${ids}::text[]) and ${leadsTo(texts, links)}`);

/** The same for one item, with audience and publication times. Leaves out items that have ended. */
export const contentLinkingTo = async (db: Db, id: string, link: string, at: Date): Promise<LinkingItem[]> => {
  const rows = await db
    .selectFrom('content')
    .where('deletedAt', 'is', null)
    .where('id', '<>', id)
    .where(sql<boolean>`coalesce(publication_end >= ${at}, true)`)
    .where(leadsTo(texts, link))
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
