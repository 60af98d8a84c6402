import { USAGE_NAMES, type Usage } from '@endcap/contract/core';
import { deepLink } from '@endcap/contract/deep-links';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** Valid notifications that lead to an item (C22). */
export const contentUsage = async (db: Db, appScheme: string, id: string): Promise<Usage[]> => {
  const link = deepLink(appScheme, id);
  const { rows } = await sql<Usage>`
    select 'notification' as kind, count(*)::int as count, coalesce((array_agg(title order by created_at desc))[1:${USAGE_NAMES}], '{}') as names
    from notification where valid_until > now() and (url = ${link} or url like ${`${link}#%`})`.execute(db);
  return rows.filter(({ count }) => count > 0);
};
