import { inTransaction } from '../../platform/db/transaction.ts';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database, Db } from '../../tables.ts';
import { olderItems } from './beginning.repository.ts';
import { beginningOf, withUntracked } from './beginning.ts';
import {
  beginItems,
  endItems,
  type SnapshotItem,
  lastSnapshot,
  lockSnapshots,
  nextChanges,
  insertBeginning,
  insertSnapshot,
  openItems,
} from './snapshot-writes.repository.ts';
import { itemsAfter, type PastItems, pastItemsOf, type PastKind, pastKinds } from './past-items.ts';

const EVERY_MS = 600_000;
/** Changes between two kept states. */
const PORTION = 1_000;

/** Kinds whose deleted items audiences still use (D-30). */
const STAY_WHEN_DELETED = new Set<PastKind>(['store', 'storeGroup']);

const itemsOf = (items: PastItems): SnapshotItem[] =>
  pastKinds.flatMap((entity) => [...items[entity]].map(([item, remembered]) => ({ entity, item, ...remembered })));

const writeBeginning = async (trx: Db): Promise<number> => {
  await beginItems(trx, itemsOf(await beginningOf(trx, await olderItems(trx))), 0);
  await insertBeginning(trx);
  return 0;
};

/** Stores the state after the next whole portion of changes. Returns the number of changes; 0 also if another process does it. */
const writeNext = (db: Database, portion: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    if (!(await lockSnapshots(trx))) return 0;
    const last = await lastSnapshot(trx);
    // Writers of these kinds lock the counter of changes until they commit. So no change with a lower number is still
    // uncommitted.
    const changes = await nextChanges(trx, last ?? 0, portion);
    const seq = changes.at(-1)?.seq;
    if (seq === undefined || changes.length < portion) return 0;
    const before = last ?? (await writeBeginning(trx));
    const open = await withUntracked(trx, pastItemsOf(await openItems(trx, changes)), changes);
    const items = itemsAfter(open, changes);
    await endItems(trx, changes, seq);
    const stay = itemsOf(items).filter(({ entity, deleted }) => !deleted || STAY_WHEN_DELETED.has(entity));
    await beginItems(trx, stay, seq);
    await insertSnapshot(trx, before, seq);
    return changes.length;
  });

/** Stores missing states in portions, until none is left or `isOver` returns true. */
export const writeSnapshots = async (db: Database, isOver = (): boolean => false, portion = PORTION): Promise<void> => {
  for (let written = 1; written > 0 && !isOver();) written = await writeNext(db, portion);
};

/** Stores kept states periodically, so that the past can be rebuilt from the nearest one (HIST-10). */
export const startSnapshots = (db: Database, onError: (error: unknown) => void, repeats = repeat): Repeated =>
  repeats(EVERY_MS, (isOver) => writeSnapshots(db, isOver), onError);
