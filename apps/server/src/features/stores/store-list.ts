import { type StoreRow, storeRoutes } from '@endcap/contract/stores';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { countListed, storeIds, type StoreListQuery, storeRows } from './store.repository.ts';

type Deps = { db: Database; latestChange: LatestChange };

/** The list of stores. Subscriptions of phones do not invalidate the list, so rows with counts of devices are never cached. */
export const storeList = ({ db, latestChange }: Deps): ListKind<StoreListQuery, StoreRow> => ({
  initialQuery: storeRoutes.list.query.parse({ counts: 'false', hoursExceptions: 'true' }),
  reply: storeRoutes.list.reply,
  version: latestChange,
  isSearch: ({ name, address }) => name !== '' || address !== '',
  count: (query) => countListed(db, query),
  ids: (query, window) => storeIds(db, query, window),
  rows: (query, ids) => storeRows(db, query, ids),
  versionCoversRows: ({ counts }) => !counts,
});
