import type { JobName } from '@endcap/contract/system';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const AGAIN_MS = 15_000;
/** While something is about to change. */
const SOON_MS = 3_000;

export const system = {
  health: () =>
    queryOptions({
      queryKey: ['system'],
      queryFn: ({ signal }) => call('GET /api/v1/system/health', {}, { signal }),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.certificates === null || data?.jobs.some(({ asked }) => asked !== null) ? SOON_MS : AGAIN_MS,
    }),
  runJob: async (client: QueryClient, name: JobName): Promise<void> => {
    await call('POST /api/v1/system/jobs', { body: { name } });
    await client.invalidateQueries({ queryKey: ['system'] });
  },
};
