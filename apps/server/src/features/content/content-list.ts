import { type ContentRow, contentRoutes } from '@endcap/contract/content';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { type ContentListQuery, contentIds, contentRows, countContent, nextEdge, weekEnd } from './content.repository.ts';

type Deps = { db: Database; latestChange: LatestChange };

/** The list of content: counted and found once for each combination of filters until something is saved, or an item's publication begins or ends. */
export const contentList = ({ db, latestChange }: Deps): ListKind<ContentListQuery, ContentRow> => ({
  initialQuery: contentRoutes.list.query.parse({}),
  reply: contentRoutes.list.reply,
  version: latestChange,
  isSearch: ({ name }) => name !== '',
  until: async ({ published, ends }, at) => {
    if (published === undefined && !ends) return null;
    const edge = await nextEdge(db, at);
    return ends ? Math.min(edge ?? Number.POSITIVE_INFINITY, weekEnd(at).getTime()) : edge;
  },
  count: (query, at) => countContent(db, query, at),
  ids: (query, window, at) => contentIds(db, query, window, at),
  rows: (_, ids) => contentRows(db, ids),
  versionCoversRows: () => true,
});
