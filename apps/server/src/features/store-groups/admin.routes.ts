import { Problem } from '@endcap/contract/core';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import type { Database } from '../../tables.ts';
import { entityWriter } from '../entities/index.ts';
import type { AdminHandle } from '../session/index.ts';
import { storeGroupKind } from './store-group.kind.ts';
import { findStoreGroup, listStoreGroups, storeGroupUsage } from './store-group.repository.ts';

type Deps = { db: Database; now: () => Date };

export const addStoreGroupRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db } = deps;
  const writer = entityWriter(deps, storeGroupKind);

  handle(storeGroupRoutes.list, ({ query }) => listStoreGroups(db, query));

  handle(storeGroupRoutes.details, async ({ params, reply }) => {
    const group = await findStoreGroup(db, params.storeGroupId);
    if (!group) throw new Problem('not_found');
    return tagged(reply, group);
  });
  handle(storeGroupRoutes.create, async ({ body, actor, reply }) => tagged(reply, await writer.create(body, { actorId: actor.id })));
  handle(storeGroupRoutes.change, async ({ params, body, actor, request, reply }) =>
    tagged(reply, await writer.change(body, { id: params.storeGroupId, actorId: actor.id, ifMatch: ifMatchOf(request) })),
  );
  handle(storeGroupRoutes.remove, async ({ params, actor, request }) => {
    await writer.remove({ id: params.storeGroupId, actorId: actor.id, ifMatch: ifMatchOf(request) });
    return undefined;
  });
  handle(storeGroupRoutes.usage, ({ params }) => storeGroupUsage(db, params.storeGroupId));
};
