import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const AGAIN_MS = 60_000;

export const daySheets = {
  of: (storeId: string, day: string) =>
    queryOptions({
      queryKey: ['daySheet', storeId, day],
      queryFn: ({ signal }) => call('GET /api/v1/day-sheet', { query: { storeId, day } }, { signal }),
      // Refetch, since the sheet stays open on tills.
      refetchInterval: AGAIN_MS,
    }),
  reports: (contentId: string) =>
    queryOptions({
      queryKey: ['codeReports', contentId],
      queryFn: () => call('GET /api/v1/content-editor/:contentId/code-reports', { params: { contentId } }),
      staleTime: AGAIN_MS,
    }),
  changed: (client: QueryClient) =>
    Promise.all([client.invalidateQueries({ queryKey: ['daySheet'] }), client.invalidateQueries({ queryKey: ['codeReports'] })]),
};
