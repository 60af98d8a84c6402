import type { UnmarkedContent } from '@endcap/contract/content';
import { keysOf } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { Portion } from '../../platform/in-portions.ts';
import type { DbOf } from '../../tables.ts';
import { contentFieldsOf, fieldsOfContent } from './content.repository.ts';
import type { ListedContent } from './still-feed.ts';

/** Living items whose publication did not end before an instant. */
export const feedItems = async (db: DbOf<'content'>, endedBefore: Date, portion: Portion): Promise<UnmarkedContent[]> => {
  const wanted = contentFieldsOf(db).where(sql<boolean>`coalesce(publication_end >= ${endedBefore}, true)`);
  const rows =
    'ids' in portion
      ? await wanted.where(sql<boolean>`content.id = any(${portion.ids})`).execute()
      : await wanted.where('content.id', '>', portion.after).orderBy('content.id').limit(portion.most).execute();
  // The fields are those of the contract, each as the wire has it.
  return rows as UnmarkedContent[];
};

/** Columns of a listed item; a missing one does not compile. */
const listed = keysOf({
  name: true,
  title: true,
  contentType: true,
  pinned: true,
  includeStoreType: true,
  includeStores: true,
  excludeStores: true,
  includeStoreGroups: true,
  excludeStoreGroups: true,
  segments: true,
  version: true,
  disabled: true,
  publicationStart: true,
  publicationEnd: true,
  validityStart: true,
  tab: true,
  hiddenOnStart: true,
  clickableWhenFuture: true,
  navigationTab: true,
} satisfies Record<Exclude<keyof ListedContent, '_id'>, true>);

/** Returns names, audience and times of all items that are not deleted. Texts make up most of an item and are read separately. */
export const listedContent = async (db: DbOf<'content'>): Promise<ListedContent[]> =>
  // As above.
  (await fieldsOfContent(db, listed).execute()) as ListedContent[];

/** Returns all fields of the given items that are not deleted. */
export const wholeContent = async (db: DbOf<'content'>, ids: readonly string[]): Promise<UnmarkedContent[]> =>
  // As above.
  (await contentFieldsOf(db)
    .where(sql<boolean>`content.id = any(${ids})`)
    .execute()) as UnmarkedContent[];
