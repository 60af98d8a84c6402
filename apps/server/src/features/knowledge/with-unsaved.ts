import { fieldProblem } from '@endcap/contract/core';
import type { KnowledgeDraft } from '@endcap/contract/knowledge';
import { inVain } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Db } from '../../tables.ts';
import type { Mark } from '../entities/index.ts';
import { findKnowledge, insertKnowledge, updateKnowledge } from './knowledge.repository.ts';

type Unsaved = Pick<KnowledgeDraft, 'name' | 'description' | 'content'> & { id: string | null };

/** Runs `work` as if the item were saved, with the id of the item, then rolls back. This way the real search can be used. */
export const withUnsaved = <R>(db: Database, { id, ...item }: Unsaved, work: (trx: Db, id: string) => Promise<R>): Promise<R> =>
  inVain(db, async (trx) => {
    // The mark is never read: the transaction is rolled back.
    const mark: Mark = { by: '', at: new Date(0) };
    if (id === null) {
      const made = newId();
      await insertKnowledge(trx, made, { ...item, validityStart: null, validityEnd: null }, mark);
      return work(trx, made);
    }
    const stored = await findKnowledge(trx, id);
    if (!stored) throw fieldProblem('item.id', 'unknown');
    const { validityStart, validityEnd } = stored;
    await updateKnowledge(trx, id, { ...item, validityStart, validityEnd }, mark);
    return work(trx, id);
  });
