import { type SavedAudience, savedAudienceRoutes, type SavedAudienceDraft } from '@endcap/contract/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

const { list, create, change, remove } = savedAudienceRoutes;
const queryKey = ['saved-audiences'];
type At = Pick<SavedAudience, '_id' | 'revision'>;

/** Audiences under a name, and those used last; read each time they are looked at. */
export const audiences = {
  all: () => queryOptions({ queryKey, queryFn: ({ signal }) => call(list, {}, { signal }), staleTime: 0 }),
  save: (draft: SavedAudienceDraft) => call(create, { body: draft }),
  /** Against the revision that is shown. */
  change: ({ _id, revision }: At, part: Partial<SavedAudienceDraft>) =>
    call(change, { params: { audienceId: _id }, body: part }, { ifMatch: `"${revision}"` }),
  remove: ({ _id, revision }: At) => call(remove, { params: { audienceId: _id } }, { ifMatch: `"${revision}"` }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey }),
};
