import type { RequestTo } from '@endcap/contract/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The plan between two days. Invalidated together with content, which is most of it. */
export const calendar = (query: RequestTo<'GET /api/v1/calendar'>['query']) =>
  queryOptions({
    queryKey: ['content', 'calendar', query],
    queryFn: ({ signal }) => call('GET /api/v1/calendar', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
