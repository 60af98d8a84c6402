import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

type Asked = { storeId: string | null; segments: string[]; appVersion: string; at: string; until: string | null };

export const evidence = {
  /** What was is over; who changed it since, and the seals, are of the moment at which it was asked for. */
  of: (asked: Asked) =>
    queryOptions({
      queryKey: ['evidence', asked],
      queryFn: ({ signal }) => call('POST /api/v1/evidence', { body: asked }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    }),
};
