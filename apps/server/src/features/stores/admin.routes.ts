import { Problem } from '@endcap/contract/core';
import { storeRoutes } from '@endcap/contract/stores';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import type { AdminHandle } from '../session/index.ts';
import { storeKind } from './store.kind.ts';
import { listStores, listSubscriptions, storeSubscription } from './store.repository.ts';

type Deps = { db: Database; now: () => Date };

export const addStoreRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db } = deps;
  const edit = editRoutes(deps, storeKind);

  handle(storeRoutes.list, ({ query }) => listStores(db, query));

  handle(storeRoutes.details, (call) => edit.details(call.params.storeId, call));
  handle(storeRoutes.create, (call) => edit.create(call));
  handle(storeRoutes.change, (call) => edit.change(call.params.storeId, call));
  handle(storeRoutes.remove, (call) => edit.remove(call.params.storeId, call));

  handle(storeRoutes.subscriptions, () => listSubscriptions(db));

  handle(storeRoutes.subscription, async ({ params, actor }) => {
    if (!actor.isAdmin && actor.storeId !== params.storeId) throw new Problem('store_not_yours', 'Only your own store');
    const row = await storeSubscription(db, params.storeId);
    if (!row) throw new Problem('not_found');
    return row;
  });
};
