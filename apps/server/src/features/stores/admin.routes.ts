import { Problem } from '@endcap/contract/core';
import { storeRoutes } from '@endcap/contract/stores';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import type { Database } from '../../tables.ts';
import { entityWriter } from '../entities/index.ts';
import type { AdminHandle } from '../session/index.ts';
import { storeKind } from './store.kind.ts';
import { findStore, listStores, listSubscriptions, storeSubscription } from './store.repository.ts';
import { storeUsage } from './store-usage.repository.ts';

type Deps = { db: Database; now: () => Date };

export const addStoreRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db } = deps;
  const writer = entityWriter(deps, storeKind);

  handle(storeRoutes.list, ({ query }) => listStores(db, query));

  handle(storeRoutes.details, async ({ params, reply }) => {
    const store = await findStore(db, params.storeId);
    if (!store) throw new Problem('not_found');
    return tagged(reply, store);
  });
  handle(storeRoutes.create, async ({ body, actor, reply }) => tagged(reply, await writer.create(body, { actorId: actor.id })));
  handle(storeRoutes.change, async ({ params, body, actor, request, reply }) =>
    tagged(reply, await writer.change(body, { id: params.storeId, actorId: actor.id, ifMatch: ifMatchOf(request) })),
  );
  handle(storeRoutes.remove, async ({ params, actor, request }) => {
    await writer.remove({ id: params.storeId, actorId: actor.id, ifMatch: ifMatchOf(request) });
    return undefined;
  });
  handle(storeRoutes.usage, ({ params }) => storeUsage(db, params.storeId));

  handle(storeRoutes.subscriptions, () => listSubscriptions(db));

  handle(storeRoutes.subscription, async ({ params, actor }) => {
    if (!actor.isAdmin && actor.storeId !== params.storeId) throw new Problem('store_not_yours', 'Only your own store');
    const row = await storeSubscription(db, params.storeId);
    if (!row) throw new Problem('not_found');
    return row;
  });
};
