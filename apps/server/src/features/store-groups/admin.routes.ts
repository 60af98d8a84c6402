import { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { AdminHandle } from '../../callers.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { editRoutes } from '../entities/index.ts';
import { storeGroupKind } from './store-group.kind.ts';
import { storeGroupList } from './store-group-list.ts';

type Deps = { db: Database; now: () => Date; lists: Lists; latestChange: LatestChange };

export const addStoreGroupRoutes = (handle: AdminHandle, deps: Deps): void => {
  const edit = editRoutes(deps, storeGroupKind);

  const list = deps.lists(storeGroupList(deps));
  handle(storeGroupRoutes.list, ({ query, actor }) => list(query, actor.id));

  edit.bind(handle, storeGroupRoutes, 'storeGroupId');
};
