import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

export const popupsLeadingTo = (db: Db, link: string): Promise<Usage> =>
  usageBy(
    db,
    'popup',
    sql`select id, name from popup where deleted_at is null and ${leadsTo(sql`text`, link)} order by created_at desc, id`,
  );
