import { EVERYTHING, type Request } from '@endcap/contract/core';
import type { myStoreRoutes, sessionRoutes } from '@endcap/contract/session';
import type { StoreType } from '@endcap/contract/audience';
import type { storeRoutes, StoreSort } from '@endcap/contract/stores';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callAt } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

/** The list of stores; its route's own code comes with the screens of stores. */
const list = (query: Request<typeof storeRoutes.list>['query'], signal?: AbortSignal) =>
  callAt<typeof storeRoutes.list>('/api/v1/store-editor/list', { query }, { ...(signal && { signal }) });

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
      queryFn: ({ signal }) => list({ ...query, counts: 'false' }, signal),
      placeholderData: keepPreviousData,
    }),
  subscriptions: () =>
    queryOptions({
      queryKey: ['stores', 'subscriptions'],
      queryFn: () => callAt<typeof storeRoutes.subscriptions>('/api/v1/stats/store-subscription', {}),
    }),
  earlierSubscriptions: () =>
    queryOptions({
      queryKey: ['stores', 'earlierSubscriptions'],
      queryFn: () => callAt<typeof storeRoutes.earlierSubscriptions>('/api/v1/stats/store-subscription-earlier', {}),
    }),
  mine: (personId: string) =>
    queryOptions({
      queryKey: ['stores', 'mine', personId],
      queryFn: () => callAt<typeof myStoreRoutes.read>('/session/get-my-store', {}),
      staleTime: FRESH_MS,
      retry: false,
    }),
  lastLogin: (storeId: string) =>
    queryOptions({
      queryKey: ['stores', 'lastLogin', storeId],
      queryFn: () => callAt<typeof sessionRoutes.lastLogin>('/session/get-last-login', {}),
      refetchInterval: 60_000,
      retry: false,
    }),
  subscription: (storeId: string) =>
    queryOptions({
      queryKey: ['stores', 'subscription', storeId],
      queryFn: () => callAt<typeof storeRoutes.subscription>('/api/v1/stats/store-subscription/:storeId', { params: { storeId } }),
      retry: 1,
    }),
  /** After a write: selector, pickers, lists and stats read again (STORE-EDIT-25), and how many stores groups have. */
  changed: async (client: QueryClient): Promise<void> => {
    await Promise.all([['stores'], ['storeGroups']].map((queryKey) => client.invalidateQueries({ queryKey })));
  },
};
