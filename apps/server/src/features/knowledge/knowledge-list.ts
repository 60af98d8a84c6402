import { type KnowledgeRow, knowledgeRoutes } from '@endcap/contract/knowledge';
import { askTogether } from '../../platform/lists/ask-together.ts';
import type { Stand } from '../../platform/stand.ts';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import { countKnowledge, knowledgeIds, knowledgeRows, knowledgeStand } from './knowledge.repository.ts';

export const knowledgeList = (db: Database): ListKind<{ page: number; pageSize: number }, KnowledgeRow> => {
  const together = askTogether<Stand>();
  return {
    usual: knowledgeRoutes.list.query.parse({}),
    reply: knowledgeRoutes.list.reply,
    stand: () => together('', () => knowledgeStand(db)),
    filters: () => ({}),
    isSearch: () => false,
    count: () => countKnowledge(db),
    ids: (_, window) => knowledgeIds(db, window),
    rows: (_, wanted) => knowledgeRows(db, wanted),
    isSteady: () => true,
  };
};
