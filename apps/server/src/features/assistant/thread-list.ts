import { type ThreadRow, threadRoutes } from '@endcap/contract/assistant';
import { singleFlight } from '../../platform/single-flight.ts';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import { countThreads, threadIds, type ThreadListQuery, threadRows, type ThreadTotals, threadTotals } from './thread.repository.ts';

/** True if the filter depends on the messages of threads. */
const dependsOnMessages = ({ text, unanswered }: Pick<ThreadListQuery, 'text' | 'unanswered'>): boolean => text !== '' || unanswered;
const isNarrowed = ({ threadId, userId, from, to, ...query }: ThreadListQuery): boolean =>
  dependsOnMessages(query) || threadId !== '' || userId !== '' || from !== undefined || to !== undefined;

/** The list of threads. New messages do not invalidate the list, so rows are never cached. */
export const threadList = (db: Database): ListKind<ThreadListQuery, ThreadRow> => {
  const together = singleFlight<ThreadTotals>();
  return {
    initialQuery: threadRoutes.list.query.parse({}),
    reply: threadRoutes.list.reply,
    version: async (query) => {
      const { total, asked, messages, number, incarnation } = await together('', () => threadTotals(db));
      const version = { number: dependsOnMessages(query) ? number + messages : number, incarnation };
      return isNarrowed(query) ? version : { ...version, total: query.filterUserMessages ? asked : total };
    },
    isSearch: ({ threadId, text, userId }) => threadId !== '' || text !== '' || userId !== '',
    count: (query) => countThreads(db, query),
    ids: (query, window) => threadIds(db, query, window),
    rows: (_, ids) => threadRows(db, ids),
    versionCoversRows: () => false,
  };
};
