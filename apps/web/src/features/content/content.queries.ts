import { type ContentListQuery, contentRoutes } from '@endcap/contract/content';
import { COUPON_PROMO_ID, promoThresholdRoutes } from '@endcap/contract/promo-thresholds';
import { segmentRoutes } from '@endcap/contract/segments';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 5 * 60_000;

export const content = {
  list: (query: ContentListQuery) =>
    queryOptions({
      queryKey: ['content', 'list', query],
      queryFn: ({ signal }) => call(contentRoutes.list, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Every store as audiences are decided by; read again with the stores (STORE-EDIT-25). */
  knownStores: () =>
    queryOptions({ queryKey: ['stores', 'known'], queryFn: () => call(contentRoutes.knownStores, {}), staleTime: FRESH_MS }),
  segments: () => queryOptions({ queryKey: ['content', 'segments'], queryFn: () => call(segmentRoutes.list, {}), staleTime: FRESH_MS }),
  /** A failed load is an empty list (CONT-THR-03). */
  thresholds: () =>
    queryOptions({
      queryKey: ['content', 'thresholds'],
      queryFn: () => call(promoThresholdRoutes.list, { params: { promoId: COUPON_PROMO_ID } }),
      staleTime: FRESH_MS,
      retry: false,
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['content'] }),
};
