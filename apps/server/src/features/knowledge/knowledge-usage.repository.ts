import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'knowledge'>;

export const knowledgeLeadingTo = (db: Db, links: readonly string[]): Promise<Usage> =>
  usageBy(
    db,
    'knowledge',
    sql`select id, name from knowledge where deleted_at is null and ${leadsTo(sql`content`, links)} order by created_at desc, id`,
  );
