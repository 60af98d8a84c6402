import type { Aimed, AudienceStore } from '@endcap/contract/audience';
import {
  type Content,
  type ContentDraft,
  type ContentField,
  contentFieldNames,
  contentFieldSpecs,
  type ContentRow,
  type ContentSort,
  type EndingFilter,
} from '@endcap/contract/content';
import { sundayNight } from '@endcap/contract/warsaw-time';
import { type RawBuilder, sql } from 'kysely';
import { idsOf, isOneOf } from '../../platform/db/list-rows.ts';
import type { PageWindow } from '../../platform/db/page-window.ts';
import { foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';
import { changed, hidden, instantOf, made, type Mark, marksOf, type StoredMarks } from '../entities/index.ts';

type Db = DbOf<'content'>;

const content = (db: Db) => db.selectFrom('content').where('deletedAt', 'is', null);

export type StoredContent = Content & StoredMarks;

/** Columns as the wire has them: instants in ISO 8601, amounts as text with two decimals (A-92). */
const wireOf = (field: ContentField): RawBuilder<unknown> => {
  const column = sql.ref(`content.${field}`);
  if (contentFieldSpecs[field].input === 'instant') return instantOf(column);
  if (field === 'discountValue') return sql`${column}::text`;
  return field === 'promoThreshold' ? sql`${column}::double precision` : column;
};
/** Living items with these fields of the contract, each under its own name. */
export const fieldsOfContent = (db: Db, wanted: readonly ContentField[]) =>
  content(db)
    .select('id as _id')
    .select(wanted.map((field) => wireOf(field).as(field)));

const everyField = contentFieldNames.map((field) => wireOf(field).as(field));

/** The same with all of them. */
export const contentFieldsOf = (db: Db) => content(db).select('id as _id').select(everyField);

export const findContent = async (db: Db, id: string): Promise<StoredContent | undefined> =>
  // The fields are those of the contract, each as the wire has it.
  (await contentFieldsOf(db).select(marksOf('content')).where('id', '=', id).executeTakeFirst()) as StoredContent | undefined;

export const lockContent = async (db: Db, id: string): Promise<boolean> =>
  (await content(db).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !== undefined;

export const findManyContent = async (db: Db, ids: readonly string[]): Promise<StoredContent[]> =>
  (await contentFieldsOf(db).select(marksOf('content')).where(isOneOf('content.id', ids)).execute()) as StoredContent[];

/** In one order, so that two of them never wait for each other. */
export const lockManyContent = async (db: Db, ids: readonly string[]): Promise<void> => {
  await content(db).where(isOneOf('content.id', ids)).select('id').orderBy('id').forUpdate().execute();
};

/** The same with what was deleted. */
export const lockStoredContent = (
  db: Db,
  ids: readonly string[],
): Promise<{ _id: string; revision: number; name: string; deleted: boolean }[]> =>
  db
    .selectFrom('content')
    .where(isOneOf('content.id', ids))
    .select(['id as _id', 'revision'])
    .select([sql<string>`coalesce(title, name, '')`.as('name'), sql<boolean>`deleted_at is not null`.as('deleted')])
    .orderBy('id')
    .forUpdate()
    .execute();

export const restoreContent = async (db: Db, ids: readonly string[], mark: Mark): Promise<void> => {
  await db
    .updateTable('content')
    .set({ ...changed(mark), deletedAt: null })
    .where(isOneOf('id', ids))
    .execute();
};

export const insertContent = async (db: Db, id: string, draft: ContentDraft, mark: Mark): Promise<void> => {
  await db
    .insertInto('content')
    .values({ ...draft, ...made(id, mark) })
    .execute();
};

export const updateContent = async (db: Db, id: string, draft: ContentDraft, mark: Mark): Promise<void> => {
  await db
    .updateTable('content')
    .set({ ...draft, ...changed(mark) })
    .where('id', '=', id)
    .execute();
};

export const hideContent = async (db: Db, ids: readonly string[], mark: Mark): Promise<void> => {
  await db.updateTable('content').set(hidden(mark)).where(isOneOf('id', ids)).execute();
};

const publication = [
  instantOf(sql.ref('content.publicationStart')).as('publicationStart'),
  instantOf(sql.ref('content.publicationEnd')).as('publicationEnd'),
] as const;

/** Columns that decide who sees an item. */
const aimed = [
  'segments',
  'version',
  'disabled',
  'includeStoreType',
  'includeStores',
  'excludeStores',
  'includeStoreGroups',
  'excludeStoreGroups',
  ...publication,
] as const;

/** The item that a deep link opens, with its name for staff and its file; also a deleted one. */
type LinkedContent = { name: string; deleted: boolean; revision: number; file: string | null; item: Aimed };
export const linkedContent = async (db: Db, id: string): Promise<LinkedContent | undefined> => {
  const found = await db
    .selectFrom('content')
    .where('id', '=', id)
    .select(['title', 'name', 'deletedAt', 'revision', 'file', ...aimed])
    .executeTakeFirst();
  if (!found) return undefined;
  const { title, name, deletedAt, revision, file, ...item } = found;
  return { name: title ?? name ?? '', deleted: deletedAt !== null, revision, file, item };
};

const row = ['content.id as _id', 'contentType', 'name', 'title', 'prevImage', 'pinned', 'disabled', ...publication] as const;

/** Condition: `at` is within a window, both ends included; open ends are unlimited (A-75). Never null, so that it can be negated. */
const inside = (start: 'publicationStart' | 'validityStart', end: 'publicationEnd' | 'validityEnd', at: Date): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${sql.ref(`content.${start}`)} <= ${at}, true) and coalesce(${sql.ref(`content.${end}`)} >= ${at}, true))`;

// Qualified, because a bare name would refer to the selected column: a timestamp as text, which has no index. Each with its reverse order.
const orders: Record<ContentSort, [order: RawBuilder<unknown>, fromEnd: RawBuilder<unknown>]> = {
  name: [sql`content.name collate "pl-x-icu", content.id`, sql`content.name collate "pl-x-icu" desc, content.id desc`],
  '-name': [sql`content.name collate "pl-x-icu" desc, content.id`, sql`content.name collate "pl-x-icu", content.id desc`],
  publicationStart: [
    sql`content.publication_start nulls last, content.id`,
    sql`content.publication_start desc nulls first, content.id desc`,
  ],
  '-publicationStart': [
    sql`content.publication_start desc nulls last, content.id`,
    sql`content.publication_start nulls first, content.id desc`,
  ],
  publicationEnd: [sql`content.publication_end nulls last, content.id`, sql`content.publication_end desc nulls first, content.id desc`],
  '-publicationEnd': [sql`content.publication_end desc nulls last, content.id`, sql`content.publication_end nulls first, content.id desc`],
};

type Paged = { page: number; pageSize: number; sortField: ContentSort };
export type ContentListQuery = Paged & {
  contentType?: Content['contentType'] | undefined;
  published?: boolean | undefined;
  ends?: EndingFilter | undefined;
  name: string;
};

/** When Warsaw's week is over. */
export const weekEnd = (at: Date): Date => new Date(Date.parse(sundayNight(at)) + 60_000);

const matching = (db: Db, query: Omit<ContentListQuery, keyof Paged>, at: Date) => {
  let found = content(db);
  if (query.contentType) found = found.where('contentType', '=', query.contentType);
  if (query.name) found = found.where(foldedContains(sql`names_folded`, query.name));
  // Midnight after Sunday is the end of Sunday (E-61).
  if (query.ends) found = found.where('publicationEnd', '>', at.toISOString()).where('publicationEnd', '<=', weekEnd(at).toISOString());
  const published = inside('publicationStart', 'publicationEnd', at);
  return query.published === undefined ? found : found.where(query.published ? published : sql<boolean>`not ${published}`);
};

/** Returns the next instant at which a publication starts or ends, in milliseconds since 1970 (A-75). */
export const nextEdge = async (db: Db, at: Date): Promise<number | null> => {
  const { rows } = await sql<{ next: number | null }>`select extract(epoch from least(
    (select min(publication_start) from content where deleted_at is null and publication_start > ${at}),
    (select min(publication_end) from content where deleted_at is null and publication_end >= ${at}) + interval '1 millisecond'
  ))::double precision * 1000 as next`.execute(db);
  return rows[0]?.next ?? null;
};

export const countContent = async (db: Db, query: ContentListQuery, at: Date): Promise<number> =>
  (
    await matching(db, query, at)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Ids of a part of the list. Items without the date that is sorted by come last either way (A-20). */
export const contentIds = (db: Db, query: ContentListQuery, window: PageWindow, at: Date): Promise<string[]> =>
  idsOf(db, matching(db, query, at).select('id'), orders[query.sortField], window);

/** Returns the ids of all matching items, at most `most`. */
export const matchingContentIds = async (db: Db, query: Omit<ContentListQuery, keyof Paged>, at: Date, most: number): Promise<string[]> =>
  (await matching(db, query, at).select('id').orderBy('id').limit(most).execute()).map(({ id }) => id);

export const contentRows = (db: Db, ids: readonly string[]): Promise<ContentRow[]> =>
  db
    .selectFrom('content')
    .modifyFront(sql`/* prepared: content rows */`)
    .where(isOneOf('id', ids))
    .select(row)
    .execute();

/** Ids of living items that choose a store by its name or by one of its groups, found by an index: their lists are long. */
const choosing = (db: Db, { id, groups }: AudienceStore) =>
  content(db)
    .where(sql<boolean>`(include_stores @> array[${id}] or include_store_groups && ${[...groups]}::text[])`)
    .select('id');

/**
 * Returns the targeting of each item that is published at some instant between two, in the order of the app (A-103). Items that cannot
 * concern the store are filtered out by the keys of their rules, as in the feed (`keysOfRule`); `decide()` evaluates exclusions.
 */
export const publishedBetween = (db: Db, store: AudienceStore, from: Date, to: Date): Promise<(Aimed & { _id: string })[]> =>
  content(db)
    .where(
      sql<boolean>`(publication_start <= ${to} or publication_start is null) and (publication_end >= ${from} or publication_end is null)`,
    )
    .where(sql<boolean>`(include_store_type in ('all', ${store.storeType}) or id in (${choosing(db, store)}))`)
    .select(['id as _id', ...aimed])
    .orderBy('pinned', 'desc')
    .orderBy(sql`content.publication_start desc nulls last`)
    .orderBy('content.id')
    .execute();

/** Returns names, creation times and targeting of the given items, including deleted ones. */
export const storedAims = (
  db: Db,
  ids: readonly string[],
): Promise<(Aimed & { _id: string; name: string; contentType: Content['contentType']; createdAt: Date })[]> =>
  db
    .selectFrom('content')
    .where(isOneOf('id', ids))
    .select(['id as _id', 'contentType', 'createdAt', ...aimed])
    .select(sql<string>`coalesce(title, name, '')`.as('name'))
    .orderBy('id')
    .execute();

/** Lists the items that are published now, or published and valid, by name (A-76). */
export const publishedContent = (db: Db, at: Date, valid: boolean): Promise<ContentRow[]> =>
  content(db)
    .where(inside('publicationStart', 'publicationEnd', at))
    .$if(valid, (found) => found.where(inside('validityStart', 'validityEnd', at)))
    .select(row)
    .orderBy(orders.name[0])
    .execute();
