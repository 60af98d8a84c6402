import { calendarRoutes } from '@endcap/contract/calendar';
import type { Request } from '@endcap/contract/core';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The plan between two days; read again with content, which is most of it. */
export const calendar = (query: Request<typeof calendarRoutes.read>['query']) =>
  queryOptions({
    queryKey: ['content', 'calendar', query],
    queryFn: ({ signal }) => call(calendarRoutes.read, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
