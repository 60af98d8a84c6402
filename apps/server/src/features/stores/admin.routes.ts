import { Problem } from '@endcap/contract/core';
import { storeRoutes } from '@endcap/contract/stores';
import type { AdminHandle } from '../../callers.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { editRoutes } from '../entities/index.ts';
import { earlierSubscriptions } from './note-subscription-days.ts';
import { storeKind } from './store.kind.ts';
import { storeList } from './store-list.ts';
import { listSubscriptions, storeSubscription } from './store.repository.ts';

type Deps = { db: Database; now: () => Date; lists: Lists; latestChange: LatestChange };

export const addStoreRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db } = deps;
  const edit = editRoutes(deps, storeKind);

  const list = deps.lists(storeList(deps));
  handle(storeRoutes.list, ({ query, actor }) => list(query, actor.id));

  edit.bind(handle, storeRoutes, 'storeId');

  handle(storeRoutes.subscriptions, () => listSubscriptions(db));

  handle(storeRoutes.earlierSubscriptions, () => earlierSubscriptions(deps));

  handle(storeRoutes.subscription, async ({ params, actor }) => {
    if (!actor.isAdmin && actor.storeId !== params.storeId) throw new Problem('store_not_yours', 'Only your own store');
    const row = await storeSubscription(db, params.storeId);
    if (!row) throw new Problem('not_found');
    return row;
  });
};
