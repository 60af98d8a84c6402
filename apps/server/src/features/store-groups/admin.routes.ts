import { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import type { AdminHandle } from '../session/index.ts';
import { storeGroupKind } from './store-group.kind.ts';
import { listStoreGroups } from './store-group.repository.ts';

type Deps = { db: Database; now: () => Date };

export const addStoreGroupRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db } = deps;
  const edit = editRoutes(deps, storeGroupKind);

  handle(storeGroupRoutes.list, ({ query }) => listStoreGroups(db, query));

  handle(storeGroupRoutes.details, (call) => edit.details(call.params.storeGroupId, call));
  handle(storeGroupRoutes.create, (call) => edit.create(call));
  handle(storeGroupRoutes.change, (call) => edit.change(call.params.storeGroupId, call));
  handle(storeGroupRoutes.remove, (call) => edit.remove(call.params.storeGroupId, call));
};
