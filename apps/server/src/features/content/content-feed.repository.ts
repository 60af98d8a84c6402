import type { UnmarkedContent } from '@endcap/contract/content';
import { sql } from 'kysely';
import type { Portion } from '../../platform/in-portions.ts';
import type { DbOf } from '../../tables.ts';
import { contentFieldsOf } from './content.repository.ts';

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
