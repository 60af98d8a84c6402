import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The items that the picker offers, also in the forms of other features. */
export const publishedContent = () =>
  queryOptions({
    queryKey: ['content', 'published'],
    queryFn: () => call('GET /api/v1/content-editor/list/published', {}),
    staleTime: 60_000,
  });
