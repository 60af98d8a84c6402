import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const AGAIN_MS = 60_000;

export const daySheets = {
  of: (storeId: string, day: string) =>
    queryOptions({
      queryKey: ['daySheet', storeId, day],
      queryFn: ({ signal }) => call(daySheetRoutes.read, { query: { storeId, day } }, { signal }),
      // A sheet that hangs open on a till is one of now.
      refetchInterval: AGAIN_MS,
    }),
  reports: (contentId: string) =>
    queryOptions({
      queryKey: ['codeReports', contentId],
      queryFn: () => call(daySheetRoutes.reports, { params: { contentId } }),
      staleTime: AGAIN_MS,
    }),
  changed: (client: QueryClient) =>
    Promise.all([client.invalidateQueries({ queryKey: ['daySheet'] }), client.invalidateQueries({ queryKey: ['codeReports'] })]),
};
