import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'settings'>;

export const settingsLeadingTo = (db: Db, link: string): Promise<Usage> =>
  usageBy(db, 'settings', sql`select null as id, '' as name from settings where ${leadsTo(sql`document::text`, link)}`);
