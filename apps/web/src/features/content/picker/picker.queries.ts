import type { contentRoutes } from '@endcap/contract/content';
import { queryOptions } from '@tanstack/react-query';
import { callAt } from '../../../lib/api.ts';

/** What the picker offers, asked for by its path: forms of other features need none of content's schemas (decision 0113). */
export const publishedContent = () =>
  queryOptions({
    queryKey: ['content', 'published'],
    queryFn: () => callAt<(typeof contentRoutes)['published']>('/api/v1/content-editor/list/published', {}),
    staleTime: 60_000,
  });
