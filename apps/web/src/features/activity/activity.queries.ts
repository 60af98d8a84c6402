import type { HistoryFilters } from '@endcap/contract/history';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

export const activity = {
  /** A page, each import as one row. */
  page: (query: HistoryFilters & { before?: string | undefined }) =>
    queryOptions({
      queryKey: ['activity', query],
      queryFn: ({ signal }) => call('GET /api/v1/history', { query: { ...query, imports: 'folded' } }, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  /** The changes of an import's items, the newest first. */
  importedBy: (changeId: string) =>
    infiniteQueryOptions({
      queryKey: ['activity', 'import', changeId],
      queryFn: ({ pageParam, signal }) =>
        call('GET /api/v1/history', { query: { importedBy: changeId, ...(pageParam && { before: pageParam }) } }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
      staleTime: FRESH_MS,
    }),
  people: () =>
    queryOptions({ queryKey: ['activity', 'people'], queryFn: () => call('GET /api/v1/history/people', {}), staleTime: FRESH_MS }),
};
