import { KnowledgeDraft } from '@endcap/contract/knowledge';
import type { EntityKind } from '../entities/index.ts';
import {
  findKnowledge,
  hideKnowledge,
  insertKnowledge,
  lockKnowledge,
  type StoredKnowledge,
  updateKnowledge,
} from './knowledge.repository.ts';

/** Rules for writing knowledge items. `filename` is set by an upload and never changes. */
export const knowledgeKind = (filename: string | null = null): EntityKind<KnowledgeDraft, StoredKnowledge> => ({
  name: 'knowledge',
  draft: KnowledgeDraft,
  lock: lockKnowledge,
  read: findKnowledge,
  insert: (db, id, draft, mark) => insertKnowledge(db, id, { ...draft, filename }, mark),
  update: updateKnowledge,
  remove: hideKnowledge,
  check: async (_db, { validityStart, validityEnd }) =>
    validityStart !== null && validityEnd !== null && validityStart > validityEnd ? { validityEnd: ['endBeforeStart'] } : {},
});
