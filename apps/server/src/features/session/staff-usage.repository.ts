import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { usageBy } from '../entities/index.ts';

type Db = DbOf<'staffLogin' | 'staffName'>;

/** A person counts as staff of a store for so long after a sign-in. */
const STAFF_DAYS = 90;

export const staffOfStore = (db: Db, storeId: string): Promise<Usage> =>
  usageBy(
    db,
    'staff',
    sql`select null as id, coalesce(n.name, l.person) as name
      from (select distinct person from staff_login where store_id = ${storeId} and at > now() - make_interval(days => ${STAFF_DAYS})) l
      left join staff_name n using (person) order by coalesce(n.name, l.person) collate "pl-x-icu", l.person`,
  );
