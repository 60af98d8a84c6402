import { setImmediate } from 'node:timers/promises';
import {
  availabilityOf,
  type BulkChange,
  type BulkItem,
  bulkPatch,
  type BulkPreview,
  ContentDraft,
  contentFieldNames,
  differenceOf,
  withoutForeignFields,
} from '@endcap/contract/content';
import { type FieldCodes, fieldCodes, type FieldProblemCode, Problem } from '@endcap/contract/core';
import { difference } from '@endcap/contract/history';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { type Mark, writesOf } from '../entities/index.ts';
import { appendHistories } from '../history/index.ts';
import { knownStores } from '../stores/index.ts';
import { contentKind } from './content.kind.ts';
import { findManyContent, hideContent, lockManyContent, type StoredContent } from './content.repository.ts';

type Deps = { db: Database; now: () => Date; appScheme: string };
type AtRevision = { _id: string; revision: number };

export const draftOf = (item: StoredContent): ContentDraft =>
  Object.fromEntries(contentFieldNames.map((field) => [field, item[field]])) as ContentDraft;
export const bulkItemOf = ({ _id, revision, title, name }: StoredContent): BulkItem => ({ _id, revision, name: title ?? name ?? '' });

const codesOf = (fields: FieldCodes): FieldProblemCode[] => [...new Set(Object.values(fields).flat())];

/** EDIT-02: what a change makes of many items; the same steps tell what it would do and do it. */
export const bulkContent = ({ db, now, appScheme }: Deps) => {
  const writes = writesOf(contentKind(appScheme));

  /** The item afterwards; null: it goes. Or what stands against it. */
  const changeOne = async (
    trx: Db,
    before: ContentDraft,
    change: BulkChange,
  ): Promise<{ after: ContentDraft | null; codes: FieldProblemCode[] }> => {
    if (change.action === 'delete') return { after: null, codes: [] };
    const parsed = ContentDraft.safeParse(withoutForeignFields({ ...before, ...bulkPatch(before, change) }));
    if (!parsed.success) return { after: before, codes: codesOf(fieldCodes(parsed.error)) };
    const after = await writes.complete(trx, parsed.data, before);
    return { after, codes: codesOf(await writes.problemsOf(trx, after, before)) };
  };
  const changeAll = async (trx: Db, items: readonly StoredContent[], change: BulkChange) => {
    const changes = [];
    for (const item of items) {
      const before = draftOf(item);
      const { after, codes } = await changeOne(trx, before, change);
      const isSame = after !== null && codes.length === 0 && Object.keys(difference(before, after)).length === 0;
      changes.push({ item, before, after, codes, isSame });
    }
    return changes;
  };

  return {
    preview: async (ids: readonly string[], change: BulkChange): Promise<BulkPreview> => {
      const changes = await changeAll(db, await findManyContent(db, ids), change);
      const stores = await knownStores(db);
      const at = now().getTime();
      const [gaining, losing] = [new Set<string>(), new Set<string>()];
      for (const { before, after, codes, isSame } of changes) {
        if (isSame || codes.length > 0) continue;
        // A thousand items in ten thousand stores take a while: others have their turn in between.
        await setImmediate();
        const was = availabilityOf(before, stores, at);
        const willBe = after ? availabilityOf(after, stores, at) : was.map((one) => ({ ...one, available: false, aimedAt: false }));
        const { gained, lost } = differenceOf(was, willBe);
        for (const { id } of gained) gaining.add(id);
        for (const { id } of lost) losing.add(id);
      }
      return {
        items: changes.filter(({ isSame, codes }) => !isSame && codes.length === 0).map(({ item }) => bulkItemOf(item)),
        unchanged: changes.filter(({ isSame }) => isSame).length,
        refused: changes.filter(({ codes }) => codes.length > 0).map(({ item, codes }) => ({ ...bulkItemOf(item), codes })),
        gaining: gaining.size,
        losing: losing.size,
      };
    },

    /** All of them or none, each with an entry in the history. */
    change: (chosen: readonly AtRevision[], change: BulkChange, actorId: string): Promise<AtRevision[]> =>
      inTransaction(db, async (trx) => {
        const ids = chosen.map(({ _id }) => _id);
        await lockManyContent(trx, ids);
        const items = await findManyContent(trx, ids);
        const revisions = new Map(items.map(({ _id, revision }) => [_id, revision]));
        const others = chosen.filter(({ _id, revision }) => revisions.get(_id) !== revision);
        if (others.length > 0)
          throw new Problem(
            'conflict',
            'Somebody else changed some of them',
            Object.fromEntries(others.map(({ _id }) => [_id, ['unknown']])),
          );
        const changes = await changeAll(trx, items, change);
        const refused = changes.filter(({ codes }) => codes.length > 0);
        if (refused.length > 0)
          throw new Problem(
            'invalid',
            `${refused.length} refused`,
            Object.fromEntries(refused.map(({ item, codes }) => [item._id, codes])),
          );
        const mark: Mark = { by: actorId, at: now() };
        const changed = changes.filter(({ isSame }) => !isSame);
        await writes.applyMany(
          trx,
          changed.flatMap(({ item, before, after }) => (after ? [{ id: item._id, before, after }] : [])),
          mark,
        );
        const gone = changed.filter(({ after }) => after === null);
        for (const { item } of gone) await hideContent(trx, item._id, mark);
        await appendHistories(
          trx,
          gone.map(({ item, before }) => ({
            change: { actor: actorId, entity: 'content' as const, entityId: item._id, action: 'delete' as const },
            before,
            after: {},
          })),
        );
        return changed.map(({ item }) => ({ _id: item._id, revision: item.revision + 1 }));
      }),
  };
};
