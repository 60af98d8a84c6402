import { type AtRevision, ContentDraft } from '@endcap/contract/content';
import { inTransaction } from '../../platform/db/transaction.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import type { Database } from '../../tables.ts';
import { type Mark, writesOf } from '../entities/index.ts';
import { lastChanges } from '../history/index.ts';
import { contentKind } from './content.kind.ts';
import { findManyContent, lockStoredContent, restoreContent } from './content.repository.ts';

type Deps = { db: Database; now: () => Date; appScheme: string };
type Undone = { undone: number; kept: { _id: string; name: string }[] };

/**
 * Restores items to the values before their last change, as a new revision (EDIT-03). A deleted item is restored (decision 0062). An item
 * that somebody changed since is left as it is.
 */
export const undoContent = ({ db, now, appScheme }: Deps) => {
  const { draftOf, noteMany, applyMany } = writesOf(contentKind(appScheme));
  return (chosen: readonly AtRevision[], actorId: string): Promise<Undone> =>
    inTransaction(db, async (trx) => {
      const mark: Mark = { by: actorId, at: now() };
      const ids = chosen.map(({ _id }) => _id);
      const stored = new Map((await lockStoredContent(trx, ids)).map((row) => [row._id, row]));
      const changes = await lastChanges(trx, 'content', ids);
      const asChosen = chosen.filter(({ _id, revision }) => stored.get(_id)?.revision === revision).map(({ _id }) => _id);
      const undoable = asChosen.filter((id) => ![undefined, 'create'].includes(changes.get(id)?.action));
      const isGone = (id: string): boolean => stored.get(id)?.deleted === true;
      await restoreContent(trx, undoable.filter(isGone), mark);

      const drafts = (await findManyContent(trx, undoable)).map((item) => ({ id: item._id, draft: draftOf(item) }));
      const restored = drafts.filter(({ id }) => isGone(id)).map(({ id, draft }) => ({ id, before: null, after: draft }));
      const former = await mapInSlices(drafts, ({ id, draft: before }) => {
        if (isGone(id)) return [];
        const fields = Object.entries(changes.get(id)?.changes ?? {}).map(([field, [was]]) => [field, was]);
        const after = ContentDraft.safeParse({ ...before, ...Object.fromEntries(fields) });
        return after.success ? [{ id, before, after: after.data }] : [];
      });
      const changed = former.flat();
      await noteMany(trx, restored, mark);
      await applyMany(trx, changed, mark);
      const undone = new Set([...restored, ...changed].map(({ id }) => id));
      const kept = chosen.filter(({ _id }) => !undone.has(_id)).map(({ _id }) => ({ _id, name: stored.get(_id)?.name ?? _id }));
      return { undone: chosen.length - kept.length, kept };
    });
};
