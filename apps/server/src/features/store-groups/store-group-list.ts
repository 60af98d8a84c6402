import { type StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import type { z } from 'zod';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { countStoreGroups, storeGroupIds, storeGroupRows } from './store-group.repository.ts';

type Deps = { db: Database; latestChange: LatestChange };

export const storeGroupList = ({ db, latestChange }: Deps): ListKind<z.output<typeof storeGroupRoutes.list.query>, StoreGroupRow> => ({
  initialQuery: storeGroupRoutes.list.query.parse({}),
  reply: storeGroupRoutes.list.reply,
  version: latestChange,
  isSearch: () => false,
  count: () => countStoreGroups(db),
  ids: (_, window) => storeGroupIds(db, window),
  rows: (query, ids) => storeGroupRows(db, ids, query),
  versionCoversRows: () => true,
});
