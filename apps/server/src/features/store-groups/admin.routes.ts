import { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import { storeGroupKind } from './store-group.kind.ts';
import { listStoreGroups } from './store-group.repository.ts';

type Deps = { db: Database; now: () => Date };

export const addStoreGroupRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db } = deps;
  const edit = editRoutes(deps, storeGroupKind);

  handle(storeGroupRoutes.list, ({ query }) => listStoreGroups(db, query));

  edit.bind(handle, storeGroupRoutes, 'storeGroupId');
};
