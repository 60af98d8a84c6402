import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { usageBy } from '../entities/index.ts';

type Db = DbOf<'storeGroup' | 'storeGroupMember'>;

export const groupsWithStore = (db: Db, storeId: string): Promise<Usage> =>
  usageBy(
    db,
    'storeGroup',
    sql`select g.id, g.name from store_group_member m join store_group g on g.id = m.group_id and g.deleted_at is null
      where m.store_id = ${storeId} order by g.name collate "pl-x-icu", g.id`,
  );
