import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'device' | 'deviceSubscription'>;

/** Phones that have a store as their main one, and that subscribe to it; they have no names. */
export const phonesOfStore = async (db: Db, storeId: string): Promise<Usage[]> => {
  const { rows } = await sql<Omit<Usage, 'items'>>`
    select 'mainDevice' as kind, count(*)::int as count from device where main_store_id = ${storeId}
    union all
    select 'subscribedDevice', count(*)::int from device_subscription where store_id = ${storeId}`.execute(db);
  return rows.map((row) => ({ ...row, items: [] }));
};
