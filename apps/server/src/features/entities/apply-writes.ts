import type { FieldCodes } from '@endcap/contract/core';
import type { Db } from '../../tables.ts';
import { noteManyFileUses } from '../files/index.ts';
import { appendHistories } from '../history/index.ts';
import type { EntityKind, Fields, Item, WriteMany } from './entity-kind.ts';
import type { Mark } from './marks.repository.ts';

type Rules<Draft extends Fields> = Omit<EntityKind<Draft, never>, 'lock' | 'read' | 'merge' | 'prepare'>;
/** An entity before and after a write: `before` is null on creation, `after` on deletion. */
export type EntityWrite<Draft> = { id: string; before: Draft | null; after: Draft | null };

/** Items per batch. From the first write to the end, the transaction locks the counter of changes, and every other save waits. */
const SET = 500;

const actionOf = ({ before, after }: EntityWrite<unknown>) => (after === null ? 'delete' : before === null ? 'create' : 'update');

/** Writes all of some items: by one statement where their kind can, else one after the other. */
const all =
  <Draft extends Fields>(one: Rules<Draft>['insert'], many: WriteMany<Draft> | undefined): WriteMany<Draft> =>
  async (trx, items, mark) => {
    if (items.length === 0) return;
    if (many) await many(trx, items, mark);
    else for (const { id, draft } of items) await one(trx, id, draft, mark);
  };

/** The steps of every write, whether of one entity by an editor or of many at once; call them in one transaction. */
export const writesOf = <Draft extends Fields>(kind: Rules<Draft>) => {
  const editable = Object.keys(kind.draft.shape);
  /** The history of what was written. */
  const noteMany = (trx: Db, writes: readonly EntityWrite<Draft>[], mark: Mark): Promise<void> =>
    appendHistories(
      trx,
      writes.map((write) => ({
        change: { actor: mark.by, entity: kind.name, entityId: write.id, action: actionOf(write) },
        before: write.before ?? {},
        after: write.after ?? {},
      })),
    );
  const putSet = async (trx: Db, writes: readonly EntityWrite<Draft>[], mark: Mark): Promise<void> => {
    const itemsOf = (isNew: boolean): Item<Draft>[] =>
      writes.flatMap(({ id, before, after }) => (after !== null && (before === null) === isNew ? [{ id, draft: after }] : []));
    const [made, changed] = [itemsOf(true), itemsOf(false)];
    await all(kind.insert, kind.insertMany)(trx, made, mark);
    await all(kind.update, kind.updateMany)(trx, changed, mark);
    const saved = [...made, ...changed].map(({ id, draft }) => ({ entityId: id, saved: draft }));
    await noteManyFileUses(trx, kind.name, saved, mark.at);
  };
  return {
    /** Returns the editable fields of an item. */
    draftOf: (item: Draft): Draft => Object.fromEntries(editable.map((field) => [field, item[field]])) as Draft,
    /** The item with what follows from other data. */
    complete: async (trx: Db, draft: Draft, before: Draft | null, by?: string): Promise<Draft> =>
      (await kind.complete?.(trx, draft, before, by)) ?? draft,
    problemsOf: async (trx: Db, draft: Draft, before: Draft | null): Promise<FieldCodes> => (await kind.check?.(trx, draft, before)) ?? {},
    noteMany,
    /** Writes what was completed and checked, each item once, with its files (U31) and its history. */
    applyMany: async (trx: Db, writes: readonly EntityWrite<Draft>[], mark: Mark): Promise<void> => {
      for (let at = 0; at < writes.length; at += SET) await putSet(trx, writes.slice(at, at + SET), mark);
      const gone = writes.filter(({ after }) => after === null).map(({ id }) => id);
      if (gone.length > 0) await kind.remove(trx, gone, mark);
      await noteMany(trx, writes, mark);
    },
  };
};
