import { type ThreadRow, threadRoutes } from '@endcap/contract/assistant';
import { askTogether } from '../../platform/lists/ask-together.ts';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import { countThreads, threadIds, type ThreadListQuery, threadRows, type ThreadTotals, threadTotals } from './thread.repository.ts';

/** Whether messages decide what is found. */
const looksInside = ({ text, unanswered }: Pick<ThreadListQuery, 'text' | 'unanswered'>): boolean => text !== '' || unanswered;
const isNarrowed = ({ threadId, userId, from, to, ...query }: ThreadListQuery): boolean =>
  looksInside(query) || threadId !== '' || userId !== '' || from !== undefined || to !== undefined;

/** The list of threads. Messages come without a word to the list, so rows are read each time. */
export const threadList = (db: Database): ListKind<ThreadListQuery, ThreadRow> => {
  const together = askTogether<ThreadTotals>();
  return {
    usual: threadRoutes.list.query.parse({}),
    reply: threadRoutes.list.reply,
    stand: async (query) => {
      const { total, asked, messages, number, incarnation } = await together('', () => threadTotals(db));
      const stand = { number: looksInside(query) ? number + messages : number, incarnation };
      return isNarrowed(query) ? stand : { ...stand, total: query.filterUserMessages ? asked : total };
    },
    filters: ({ page: _page, pageSize: _pageSize, sortField: _sortField, ...filters }) => filters,
    isSearch: ({ threadId, text, userId }) => threadId !== '' || text !== '' || userId !== '',
    count: (query) => countThreads(db, query),
    ids: (query, window) => threadIds(db, query, window),
    rows: (_, ids) => threadRows(db, ids),
    isSteady: () => false,
  };
};
