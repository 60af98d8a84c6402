import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import type { PastChange } from './past-items.ts';

export type PastItem = Pick<PastChange, 'entity' | 'item'>;

/** Returns items that are older than their history: it does not begin with `create`. The settings are one, as they are never created. */
export const olderItems = async (db: DbOf<'history' | 'content' | 'store' | 'storeGroup' | 'popup'>): Promise<PastItem[]> => {
  const { rows } = await sql<PastItem>`
    select entity, item from (
      select 'settings' as entity, 'settings' as item union all select 'content', id from content union all select 'store', id from store
      union all select 'storeGroup', id from store_group union all select 'popup', id from popup
    ) there
    where coalesce((select action from history h where h.entity = there.entity and h.entity_id = there.item order by at, seq limit 1), '') <> 'create'`.execute(
    db,
  );
  return rows;
};

/** All changes of items, the oldest first. */
export const changesOf = async (db: DbOf<'history'>, items: readonly PastItem[]): Promise<PastChange[]> => {
  const { rows } = await sql<PastChange>`
    select h.seq, h.entity, h.entity_id as item, h.action, h.changes
    from unnest(${items.map(({ entity }) => entity)}::text[], ${items.map(({ item }) => item)}::text[]) as wanted (entity, item)
    join history h on h.entity = wanted.entity and h.entity_id = wanted.item
    order by h.seq`.execute(db);
  return rows;
};
