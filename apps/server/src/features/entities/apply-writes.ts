import type { FieldCodes } from '@endcap/contract/core';
import type { Db } from '../../tables.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistories } from '../history/index.ts';
import type { EntityKind, Fields } from './entity-kind.ts';
import type { Mark } from './marks.repository.ts';

type Rules<Draft extends Fields> = Pick<EntityKind<Draft, never>, 'name' | 'draft' | 'complete' | 'check' | 'insert' | 'update' | 'remove'>;
/** What an entity was, null when it is made, and what it becomes, null when it goes. */
export type EntityWrite<Draft> = { id: string; before: Draft | null; after: Draft | null };

const actionOf = ({ before, after }: EntityWrite<unknown>) => (after === null ? 'delete' : before === null ? 'create' : 'update');

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
  return {
    /** What people edit of an item. */
    draftOf: (item: Draft): Draft => Object.fromEntries(editable.map((field) => [field, item[field]])) as Draft,
    /** The item with what follows from other data. */
    complete: async (trx: Db, draft: Draft, before: Draft | null): Promise<Draft> => (await kind.complete?.(trx, draft, before)) ?? draft,
    problemsOf: async (trx: Db, draft: Draft, before: Draft | null): Promise<FieldCodes> => (await kind.check?.(trx, draft, before)) ?? {},
    noteMany,
    /** Writes what was completed and checked, with its files (U31) and its history. */
    applyMany: async (trx: Db, writes: readonly EntityWrite<Draft>[], mark: Mark): Promise<void> => {
      for (const { id, before, after } of writes) {
        if (after === null) continue;
        await (before ? kind.update : kind.insert)(trx, id, after, mark);
        await noteFileUses(trx, { entity: kind.name, entityId: id }, after, mark.at);
      }
      const gone = writes.filter(({ after }) => after === null).map(({ id }) => id);
      if (gone.length > 0) await kind.remove(trx, gone, mark);
      await noteMany(trx, writes, mark);
    },
  };
};
