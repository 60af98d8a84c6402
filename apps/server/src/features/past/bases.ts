import { tableOf } from '@endcap/contract/core';
import type { Remembered } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { olderItems } from './beginning.repository.ts';
import { beginningOf } from './beginning.ts';
import { isKept, type Kept, keptItems, keptItemsOnlyIn, type KeptRow } from './kept-states.repository.ts';
import { type KnownItems, pastKinds } from './known-items.ts';
import { listedFrom, listedOf } from './listed-items.ts';

/** Where a state of the past begins, of content what is listed: a kept state, or null for what there was before the history. `size` in characters. */
export type Base = { kept: Kept | null; known: KnownItems; size: number };

const copyOf = (known?: KnownItems) => tableOf(pastKinds, (kind) => new Map<string, Remembered>(known?.[kind]));

/** Returns how many characters there are now. */
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

/** The same out of another kept state: what is alike in both is not read, and shared. Null where that is none, or kept no more. */
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

/** Items that are older than the history are read with their texts, so many at once. */
const OLDER_AT_ONCE = 500;

/** What there was before anything was written down: where no state is kept yet. */
export const readBeginning = async (trx: Db): Promise<Base> => {
  const known = copyOf();
  const older = await olderItems(trx);
  for (let from = 0; from < older.length; from += OLDER_AT_ONCE) {
    const begun = await beginningOf(trx, older.slice(from, from + OLDER_AT_ONCE));
    for (const kind of pastKinds)
      for (const [item, its] of begun[kind])
        known[kind].set(item, kind === 'content' ? { ...its, fields: listedOf(item, its.fields) } : its);
  }
  // It is read as rows, and any save makes another one.
  return { kept: null, known, size: Number.POSITIVE_INFINITY };
};
