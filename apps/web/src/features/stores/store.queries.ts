import type { RequestTo } from '@endcap/contract/api';
import { EVERYTHING } from '@endcap/contract/core';
import type { StoreType } from '@endcap/contract/audience';
import type { StoreSort } from '@endcap/contract/stores';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

/** The list of stores. */
const list = (query: RequestTo<'GET /api/v1/store-editor/list'>['query'], signal?: AbortSignal) =>
  call('GET /api/v1/store-editor/list', { query }, { ...(signal && { signal }) });

export const stores = {
  /** All stores for selectors and pickers, in one request (TOP-16). */
  all: () =>
    queryOptions({
      queryKey: ['stores', 'all'],
      queryFn: () => list({ ...EVERYTHING, counts: 'false' }).then((page) => page.items),
      staleTime: FRESH_MS,
    }),
  list: (query: { page: number; name: string; address: string; storeType?: StoreType | undefined; sortField?: StoreSort }) =>
    queryOptions({
      queryKey: ['stores', 'list', query],
      queryFn: ({ signal }) => list({ ...query, counts: 'false', hoursExceptions: 'true' }, signal),
      placeholderData: keepPreviousData,
    }),
  subscriptions: () =>
    queryOptions({
      queryKey: ['stores', 'subscriptions'],
      queryFn: () => call('GET /api/v1/stats/store-subscription', {}),
    }),
  earlierSubscriptions: () =>
    queryOptions({
      queryKey: ['stores', 'earlierSubscriptions'],
      queryFn: () => call('GET /api/v1/stats/store-subscription-earlier', {}),
    }),
  mine: (personId: string) =>
    queryOptions({
      queryKey: ['stores', 'mine', personId],
      queryFn: () => call('GET /session/get-my-store', {}),
      staleTime: FRESH_MS,
      retry: false,
    }),
  lastLogin: (storeId: string) =>
    queryOptions({
      queryKey: ['stores', 'lastLogin', storeId],
      queryFn: () => call('GET /session/get-last-login', {}),
      refetchInterval: 60_000,
      retry: false,
    }),
  subscription: (storeId: string) =>
    queryOptions({
      queryKey: ['stores', 'subscription', storeId],
      queryFn: () => call('GET /api/v1/stats/store-subscription/:storeId', { params: { storeId } }),
      retry: 1,
    }),
  /** Call after a write. Invalidates selector, pickers, lists, stats and the store counts of groups (STORE-EDIT-25). */
  changed: async (client: QueryClient): Promise<void> => {
    await Promise.all([['stores'], ['storeGroups']].map((queryKey) => client.invalidateQueries({ queryKey })));
  },
};
