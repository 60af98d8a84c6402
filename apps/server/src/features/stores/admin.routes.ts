import { Problem, toPage } from '@endcap/contract/core';
import { storeRoutes } from '@endcap/contract/stores';
import type { AdminHandle } from '../../callers.ts';
import { rememberedTotals } from '../../platform/remembered-totals.ts';
import type { Database } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { editRoutes } from '../entities/index.ts';
import { storeKind } from './store.kind.ts';
import { countListed, listStores, listSubscriptions, storeSubscription } from './store.repository.ts';

type Deps = { db: Database; now: () => Date };

export const addStoreRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db } = deps;
  const edit = editRoutes(deps, storeKind);

  const totalOf = rememberedTotals();
  handle(storeRoutes.list, async ({ query }) => {
    const key = JSON.stringify([query.name, query.address]);
    const counted = async () => ({ total: await countListed(db, query), until: null });
    const total = await totalOf({ key, version: await latestChange(db), at: 0 }, counted);
    return toPage(await listStores(db, query, total), total, query);
  });

  edit.bind(handle, storeRoutes, 'storeId');

  handle(storeRoutes.subscriptions, () => listSubscriptions(db));

  handle(storeRoutes.subscription, async ({ params, actor }) => {
    if (!actor.isAdmin && actor.storeId !== params.storeId) throw new Problem('store_not_yours', 'Only your own store');
    const row = await storeSubscription(db, params.storeId);
    if (!row) throw new Problem('not_found');
    return row;
  });
};
