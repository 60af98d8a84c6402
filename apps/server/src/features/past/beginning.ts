import { contentFieldNames } from '@endcap/contract/content';
import { keysOf, tableOf } from '@endcap/contract/core';
import { fieldsBefore } from '@endcap/contract/history';
import { popupFields } from '@endcap/contract/popups';
import { emptySettings } from '@endcap/contract/settings';
import { storeGroupFields } from '@endcap/contract/store-groups';
import { storeFieldNames } from '@endcap/contract/stores';
import type { Db } from '../../tables.ts';
import { findManyContent } from '../content/index.ts';
import { popupsAsEdited } from '../popups/index.ts';
import { readSettings } from '../settings/index.ts';
import { storeGroupRows } from '../store-groups/index.ts';
import { storesAsEdited } from '../stores/index.ts';
import { changesOf, type PastItem } from './beginning.repository.ts';
import { type PastChange, type PastItems, pastItemsOf, type PastKind, pastKinds } from './past-items.ts';

type Row = { _id: string } & Record<string, unknown>;
type Now = { fields: readonly string[]; read: (db: Db, ids: readonly string[]) => Promise<Row[]> };

/** Editable fields of each kind, and how to read their current values. */
const now: Record<PastKind, Now> = {
  content: { fields: contentFieldNames, read: findManyContent },
  store: { fields: storeFieldNames, read: storesAsEdited },
  storeGroup: { fields: keysOf(storeGroupFields), read: storeGroupRows },
  popup: { fields: keysOf(popupFields), read: popupsAsEdited },
  settings: { fields: keysOf(emptySettings), read: async (db) => [await readSettings(db)] },
};

const keyOf = ({ entity, item }: PastItem): string => `${entity} ${item}`;

/** Returns items as they are now, by key, without deleted ones. */
const rowsOf = async (db: Db, items: readonly PastItem[]): Promise<ReadonlyMap<string, Row>> => {
  const rows = new Map<string, Row>();
  for (const kind of pastKinds) {
    const ids = items.filter(({ entity }) => entity === kind).map(({ item }) => item);
    if (ids.length === 0) continue;
    for (const row of await now[kind].read(db, ids)) rows.set(keyOf({ entity: kind, item: row._id }), row);
  }
  return rows;
};

/**
 * Returns items as they were before their first recorded change: the old values of their changes, and the current values of all other
 * fields.
 */
export const beginningOf = async (db: Db, older: readonly PastItem[]): Promise<PastItems> => {
  // Rows first: a save between the two reads is then among the changes, which contain the old values.
  const rows = await rowsOf(db, older);
  const changes = Map.groupBy(await changesOf(db, older), keyOf);
  return pastItemsOf(
    older.flatMap(({ entity, item }) => {
      const [row, its] = [rows.get(keyOf({ entity, item })), changes.get(keyOf({ entity, item }))];
      // Deleted outside Endcap: the history does not record when.
      if (!row && !its) return [];
      const asNow = row && Object.fromEntries(now[entity].fields.map((field) => [field, row[field]]));
      return [{ entity, item, deleted: false, fields: { ...asNow, ...fieldsBefore(its ?? []) } }];
    }),
  );
};

/** Adds items that `changes` edit although `items` lacks them: they were created outside Endcap. */
export const withUntracked = async (db: Db, items: PastItems, changes: readonly PastChange[]): Promise<PastItems> => {
  const first = new Map<string, PastChange>();
  for (const change of changes) if (!first.has(keyOf(change))) first.set(keyOf(change), change);
  const untracked = [...first.values()].filter(({ entity, item, action }) => action !== 'create' && !items[entity].has(item));
  if (untracked.length === 0) return items;
  const found = await beginningOf(db, untracked);
  return tableOf(pastKinds, (kind) => new Map([...items[kind], ...found[kind]]));
};
