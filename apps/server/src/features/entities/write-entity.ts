import { type FieldCodes, fieldCodes, Problem } from '@endcap/contract/core';
import type { z } from 'zod';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Db } from '../../tables.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistory, type Change, difference } from '../history/index.ts';

/** Who writes, and when. */
export type Mark = { by: string; at: Date };
type Fields = Record<string, unknown>;
type Entity = { _id: string; revision: number };

/** What tells one kind of entity from another when it is written. */
export type EntityKind<Draft extends Fields, E extends Entity & Draft> = {
  name: string;
  /** The rules of the whole item. Its keys are the fields that people edit. */
  draft: z.ZodObject & z.ZodType<Draft>;
  /** Locks the row until the transaction ends, so that two writers take turns; false when there is none. */
  lock: (db: Db, id: string) => Promise<boolean>;
  read: (db: Db, id: string) => Promise<E | undefined>;
  insert: (db: Db, id: string, draft: Draft, mark: Mark) => Promise<void>;
  /** Writes all fields and raises the revision. */
  update: (db: Db, id: string, draft: Draft, mark: Mark) => Promise<void>;
  /** Hides the row; references to it stay. */
  remove: (db: Db, id: string, mark: Mark) => Promise<void>;
  /** What a change makes of the stored item, when more than its top level is to be merged. */
  merge?: (before: Draft, patch: Fields) => unknown;
  /** Applied to the merged item before its rules, e.g. to empty what does not belong to it. */
  prepare?: (merged: unknown) => unknown;
  /** Fills what follows from other data; runs before `check`. */
  complete?: (db: Db, draft: Draft, before: Draft | null) => Promise<Draft>;
  /** Refusals that need the database, e.g. references to what does not exist. */
  check?: (db: Db, draft: Draft, before: Draft | null) => Promise<FieldCodes>;
};

type Write = { actorId: string };
type WriteExisting = Write & { id: string; ifMatch: IfMatch };

/**
 * Every write of an entity: locked, compared with the revision it was made against, merged with what is stored and checked
 * as a whole, and put into the history with the files that it names (U31), all in one transaction. A change that
 * changes nothing writes nothing.
 */
export const entityWriter = <Draft extends Fields, E extends Entity & Draft>(
  { db, now }: { db: Database; now: () => Date },
  kind: EntityKind<Draft, E>,
) => {
  const editable = Object.keys(kind.draft.shape);
  const draftOf = (entity: E): Draft => Object.fromEntries(editable.map((field) => [field, entity[field]])) as Draft;

  const refuseBad = async (trx: Db, draft: Draft, before: Draft | null): Promise<void> => {
    const fields = (await kind.check?.(trx, draft, before)) ?? {};
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

  const record = async (trx: Db, change: Change, before: Fields, after: Draft): Promise<void> => {
    await noteFileUses(trx, change, after, now());
    await appendHistory(trx, change, before, after);
  };

  return {
    create: (draft: Draft, { actorId }: Write): Promise<E> =>
      inTransaction(db, async (trx) => {
        const whole = (await kind.complete?.(trx, draft, null)) ?? draft;
        await refuseBad(trx, whole, null);
        const id = newId();
        await kind.insert(trx, id, whole, { by: actorId, at: now() });
        await record(trx, { actor: actorId, entity: kind.name, entityId: id, action: 'create' }, {}, whole);
        return written(trx, id);
      }),

    /** `patch` holds only the fields that were sent. */
    change: (patch: { [K in keyof Draft]?: Draft[K] | undefined }, write: WriteExisting): Promise<E> =>
      inTransaction(db, async (trx) => {
        const entity = await existing(trx, write);
        const before = draftOf(entity);
        const given = kind.merge?.(before, patch) ?? { ...before, ...patch };
        const merged = kind.draft.safeParse(kind.prepare?.(given) ?? given);
        if (!merged.success) throw new Problem('invalid', 'Invalid', fieldCodes(merged.error));
        const whole = (await kind.complete?.(trx, merged.data, before)) ?? merged.data;
        if (Object.keys(difference(before, whole)).length === 0) return entity;
        await refuseBad(trx, whole, before);
        await kind.update(trx, write.id, whole, { by: write.actorId, at: now() });
        await record(trx, { actor: write.actorId, entity: kind.name, entityId: write.id, action: 'update' }, before, whole);
        return written(trx, write.id);
      }),

    remove: (write: WriteExisting): Promise<void> =>
      inTransaction(db, async (trx) => {
        const before = draftOf(await existing(trx, write));
        await kind.remove(trx, write.id, { by: write.actorId, at: now() });
        await appendHistory(trx, { actor: write.actorId, entity: kind.name, entityId: write.id, action: 'delete' }, before, {});
      }),
  };
};
