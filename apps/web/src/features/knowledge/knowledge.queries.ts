import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const knowledge = {
  list: (page: number) =>
    queryOptions({
      queryKey: ['knowledge', 'list', page],
      queryFn: ({ signal }) => call('GET /api/v1/knowledge-editor/list', { query: { page } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['knowledge'] }),
};
