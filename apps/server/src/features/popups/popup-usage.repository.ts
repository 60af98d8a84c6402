import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'popup'>;

export const popupsLeadingTo = (db: Db, link: string): Promise<Usage> =>
  usageBy(
    db,
    'popup',
    sql`select id, name from popup where deleted_at is null and ${leadsTo(sql`text`, link)} order by created_at desc, id`,
  );
