import { THREAD_PAGE_SIZE, type ThreadSort, threadRoutes } from '@endcap/contract/assistant';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const threads = {
  /** a search by id shows any thread, else only those in which a customer wrote. */
  list: ({ threadId, ...query }: { page: number; sortField: ThreadSort; threadId: string }) =>
    queryOptions({
      queryKey: ['threads', 'list', { threadId, ...query }],
      queryFn: ({ signal }) =>
        call(
          threadRoutes.list,
          {
            query: {
              ...query,
              pageSize: THREAD_PAGE_SIZE,
              filterUserMessages: threadId === '' ? 'true' : 'false',
              ...(threadId !== '' && { threadId }),
            },
          },
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({ queryKey: ['threads', 'details', id], queryFn: () => call(threadRoutes.details, { params: { id } }) }),
};
