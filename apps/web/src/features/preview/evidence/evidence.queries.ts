import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

type EvidenceQuery = { storeId: string | null; segments: string[]; appVersion: string; at: string; until: string | null };

export const evidence = {
  /** Cached without expiry: the past does not change. Later changes and the hash chain are those at the time of the request. */
  of: (query: EvidenceQuery) =>
    queryOptions({
      queryKey: ['evidence', query],
      queryFn: ({ signal }) => call('POST /api/v1/evidence', { body: query }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    }),
};
