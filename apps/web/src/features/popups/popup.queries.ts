import type { PopupSort } from '@endcap/contract/popups';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const popups = {
  list: (query: { page: number; sortField: PopupSort }) =>
    queryOptions({
      queryKey: ['popups', 'list', query],
      queryFn: ({ signal }) => call('GET /api/v1/popup-editor/list', { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['popups'] }),
};
