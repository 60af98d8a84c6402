import type { FieldCodes } from '@endcap/contract/core';
import type { Db } from '../../tables.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistories } from '../history/index.ts';
import type { EntityKind, Fields } from './entity-kind.ts';
import type { Mark } from './marks.repository.ts';

type Rules<Draft extends Fields> = Pick<EntityKind<Draft, never>, 'name' | 'complete' | 'check' | 'insert' | 'update'>;
/** One entity to be made, or changed from what it was before. */
export type EntityWrite<Draft> = { id: string; before: Draft | null; after: Draft };

/** The steps of every write, whether of one entity by an editor or of many by an import; call them in one transaction. */
export const writesOf = <Draft extends Fields>(kind: Rules<Draft>) => ({
  /** The item with what follows from other data. */
  complete: async (trx: Db, draft: Draft, before: Draft | null): Promise<Draft> => (await kind.complete?.(trx, draft, before)) ?? draft,
  problemsOf: async (trx: Db, draft: Draft, before: Draft | null): Promise<FieldCodes> => (await kind.check?.(trx, draft, before)) ?? {},
  /** Writes what was completed and checked, with its files (U31) and its history. */
  applyMany: async (trx: Db, writes: readonly EntityWrite<Draft>[], mark: Mark): Promise<void> => {
    for (const { id, before, after } of writes) {
      await (before ? kind.update : kind.insert)(trx, id, after, mark);
      await noteFileUses(trx, { entity: kind.name, entityId: id }, after, mark.at);
    }
    await appendHistories(
      trx,
      writes.map(({ id, before, after }) => ({
        change: { actor: mark.by, entity: kind.name, entityId: id, action: before ? ('update' as const) : ('create' as const) },
        before: before ?? {},
        after,
      })),
    );
  },
});
