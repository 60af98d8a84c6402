import { EVERYTHING } from '@endcap/contract/core';
import { sessionRoutes } from '@endcap/contract/session';
import type { StoreType } from '@endcap/contract/audience';
import { storeRoutes, type StoreSort } from '@endcap/contract/stores';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

export const stores = {
  /** All stores for selectors and pickers, in one request (TOP-16). */
  all: () =>
    queryOptions({
      queryKey: ['stores', 'all'],
      queryFn: () => call(storeRoutes.list, { query: { ...EVERYTHING, counts: 'false' } }).then((page) => page.items),
      staleTime: FRESH_MS,
    }),
  list: (query: { page: number; name: string; address: string; storeType?: StoreType | undefined; sortField?: StoreSort }) =>
    queryOptions({
      queryKey: ['stores', 'list', query],
      queryFn: ({ signal }) => call(storeRoutes.list, { query: { ...query, counts: 'false' } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  subscriptions: () => queryOptions({ queryKey: ['stores', 'subscriptions'], queryFn: () => call(storeRoutes.subscriptions, {}) }),
  earlierSubscriptions: () =>
    queryOptions({ queryKey: ['stores', 'earlierSubscriptions'], queryFn: () => call(storeRoutes.earlierSubscriptions, {}) }),
  mine: (personId: string) =>
    queryOptions({
      queryKey: ['stores', 'mine', personId],
      queryFn: () => call(sessionRoutes.myStore, {}),
      staleTime: FRESH_MS,
      retry: false,
    }),
  lastLogin: (storeId: string) =>
    queryOptions({
      queryKey: ['stores', 'lastLogin', storeId],
      queryFn: () => call(sessionRoutes.lastLogin, {}),
      refetchInterval: 60_000,
      retry: false,
    }),
  subscription: (storeId: string) =>
    queryOptions({
      queryKey: ['stores', 'subscription', storeId],
      queryFn: () => call(storeRoutes.subscription, { params: { storeId } }),
      retry: 1,
    }),
  /** After a write: selector, pickers, lists and stats read again (STORE-EDIT-25). */
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['stores'] }),
};
