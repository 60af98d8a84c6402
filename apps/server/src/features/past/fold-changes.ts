import { tableOf } from '@endcap/contract/core';
import type { Remembered } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { withUntracked } from './beginning.ts';
import { itemsAfter, type PastChange, type PastItems, pastItemsOf, pastKinds } from './past-items.ts';
import { listedOf } from './listed-items.ts';

/** Adds the items of some changes from the base. */
const withTheirs = (items: PastItems, base: PastItems, changes: readonly PastChange[]): PastItems => {
  const both = tableOf(pastKinds, (kind) => new Map(items[kind]));
  for (const { entity, item } of changes) {
    const its = both[entity].get(item) ?? base[entity].get(item);
    if (its) both[entity].set(item, its);
  }
  return both;
};

const over = (base: ReadonlyMap<string, Remembered>, changed: ReadonlyMap<string, Remembered>): ReadonlyMap<string, Remembered> => {
  if (changed.size === 0) return base;
  const both = new Map(base);
  for (const [item, its] of changed) both.set(item, its);
  return both;
};

/**
 * Applies changes to a state, with content as it is listed. Changes come in batches, ordered by their numbers. Returns the new state and
 * the number of the last change, 0 if there was none. Items without a change are shared with `base`.
 */
export const foldChanges = async (
  trx: Db,
  base: PastItems,
  pieces: AsyncIterable<readonly PastChange[]>,
): Promise<{ items: PastItems; last: number }> => {
  let [changed, last] = [pastItemsOf([]), 0];
  for await (const changes of pieces) {
    changed = itemsAfter(await withUntracked(trx, withTheirs(changed, base, changes), changes), changes);
    last = changes.at(-1)?.seq ?? last;
  }
  const content = new Map([...changed.content].map(([id, its]) => [id, { ...its, fields: listedOf(id, its.fields) }]));
  return { items: tableOf(pastKinds, (kind) => over(base[kind], kind === 'content' ? content : changed[kind])), last };
};
