import type { EditedKind } from '@endcap/contract/history';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const history = {
  /** The changes of one item or of one of its fields, the newest first. */
  of: (kind: EditedKind, item: string, field?: string) =>
    infiniteQueryOptions({
      queryKey: ['history', kind, item, field],
      queryFn: ({ pageParam, signal }) =>
        call('GET /api/v1/history', { query: { kind, item, field, ...(pageParam && { before: pageParam }) } }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
      // Others may have saved since the last read.
      staleTime: 0,
    }),
  /** A change is immutable, but the names in it and the stored files may change. */
  change: (changeId: string) =>
    queryOptions({
      queryKey: ['history', 'change', changeId],
      queryFn: () => call('GET /api/v1/history/:changeId', { params: { changeId } }),
      staleTime: 60_000,
    }),
};
