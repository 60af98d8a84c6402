import { EVERYTHING } from '@endcap/contract/core';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

export const storeGroups = {
  /** All groups for pickers, in one request. */
  all: () =>
    queryOptions({
      queryKey: ['storeGroups', 'all'],
      queryFn: () => call(storeGroupRoutes.list, { query: EVERYTHING }).then((page) => page.items),
      staleTime: FRESH_MS,
    }),
  list: (page: number) =>
    queryOptions({
      queryKey: ['storeGroups', 'list', page],
      queryFn: ({ signal }) => call(storeGroupRoutes.list, { query: { page } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['storeGroups'] }),
};
