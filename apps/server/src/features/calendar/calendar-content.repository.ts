import type { AudienceRule } from '@endcap/contract/audience';
import type { PlannedContent } from '@endcap/contract/calendar';
import type { ContentType } from '@endcap/contract/content';
import { type RawBuilder, sql } from 'kysely';
import { foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';
import { instantOf } from '../entities/index.ts';

type Db = DbOf<'content'>;

/** ISO instants: `from` is inclusive, `before` exclusive. */
export type Period = { from: string; before: string };
/** The fields of content that a bar of the calendar shows. */
export type ContentBar = Omit<PlannedContent, keyof AudienceRule | 'segments' | 'version' | 'productEANs'> & { revision: number };
/** The same with the fields for audience and collision checks. `matchesText`: whether its names contain the search text. */
export type CalendarContent = PlannedContent & ContentBar & { isMatch: boolean };

export const matchesText = (text: string, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  text === '' ? sql<boolean>`true` : foldedContains(column, text);
const namesMatch = (text: string) => matchesText(text, sql`names_folded`);

/**
 * Items that are not deleted and whose publication overlaps a period, optionally of one type. An end at midnight is that of the day before
 * (E-61).
 */
const touching = (db: Db, { from, before, type }: Period & { type?: ContentType | undefined }) =>
  db
    .selectFrom('content')
    .where('deletedAt', 'is', null)
    .where(type === undefined ? sql<boolean>`true` : sql<boolean>`content_type = ${type}`)
    .where(sql<boolean>`coalesce(publication_start < ${before}, true) and coalesce(publication_end > ${from}, true)`);

const barColumns = [
  'content.id as _id',
  'contentType',
  'disabled',
  'revision',
  sql<string>`coalesce(title, name, '')`.as('name'),
  instantOf(sql.ref('publicationStart')).as('publicationStart'),
  instantOf(sql.ref('publicationEnd')).as('publicationEnd'),
  instantOf(sql.ref('validityStart')).as('validityStart'),
  instantOf(sql.ref('validityEnd')).as('validityEnd'),
] as const;

type ContentQuery = Period & { text?: string; type?: ContentType; couponsOnly?: boolean };

/** Returns all items published during a period, optionally of one type, or only coupons with products. */
export const contentBetween = (db: Db, { text = '', couponsOnly = false, ...query }: ContentQuery): Promise<CalendarContent[]> =>
  touching(db, query)
    .$if(couponsOnly, (all) => all.where(sql<boolean>`cardinality(${sql.ref('productEANs')}) > 0`))
    .select(barColumns)
    .select(['segments', 'version', 'productEANs'])
    .select(['includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'])
    .select(namesMatch(text).as('isMatch'))
    .execute();

type FirstBarsQuery = Period & { text: string; type: ContentType | undefined; most: number };

/** Returns the first matching items of each type, at most `most` in total, and the number of matches per type. */
export const firstBars = async (
  db: Db,
  { text, most, ...query }: FirstBarsQuery,
): Promise<{ bars: ContentBar[]; counts: Partial<Record<ContentType, number>> }> => {
  const rows = await db
    // Sorted without the texts: of a chain's items there may be a hundred thousand.
    .with('ranked', () =>
      touching(db, query)
        .where(namesMatch(text))
        .select(['id as rankedId', sql<number>`count(*) over (partition by content_type)::int`.as('ofType')])
        .select(sql`row_number() over (partition by content_type order by publication_start nulls first, id)`.as('rank'))
        .orderBy('rank')
        .limit(most),
    )
    .selectFrom('ranked')
    .innerJoin('content', 'content.id', 'ranked.rankedId')
    .select(barColumns)
    .select('ranked.ofType')
    .execute();
  return { bars: rows, counts: Object.fromEntries(rows.map(({ contentType, ofType }) => [contentType, ofType])) };
};
