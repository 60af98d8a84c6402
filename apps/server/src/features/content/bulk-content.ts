import type { AtRevision, BulkChange, BulkItem, BulkPreview } from '@endcap/contract/content';
import { type FieldCodes, Problem, type Usage } from '@endcap/contract/core';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { writesOf } from '../entities/index.ts';
import { contentKind } from './content.kind.ts';
import { findManyContent, lockManyContent, type StoredContent } from './content.repository.ts';
import { type Plan, planBulk, reachOf } from './plan-bulk.ts';

/** Returns the entities that link to any of these items. */
export type UsageOf = (ids: readonly string[]) => Promise<Usage[]>;
type Deps = { db: Database; now: () => Date; appScheme: string; usageOf: UsageOf };

const itemOf = ({ _id, revision, title, name }: StoredContent): BulkItem => ({ _id, revision, name: title ?? name ?? '' });
/** Rejects the whole change if any item has an error; error fields are keyed by item id. */
const refuse = (code: 'conflict' | 'invalid', why: string, fields: FieldCodes): void => {
  if (Object.keys(fields).length > 0) throw new Problem(code, why, fields);
};

/** True if links to the item would stop working, or stop earlier than before (LINK-03). */
const breaksLinks = ({ before, after }: Plan['changed'][number]): boolean => {
  if (after === null) return true;
  if (after.publicationEnd === null) return false;
  return before.publicationEnd === null || Date.parse(after.publicationEnd) < Date.parse(before.publicationEnd);
};

/** Applies one change to many items (EDIT-02). */
export const bulkContent = ({ db, now, appScheme, usageOf }: Deps) => {
  const writes = writesOf(contentKind(appScheme));

  return {
    preview: async (ids: readonly string[], change: BulkChange): Promise<BulkPreview> => {
      const at = now();
      const plan = await planBulk(db, appScheme, await findManyContent(db, ids), { change, at });
      const broken = plan.changed.filter(breaksLinks);
      return {
        items: plan.changed.map(({ item }) => itemOf(item)),
        unchanged: plan.unchanged,
        refused: plan.refused.map(({ item, codes }) => ({ ...itemOf(item), codes })),
        // At its last instant an item is still shown.
        ...(await reachOf(db, plan, at.getTime() + 1)),
        usage: broken.length > 0 ? await usageOf(broken.map(({ item }) => item._id)) : [],
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
        refuse('conflict', 'Somebody else changed some of them', Object.fromEntries(others.map(({ _id }) => [_id, ['unknown']])));
        const at = now();
        const { changed, refused } = await planBulk(trx, appScheme, items, { change, at });
        refuse('invalid', `${refused.length} refused`, Object.fromEntries(refused.map(({ item, codes }) => [item._id, codes])));
        const written = changed.map(({ item, before, after }) => ({ id: item._id, before, after }));
        await writes.applyMany(trx, written, { by: actorId, at });
        return changed.map(({ item }) => ({ _id: item._id, revision: item.revision + 1 }));
      }),
  };
};
