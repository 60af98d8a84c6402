import type { UnmarkedContent } from '@endcap/contract/content';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { contentFieldsOf } from './content.repository.ts';

type Db = DbOf<'content'>;

/** Items that are or will be published, pinned first, then the newest publication, then by id. */
export const feedItems = (db: Db, at: Date): Promise<UnmarkedContent[]> =>
  contentFieldsOf(db)
    .where(sql<boolean>`coalesce(publication_end >= ${at}, true)`)
    .orderBy('pinned', 'desc')
    .orderBy(sql`content.publication_start desc nulls last`)
    .orderBy('id')
    .execute() as Promise<UnmarkedContent[]>;
