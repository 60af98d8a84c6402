import { keysOf } from '@endcap/contract/core';
import { type StoreDraft, storeFieldNames } from '@endcap/contract/stores';
import { isOneOf } from '../../platform/db/list-rows.ts';
import { rowSet } from '../../platform/db/row-set.ts';
import type { DbOf } from '../../tables.ts';
import { changed, hidden, type Item, made, type Mark } from '../entities/index.ts';

type Db = DbOf<'store'>;
type Drafts = readonly Item<StoreDraft>[];

/** Inserts all stores by one statement. */
export const insertStores = async (db: Db, items: Drafts, mark: Mark): Promise<void> => {
  const rows = items.map(({ id, draft }) => ({ ...draft, ...made(id, mark) }));
  const columns = [...storeFieldNames, ...keysOf(made('', mark))];
  await db
    .insertInto('store')
    .columns(columns)
    .expression(db.selectFrom(rowSet('store', rows).as('given')).select(columns))
    .execute();
};

/** Updates existing stores by one statement, each once. */
export const updateStores = async (db: Db, items: Drafts, mark: Mark): Promise<void> => {
  const rows = items.map(({ id, draft }) => ({ id, ...draft }));
  const given = db.selectFrom(rowSet('store', rows).as('its')).select(['id', ...storeFieldNames]);
  await db
    .updateTable('store')
    .from(given.as('given'))
    .set(({ ref }) => ({ ...Object.fromEntries(storeFieldNames.map((field) => [field, ref(`given.${field}`)])), ...changed(mark) }))
    .whereRef('store.id', '=', 'given.id')
    .execute();
};

/** Nothing that refers to the store changes: a fan-out under way keeps its audience, and readers skip deleted stores. */
export const hideStores = async (db: Db, ids: readonly string[], mark: Mark): Promise<void> => {
  await db.updateTable('store').set(hidden(mark)).where(isOneOf('id', ids)).execute();
};
