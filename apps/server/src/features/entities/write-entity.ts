import { fieldCodes, Problem } from '@endcap/contract/core';
import { difference } from '@endcap/contract/history';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Db } from '../../tables.ts';
import { writesOf } from './apply-writes.ts';
import type { Entity, EntityKind, Fields } from './entity-kind.ts';

/** The fields that were sent. */
export type Patch<Draft> = { [K in keyof Draft]?: Draft[K] | undefined };
type Write = { actorId: string };
type WriteExisting = Write & { id: string; ifMatch: IfMatch };

/**
 * Writes an entity in one transaction: locks it, compares revisions, merges the patch into the stored entity, validates the
 * whole, and records the history and the files in use (U31). A patch without effect writes nothing.
 */
export const entityWriter = <Draft extends Fields, E extends Entity & Draft>(
  { db, now }: { db: Database; now: () => Date },
  kind: EntityKind<Draft, E>,
) => {
  const { draftOf, complete, problemsOf, applyMany } = writesOf(kind);
  const refuseBad = async (trx: Db, draft: Draft, before: Draft | null): Promise<void> => {
    const fields = await problemsOf(trx, draft, before);
    if (Object.keys(fields).length > 0) throw new Problem('invalid', `Invalid: ${Object.keys(fields).join(', ')}`, fields);
  };
  const existing = async (trx: Db, { id, ifMatch }: WriteExisting): Promise<E> => {
    const entity = (await kind.lock(trx, id)) ? await kind.read(trx, id) : undefined;
    if (!entity) throw new Problem('not_found');
    refuseStale(ifMatch, entity.revision, entity);
    return entity;
  };
  const written = async (trx: Db, id: string): Promise<E> => {
    const entity = await kind.read(trx, id);
    if (!entity) throw new Error(`${kind.name} ${id} is gone within its own transaction`);
    return entity;
  };

  return {
    create: (draft: Draft, { actorId }: Write): Promise<E> =>
      inTransaction(db, async (trx) => {
        const after = await complete(trx, draft, null, actorId);
        await refuseBad(trx, after, null);
        const id = newId();
        await applyMany(trx, [{ id, before: null, after }], { by: actorId, at: now() });
        return written(trx, id);
      }),

    change: (patch: Patch<Draft>, write: WriteExisting): Promise<E> =>
      inTransaction(db, async (trx) => {
        const entity = await existing(trx, write);
        const before = draftOf(entity);
        const patched = kind.merge?.(before, patch) ?? { ...before, ...patch };
        const merged = kind.draft.safeParse(kind.prepare?.(patched) ?? patched);
        if (!merged.success) throw new Problem('invalid', 'Invalid', fieldCodes(merged.error));
        const after = await complete(trx, merged.data, before, write.actorId);
        if (Object.keys(difference(before, after)).length === 0) return entity;
        await refuseBad(trx, after, before);
        await applyMany(trx, [{ id: write.id, before, after }], { by: write.actorId, at: now() });
        return written(trx, write.id);
      }),

    /** Deletes the entity. Returns its last revision. */
    remove: (write: WriteExisting): Promise<number> =>
      inTransaction(db, async (trx) => {
        const entity = await existing(trx, write);
        await applyMany(trx, [{ id: write.id, before: draftOf(entity), after: null }], { by: write.actorId, at: now() });
        return entity.revision + 1;
      }),
  };
};
