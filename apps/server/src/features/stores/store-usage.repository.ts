import { USAGE_NAMES, type Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** A person counts as staff of a store for so long after a sign-in. */
const STAFF_DAYS = 90;

/** What refers to a store, without what does not (ux 19, S05). */
export const storeUsage = async (db: Db, id: string): Promise<Usage[]> => {
  const { rows } = await sql<Usage>`
    select 'storeGroup' as kind, count(*)::int as count, coalesce((array_agg(g.name order by g.name))[1:${USAGE_NAMES}], '{}') as names
      from store_group_member m join store_group g on g.id = m.group_id and g.deleted_at is null where m.store_id = ${id}
    union all
    select 'notification', count(*)::int, coalesce((array_agg(title order by created_at desc))[1:${USAGE_NAMES}], '{}')
      from notification where valid_until > now() and (store_id = ${id} or ${id} = any(include_stores) or ${id} = any(exclude_stores))
    union all
    select 'staff', count(*)::int, coalesce((array_agg(coalesce(n.name, l.person) order by n.name))[1:${USAGE_NAMES}], '{}')
      from (select distinct person from staff_login where store_id = ${id} and at > now() - make_interval(days => ${STAFF_DAYS})) l
      left join staff_name n using (person)
    union all
    select 'mainDevice', count(*)::int, '{}' from device where main_store_id = ${id}
    union all
    select 'subscribedDevice', count(*)::int, '{}' from device_subscription where store_id = ${id}`.execute(db);
  return rows.filter(({ count }) => count > 0);
};
