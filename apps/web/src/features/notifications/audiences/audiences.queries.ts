import type { SavedAudience, SavedAudienceDraft } from '@endcap/contract/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

const queryKey = ['saved-audiences'];
type At = Pick<SavedAudience, '_id' | 'revision'>;

/** Saved and recently used audiences. Fetched each time they are shown. */
export const audiences = {
  all: () => queryOptions({ queryKey, queryFn: ({ signal }) => call('GET /api/v1/saved-audiences', {}, { signal }), staleTime: 0 }),
  save: (draft: SavedAudienceDraft) => call('POST /api/v1/saved-audiences', { body: draft }),
  /** Applies to the revision that is shown. */
  change: ({ _id, revision }: At, part: Partial<SavedAudienceDraft>) =>
    call('PATCH /api/v1/saved-audiences/:audienceId', { params: { audienceId: _id }, body: part }, { ifMatch: `"${revision}"` }),
  remove: ({ _id, revision }: At) =>
    call('DELETE /api/v1/saved-audiences/:audienceId', { params: { audienceId: _id } }, { ifMatch: `"${revision}"` }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey }),
};
