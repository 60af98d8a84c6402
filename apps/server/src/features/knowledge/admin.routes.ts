import { KNOWLEDGE_MAX_BYTES, knowledgeRoutes } from '@endcap/contract/knowledge';
import type { AdminHandle } from '../../callers.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import { receiveUpload } from '../files/index.ts';
import { knowledgeKind } from './knowledge.kind.ts';
import { knowledgeList } from './knowledge-list.ts';
import { knowledgeOf } from './upload-knowledge.ts';

export const addKnowledgeRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date; lists: Lists }): void => {
  const edit = editRoutes(deps, knowledgeKind());
  const list = deps.lists(knowledgeList(deps.db));
  handle(knowledgeRoutes.list, ({ query, actor }) => list(query, actor.id));
  edit.bind(handle, knowledgeRoutes, 'knowledgeId', async (call) => {
    if (!call.request.isMultipart()) return edit.create(call);
    const { filename, draft } = await receiveUpload(call.request, { by: call.actor.id, maxBytes: KNOWLEDGE_MAX_BYTES }, knowledgeOf);
    return editRoutes(deps, knowledgeKind(filename)).create({ ...call, body: draft });
  });
};
