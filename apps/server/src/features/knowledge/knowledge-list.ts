import { type KnowledgeRow, knowledgeRoutes } from '@endcap/contract/knowledge';
import { singleFlight } from '../../platform/single-flight.ts';
import type { DataVersion } from '../../platform/data-version.ts';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import { countKnowledge, knowledgeIds, knowledgeRows, knowledgeVersion } from './knowledge.repository.ts';

export const knowledgeList = (db: Database): ListKind<{ page: number; pageSize: number }, KnowledgeRow> => {
  const together = singleFlight<DataVersion>();
  return {
    initialQuery: knowledgeRoutes.list.query.parse({}),
    reply: knowledgeRoutes.list.reply,
    version: () => together('', () => knowledgeVersion(db)),
    isSearch: () => false,
    count: () => countKnowledge(db),
    ids: (_, window) => knowledgeIds(db, window),
    rows: (_, wanted) => knowledgeRows(db, wanted),
    versionCoversRows: () => true,
  };
};
