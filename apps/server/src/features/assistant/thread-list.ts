import { type ThreadRow, threadRoutes } from '@endcap/contract/assistant';
import { askTogether } from '../../platform/lists/ask-together.ts';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import { countThreads, threadIds, type ThreadListQuery, threadRows, type ThreadTotals, threadTotals } from './thread.repository.ts';

/** The list of threads. Messages come without a word to the list, so rows are read each time. */
export const threadList = (db: Database): ListKind<ThreadListQuery, ThreadRow> => {
  const together = askTogether<ThreadTotals>();
  return {
    usual: threadRoutes.list.query.parse({}),
    reply: threadRoutes.list.reply,
    stand: async ({ filterUserMessages, threadId }) => {
      const { total, asked, ...stand } = await together('', () => threadTotals(db));
      return threadId === '' ? { ...stand, total: filterUserMessages ? asked : total } : stand;
    },
    filters: ({ filterUserMessages, threadId }) => ({ filterUserMessages, threadId }),
    isSearch: ({ threadId }) => threadId !== '',
    count: (query) => countThreads(db, query),
    ids: (query, window) => threadIds(db, query, window),
    rows: (_, ids) => threadRows(db, ids),
    isSteady: () => false,
  };
};
