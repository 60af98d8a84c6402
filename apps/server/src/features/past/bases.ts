import { tableOf } from '@endcap/contract/core';
import type { Remembered } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { olderItems } from './beginning.repository.ts';
import { beginningOf } from './beginning.ts';
import { isStored, itemsOnlyIn, type Snapshot, snapshotItems, type SnapshotRow } from './snapshot.repository.ts';
import { type PastItems, pastKinds } from './past-items.ts';
import { listedFrom, listedOf } from './listed-items.ts';

/** Start of a rebuild, with content as listed: a kept state, or the one before the history (`snapshot` is null). `size` in characters. */
export type Base = { snapshot: Snapshot | null; items: PastItems; size: number };

const copyOf = (items?: PastItems) => tableOf(pastKinds, (kind) => new Map<string, Remembered>(items?.[kind]));

/** Adds rows to a base. Returns its new size in characters. */
const put = ({ items, size }: { items: ReturnType<typeof copyOf>; size: number }, rows: readonly SnapshotRow[]): number =>
  rows.reduce((sum, { entity, item, deleted, json }) => {
    const read = JSON.parse(json);
    items[entity].set(item, { fields: entity === 'content' ? listedFrom(item, read) : read, deleted });
    return sum + json.length;
  }, size);

export const readBase = async (trx: Db, snapshot: Snapshot): Promise<Base> => {
  const base = { snapshot, items: copyOf(), size: 0 };
  for await (const rows of snapshotItems(trx, snapshot)) base.size = put(base, rows);
  return base;
};

/** Reads a base by its differences from `near` and shares the other items. Null if `near` is no kept state, or was deleted. */
export const readBaseBeside = async (trx: Db, snapshot: Snapshot, near: Base): Promise<Base | null> => {
  if (!near.snapshot || !(await isStored(trx, near.snapshot))) return null;
  const base = { snapshot, items: copyOf(near.items), size: near.size };
  for await (const rows of itemsOnlyIn(trx, near.snapshot, snapshot))
    for (const { entity, item, json } of rows) {
      base.items[entity].delete(item);
      base.size -= json.length;
    }
  for await (const rows of itemsOnlyIn(trx, snapshot, near.snapshot)) base.size = put(base, rows);
  return base;
};

/** Number of items older than the history that are read at once, with their texts. */
const OLDER_AT_ONCE = 500;

/** Reads the state before the first change, to start from if there is no kept state. */
export const readBeginning = async (trx: Db): Promise<Base> => {
  const items = copyOf();
  const older = await olderItems(trx);
  for (let from = 0; from < older.length; from += OLDER_AT_ONCE) {
    const begun = await beginningOf(trx, older.slice(from, from + OLDER_AT_ONCE));
    for (const kind of pastKinds)
      for (const [item, its] of begun[kind])
        items[kind].set(item, kind === 'content' ? { ...its, fields: listedOf(item, its.fields) } : its);
  }
  // Too large for the cache, because any save makes another one.
  return { snapshot: null, items, size: Number.POSITIVE_INFINITY };
};
