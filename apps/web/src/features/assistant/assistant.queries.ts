import { THREAD_PAGE_SIZE, type ThreadSort } from '@endcap/contract/assistant';
import type { ThreadFilters } from './thread-filters.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const threads = {
  /** A search by id finds any thread; other searches only threads in which a customer wrote. */
  list: ({ page, sortField, unanswered, ...filters }: { page: number; sortField: ThreadSort } & ThreadFilters) =>
    queryOptions({
      queryKey: ['threads', 'list', { page, sortField, unanswered, ...filters }],
      queryFn: ({ signal }) =>
        call(
          'GET /api/v1/assistant/threads',
          {
            query: {
              page,
              sortField,
              pageSize: THREAD_PAGE_SIZE,
              filterUserMessages: filters.threadId ? 'false' : 'true',
              ...filters,
              ...(unanswered && { unanswered: 'true' }),
            },
          },
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({ queryKey: ['threads', 'details', id], queryFn: () => call('GET /api/v1/assistant/threads/:id', { params: { id } }) }),
};
