import { ContentDraft } from '@endcap/contract/content';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { type Mark, writesOf } from '../entities/index.ts';
import { appendHistory, lastChanges } from '../history/index.ts';
import { bulkItemOf, draftOf } from './bulk-content.ts';
import { contentKind } from './content.kind.ts';
import { findManyContent, lockStoredContent, restoreContent } from './content.repository.ts';

type Deps = { db: Database; now: () => Date; appScheme: string };

/**
 * EDIT-03: gives items what they were before their last change, as a new revision; one that was deleted is there again (decision 0061).
 * What somebody changed since stays as it is.
 */
export const undoContent =
  ({ db, now, appScheme }: Deps) =>
  (
    chosen: readonly { _id: string; revision: number }[],
    actorId: string,
  ): Promise<{ undone: number; kept: { _id: string; name: string }[] }> =>
    inTransaction(db, async (trx) => {
      const { applyMany } = writesOf(contentKind(appScheme));
      const mark: Mark = { by: actorId, at: now() };
      const ids = chosen.map(({ _id }) => _id);
      const stored = new Map((await lockStoredContent(trx, ids)).map((row) => [row._id, row]));
      const changes = await lastChanges(trx, 'content', ids);
      const kept = [];
      for (const { _id, revision } of chosen) {
        const row = stored.get(_id);
        const last = changes.get(_id);
        if (!row || !last || row.revision !== revision || last.action === 'create') {
          kept.push({ _id, name: row?.name ?? _id });
          continue;
        }
        if (row.deleted) await restoreContent(trx, _id, mark);
        const [item] = await findManyContent(trx, [_id]);
        if (!item) throw new Error(`content ${_id} is gone within its own transaction`);
        const now_ = draftOf(item);
        if (row.deleted) {
          await appendHistory(trx, { actor: actorId, entity: 'content', entityId: _id, action: 'create' }, {}, now_);
          continue;
        }
        const former = Object.fromEntries(Object.entries(last.changes).map(([field, [before]]) => [field, before]));
        const after = ContentDraft.safeParse({ ...now_, ...former });
        if (after.success) await applyMany(trx, [{ id: _id, before: now_, after: after.data }], mark);
        else kept.push(bulkItemOf(item));
      }
      return { undone: chosen.length - kept.length, kept };
    });
