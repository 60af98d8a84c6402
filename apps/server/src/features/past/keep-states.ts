import { inTransaction } from '../../platform/db/transaction.ts';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database, Db } from '../../tables.ts';
import { olderItems } from './beginning.repository.ts';
import { beginningOf, withStrangers } from './beginning.ts';
import {
  beginItems,
  endItems,
  type KeptItem,
  lastKept,
  mayKeep,
  nextChanges,
  noteBeginning,
  noteKept,
  openItems,
} from './keep.repository.ts';
import { knownAfter, type KnownItems, knownOf, type PastKind, pastKinds } from './known-items.ts';

const EVERY_MS = 600_000;
/** So many changes at most are folded over a kept state. */
const PORTION = 1_000;

/** Audiences go on reading them (D-30). */
const STAY_WHEN_DELETED = new Set<PastKind>(['store', 'storeGroup']);

const itemsOf = (known: KnownItems): KeptItem[] =>
  pastKinds.flatMap((entity) => [...known[entity]].map(([item, remembered]) => ({ entity, item, ...remembered })));

const keepBeginning = async (trx: Db): Promise<number> => {
  await beginItems(trx, itemsOf(await beginningOf(trx, await olderItems(trx))), 0);
  await noteBeginning(trx);
  return 0;
};

/** Keeps the state after the next portion of changes, as soon as there is a whole one; returns of how many, 0 also where another process does it. */
const keepNext = (db: Database, portion: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    if (!(await mayKeep(trx))) return 0;
    const last = await lastKept(trx);
    // Writers of these kinds hold the counter of changes until they commit (migration 0031). So no change with a lower number is still
    // uncommitted.
    const changes = await nextChanges(trx, last ?? 0, portion);
    const seq = changes.at(-1)?.seq;
    if (seq === undefined || changes.length < portion) return 0;
    const before = last ?? (await keepBeginning(trx));
    const open = await withStrangers(trx, knownOf(await openItems(trx, changes)), changes);
    const known = knownAfter(open, changes);
    await endItems(trx, changes, seq);
    const stay = itemsOf(known).filter(({ entity, deleted }) => !deleted || STAY_WHEN_DELETED.has(entity));
    await beginItems(trx, stay, seq);
    await noteKept(trx, before, seq);
    return changes.length;
  });

/** Keeps what is not kept, portion by portion, until nothing is left or it is to stop. */
export const keepStates = async (db: Database, isOver = (): boolean => false, portion = PORTION): Promise<void> => {
  for (let kept = 1; kept > 0 && !isOver();) kept = await keepNext(db, portion);
};

/** HIST-10: the past is rebuilt from the nearest state that is kept. */
export const startKeeping = (db: Database, onError: (error: unknown) => void, repeats = repeat): Repeated =>
  repeats(EVERY_MS, (isOver) => keepStates(db, isOver), onError);
