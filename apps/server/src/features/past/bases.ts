import { tableOf } from '@endcap/contract/core';
import type { Remembered } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { olderItems } from './beginning.repository.ts';
import { beginningOf } from './beginning.ts';
import { isKept, type Kept, keptItems, keptItemsOnlyIn, type KeptRow } from './kept-states.repository.ts';
import { type KnownItems, pastKinds } from './known-items.ts';
import { listedFrom, listedOf } from './listed-items.ts';

/** Start of a rebuild, with content as listed: a kept state, or the one before the history (`kept` is null). `size` in characters. */
export type Base = { kept: Kept | null; known: KnownItems; size: number };

const copyOf = (known?: KnownItems) => tableOf(pastKinds, (kind) => new Map<string, Remembered>(known?.[kind]));

/** Adds rows to a base. Returns its new size in characters. */
const put = ({ known, size }: { known: ReturnType<typeof copyOf>; size: number }, rows: readonly KeptRow[]): number =>
  rows.reduce((sum, { entity, item, deleted, json }) => {
    const read = JSON.parse(json);
    known[entity].set(item, { fields: entity === 'content' ? listedFrom(item, read) : read, deleted });
    return sum + json.length;
  }, size);

export const readBase = async (trx: Db, kept: Kept): Promise<Base> => {
  const base = { kept, known: copyOf(), size: 0 };
  for await (const rows of keptItems(trx, kept)) base.size = put(base, rows);
  return base;
};

/** Reads a base by its differences from `near` and shares the other items. Null if `near` is no kept state, or no longer kept. */
export const readBaseBeside = async (trx: Db, kept: Kept, near: Base): Promise<Base | null> => {
  if (!near.kept || !(await isKept(trx, near.kept))) return null;
  const base = { kept, known: copyOf(near.known), size: near.size };
  for await (const rows of keptItemsOnlyIn(trx, near.kept, kept))
    for (const { entity, item, json } of rows) {
      base.known[entity].delete(item);
      base.size -= json.length;
    }
  for await (const rows of keptItemsOnlyIn(trx, kept, near.kept)) base.size = put(base, rows);
  return base;
};

/** Number of items older than the history that are read at once, with their texts. */
const OLDER_AT_ONCE = 500;

/** Reads the state before the first change, to start from while no state is kept. */
export const readBeginning = async (trx: Db): Promise<Base> => {
  const known = copyOf();
  const older = await olderItems(trx);
  for (let from = 0; from < older.length; from += OLDER_AT_ONCE) {
    const begun = await beginningOf(trx, older.slice(from, from + OLDER_AT_ONCE));
    for (const kind of pastKinds)
      for (const [item, its] of begun[kind])
        known[kind].set(item, kind === 'content' ? { ...its, fields: listedOf(item, its.fields) } : its);
  }
  // Too large for the cache, because any save makes another one.
  return { kept: null, known, size: Number.POSITIVE_INFINITY };
};
