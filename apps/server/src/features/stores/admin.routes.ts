import { Problem } from '@endcap/contract/core';
import { storeRoutes } from '@endcap/contract/stores';
import type { AdminHandle } from '../session/index.ts';
import type { Database } from '../../tables.ts';
import { listStores, listSubscriptions, storeSubscription } from './store.repository.ts';

export const addStoreRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(storeRoutes.list, ({ query }) => listStores(db, query));

  handle(storeRoutes.subscriptions, () => listSubscriptions(db));

  handle(storeRoutes.subscription, async ({ params, actor }) => {
    if (!actor.isAdmin && actor.storeId !== params.storeId) throw new Problem('store_not_yours', 'Only your own store');
    const row = await storeSubscription(db, params.storeId);
    if (!row) throw new Problem('not_found');
    return row;
  });
};
