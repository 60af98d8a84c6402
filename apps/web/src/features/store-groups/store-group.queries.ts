import { EVERYTHING } from '@endcap/contract/core';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;
/** Query keys that depend on groups: the groups, the groups of each store, and how many stores of groups are open. */
const OF_GROUPS = [['storeGroups'], ['stores', 'known'], ['stores', 'opening']] as const;

export const storeGroups = {
  /** All groups by name, for pickers, in one request. */
  all: () =>
    queryOptions({
      queryKey: ['storeGroups', 'all'],
      queryFn: () => call('GET /api/v1/store-group/list', { query: { ...EVERYTHING, members: 'false' } }).then((page) => page.items),
      staleTime: FRESH_MS,
    }),
  list: (page: number) =>
    queryOptions({
      queryKey: ['storeGroups', 'list', page],
      queryFn: ({ signal }) => call('GET /api/v1/store-group/list', { query: { page } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Call after a write. Invalidates lists, pickers and everything that depends on the members of groups. */
  changed: async (client: QueryClient): Promise<void> => {
    await Promise.all(OF_GROUPS.map((queryKey) => client.invalidateQueries({ queryKey })));
  },
};
