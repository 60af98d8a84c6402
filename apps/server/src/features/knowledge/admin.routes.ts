import { KNOWLEDGE_MAX_BYTES, knowledgeRoutes } from '@endcap/contract/knowledge';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import { receiveUpload } from '../files/index.ts';
import { knowledgeKind } from './knowledge.kind.ts';
import { listKnowledge } from './knowledge.repository.ts';
import { knowledgeOf } from './upload-knowledge.ts';

export const addKnowledgeRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void => {
  const edit = editRoutes(deps, knowledgeKind());
  handle(knowledgeRoutes.list, ({ query }) => listKnowledge(deps.db, query));
  edit.bind(handle, knowledgeRoutes, 'knowledgeId', async (call) => {
    if (!call.request.isMultipart()) return edit.create(call);
    const { filename, draft } = await receiveUpload(call.request, KNOWLEDGE_MAX_BYTES, knowledgeOf);
    return editRoutes(deps, knowledgeKind(filename)).create({ ...call, body: draft });
  });
};
