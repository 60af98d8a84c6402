import { z } from 'zod';
import { code, Id, requiredLine, route, SearchText } from '../core/index.ts';
import { contentFilters } from './content-filters.ts';
import { contentSorts } from './content-sort.ts';

/** Characters of a view's name. */
export const VIEW_NAME_MAX_LENGTH = 60;
/** Views that one person may save. */
export const VIEWS_MOST = 30;

/** Filters and sort order of the content list; each is optional. */
const filters = {
  ...contentFilters,
  sortField: z.enum(contentSorts, code('unknown')).optional(),
  // Without the default of a search term, since this field is optional.
  name: SearchText.unwrap()
    .transform((text) => text || undefined)
    .optional(),
};
export const ContentFilters = z.strictObject(filters);
export type ContentFilters = z.output<typeof ContentFilters>;

/** Filters of a saved view. Values that no longer exist fall back to the default, as in the page's address. */
export const KeptContentFilters = z.object({
  contentType: filters.contentType.catch(undefined),
  published: filters.published.catch(undefined),
  ends: filters.ends.catch(undefined),
  sortField: filters.sortField.catch(undefined),
  name: z.string().optional().catch(undefined),
});

export const ContentView = z.object({ _id: Id, name: z.string(), filters: KeptContentFilters });
export type ContentView = z.infer<typeof ContentView>;

const name = requiredLine(VIEW_NAME_MAX_LENGTH);
const base = '/api/v1/content-views';
const params = z.object({ viewId: Id });

/** Saved views of the content list, for each person (EDIT-07). */
export const contentViewRoutes = {
  list: route({
    method: 'GET',
    path: base,
    summary: 'The filters that you used last, and those that you saved under a name',
    access: 'admin',
    reply: z.object({ last: KeptContentFilters.nullable(), views: z.array(ContentView) }),
  }),
  remember: route({
    method: 'PUT',
    path: `${base}/last`,
    summary: 'Remember the filters that are in use',
    access: 'admin',
    rights: 'remembered',
    body: ContentFilters,
    reply: null,
    status: 204,
  }),
  save: route({
    method: 'POST',
    path: base,
    summary: 'Save filters under a name; what was saved under it before is replaced',
    access: 'admin',
    rights: 'remembered',
    body: z.object({ name, filters: ContentFilters }),
    reply: ContentView,
    status: 201,
  }),
  rename: route({
    method: 'PATCH',
    path: `${base}/:viewId`,
    summary: 'Give saved filters another name',
    access: 'admin',
    rights: 'remembered',
    params,
    body: z.object({ name }),
    reply: ContentView,
    refuses: ['conflict'],
  }),
  remove: route({
    method: 'DELETE',
    path: `${base}/:viewId`,
    summary: 'Forget saved filters',
    access: 'admin',
    rights: 'remembered',
    params,
    reply: null,
    status: 204,
  }),
};
