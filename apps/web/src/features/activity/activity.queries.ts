import type { HistoryFilters } from '@endcap/contract/history';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

export const activity = {
  page: (query: HistoryFilters & { before?: string | undefined }) =>
    queryOptions({
      queryKey: ['activity', query],
      queryFn: ({ signal }) => call('GET /api/v1/history', { query }, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  people: () =>
    queryOptions({ queryKey: ['activity', 'people'], queryFn: () => call('GET /api/v1/history/people', {}), staleTime: FRESH_MS }),
};
