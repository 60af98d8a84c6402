import type { Aimed } from '@endcap/contract/audience';
import {
  type Content,
  type ContentDraft,
  type ContentField,
  contentFieldNames,
  contentFieldSpecs,
  type ContentRow,
  type ContentSort,
} from '@endcap/contract/content';
import { type RawBuilder, sql } from 'kysely';
import { foldedContains } from '../../platform/db/search.ts';
import type { Db } from '../../tables.ts';
import { instantOf, type Mark, marksOf, type StoredMarks } from '../entities/index.ts';

const content = (db: Db) => db.selectFrom('content').where('deletedAt', 'is', null);

export type StoredContent = Content & StoredMarks;

/** Columns as the wire has them: instants in ISO 8601, amounts as text with two decimals (A-92). */
const wireOf = (field: ContentField): RawBuilder<unknown> => {
  const column = sql.ref(`content.${field}`);
  if (contentFieldSpecs[field].input === 'instant') return instantOf(column);
  if (field === 'discountValue') return sql`${column}::text`;
  return field === 'promoThreshold' ? sql`${column}::double precision` : column;
};
const fields = contentFieldNames.map((field) => wireOf(field).as(field));

/** Living items with every field of the contract under its own name. */
export const contentFieldsOf = (db: Db) => content(db).select('id as _id').select(fields);

export const findContent = async (db: Db, id: string): Promise<StoredContent | undefined> =>
  // The fields are those of the contract, each as the wire has it.
  (await contentFieldsOf(db).select(marksOf('content')).where('id', '=', id).executeTakeFirst()) as StoredContent | undefined;

export const lockContent = async (db: Db, id: string): Promise<boolean> =>
  (await content(db).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !== undefined;

export const insertContent = async (db: Db, id: string, draft: ContentDraft, { by, at }: Mark): Promise<void> => {
  await db
    .insertInto('content')
    .values({ id, ...draft, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by, deletedAt: null })
    .execute();
};

export const updateContent = async (db: Db, id: string, draft: ContentDraft, { by, at }: Mark): Promise<void> => {
  await db
    .updateTable('content')
    .set({ ...draft, updatedAt: at, updatedBy: by, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
};

export const hideContent = async (db: Db, id: string, { by, at }: Mark): Promise<void> => {
  await db
    .updateTable('content')
    .set({ deletedAt: at, updatedAt: at, updatedBy: by, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
};

/** The item that a deep link leads to, also when it was deleted, and how staff know it. */
export const linkedContent = async (db: Db, id: string): Promise<{ name: string; deleted: boolean; item: Aimed } | undefined> => {
  const found = await db
    .selectFrom('content')
    .where('id', '=', id)
    .select(['title', 'name', 'deletedAt', 'segments', 'version', 'disabled', 'includeStoreType'])
    .select(['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'])
    .select(instantOf(sql.ref('content.publicationStart')).as('publicationStart'))
    .select(instantOf(sql.ref('content.publicationEnd')).as('publicationEnd'))
    .executeTakeFirst();
  return found && { name: found.title ?? found.name ?? '', deleted: found.deletedAt !== null, item: found };
};

const row = [
  'id as _id',
  'contentType',
  'name',
  'title',
  'prevImage',
  'pinned',
  'disabled',
  instantOf(sql.ref('content.publicationStart')).as('publicationStart'),
  instantOf(sql.ref('content.publicationEnd')).as('publicationEnd'),
] as const;

/** A-75 in SQL: both ends inside, open ends never end. */
const inside = (start: 'publicationStart' | 'validityStart', end: 'publicationEnd' | 'validityEnd', at: Date): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${sql.ref(`content.${start}`)} <= ${at}, true) and coalesce(${sql.ref(`content.${end}`)} >= ${at}, true))`;

// Qualified: a bare name would be the column of the answer, an instant as text that no index knows.
const orders: Record<ContentSort, RawBuilder<unknown>> = {
  name: sql`content.name collate "pl-x-icu"`,
  '-name': sql`content.name collate "pl-x-icu" desc`,
  publicationStart: sql`content.publication_start nulls last`,
  '-publicationStart': sql`content.publication_start desc nulls last`,
  publicationEnd: sql`content.publication_end nulls last`,
  '-publicationEnd': sql`content.publication_end desc nulls last`,
};

export type ContentListQuery = {
  page: number;
  pageSize: number;
  contentType?: Content['contentType'] | undefined;
  published?: boolean | undefined;
  sortField: ContentSort;
  name: string;
};

const matching = (db: Db, query: ContentListQuery, at: Date) => {
  let found = content(db);
  if (query.contentType) found = found.where('contentType', '=', query.contentType);
  if (query.name) found = found.where(foldedContains(sql`names_folded`, query.name));
  const published = inside('publicationStart', 'publicationEnd', at);
  return query.published === undefined ? found : found.where(query.published ? published : sql<boolean>`not ${published}`);
};

export const countContent = async (db: Db, query: ContentListQuery, at: Date): Promise<number> =>
  (await matching(db, query, at).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total;

/** Items without the date that is sorted by come last either way (A-20). */
export const listContent = (db: Db, query: ContentListQuery, at: Date): Promise<ContentRow[]> =>
  matching(db, query, at)
    .select(row)
    .orderBy(orders[query.sortField])
    .orderBy('id')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute();

/** What is published now, or published and valid, by name (A-76). */
export const publishedContent = (db: Db, at: Date, valid: boolean): Promise<ContentRow[]> =>
  content(db)
    .where(inside('publicationStart', 'publicationEnd', at))
    .$if(valid, (found) => found.where(inside('validityStart', 'validityEnd', at)))
    .select(row)
    .orderBy(orders.name)
    .orderBy('id')
    .execute();
