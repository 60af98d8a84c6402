import type { ContentListQuery } from '@endcap/contract/content';
import { COUPON_PROMO_ID } from '@endcap/contract/promo-thresholds';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

export const content = {
  list: (query: ContentListQuery) =>
    queryOptions({
      queryKey: ['content', 'list', query],
      queryFn: ({ signal }) => call('GET /api/v1/content-editor/list', { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** All stores with the fields that decide audiences. Invalidated together with the stores (STORE-EDIT-25). */
  knownStores: () =>
    queryOptions({
      queryKey: ['stores', 'known'],
      queryFn: () => call('GET /api/v1/content-editor/known-stores', {}),
      staleTime: FRESH_MS,
    }),
  segments: () =>
    queryOptions({
      queryKey: ['content', 'segments'],
      queryFn: () => call('GET /api/v1/content-editor/segments', {}),
      staleTime: FRESH_MS,
    }),
  /** A failed load is an empty list (CONT-THR-03). */
  thresholds: () =>
    queryOptions({
      queryKey: ['content', 'thresholds'],
      queryFn: () => call('GET /api/v1/content-editor/promothresholds/:promoId', { params: { promoId: COUPON_PROMO_ID } }),
      staleTime: FRESH_MS,
      retry: false,
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['content'] }),
};
