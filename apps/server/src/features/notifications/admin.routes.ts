import { Problem, toPage } from '@endcap/contract/core';
import { attentionRoutes, notificationRoutes, repeatedRoutes } from '@endcap/contract/notifications';
import type { AdminHandle } from '../../callers.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import { tagged } from '../../platform/http/entity-tag.ts';
import { findStoreScope, storeScope } from '../session/index.ts';
import { readDeliveries } from '../delivery/index.ts';
import { addAmendingRoutes } from './amending.routes.ts';
import { createCanSend } from './can-send.ts';
import { addApprovalRoutes } from './approval.routes.ts';
import { createEstimate } from './estimate-audience.ts';
import { findRepeated } from './find-repeated.ts';
import { createForecast } from './forecast-audience.ts';
import { sentByAttempt } from './idempotency.repository.ts';
import { notificationList } from './notification-list.ts';
import { readable } from './notification-scope.ts';
import { idsInScope } from './notification.repository.ts';
import { createDetails, type Details, type DetailsDeps } from './read-details.ts';
import { createOpens } from './read-opens.ts';
import { addSavedAudienceRoutes } from './saved-audiences/saved-audience.routes.ts';
import { addSendingRoutes, type SendingDeps } from './sending.routes.ts';

type Deps = SendingDeps & DetailsDeps & { lists: Lists };

const addReadingRoutes = (handle: AdminHandle, { db, now, lists }: Deps, details: Details): void => {
  const list = lists(notificationList(db));
  handle(notificationRoutes.list, async ({ actor, request, query }) => {
    const scope = await findStoreScope(db, actor, request);
    return scope === undefined ? toPage([], 0, query) : list({ ...query, scope }, actor.id);
  });

  handle(notificationRoutes.deliveries, async ({ actor, request, query }) => {
    const scope = await findStoreScope(db, actor, request);
    return scope === undefined ? [] : readDeliveries(db, await idsInScope(db, scope, query.ids));
  });

  const canSend = createCanSend({ db, now });
  handle(notificationRoutes.canSend, async ({ actor, request, query }) => canSend(await findStoreScope(db, actor, request), query, actor));

  const estimate = createEstimate(db);
  handle(notificationRoutes.estimate, async ({ actor, request, body }) =>
    estimate(body, { storeId: await storeScope(db, actor, request), person: actor.id }),
  );

  const forecast = createForecast({ db, now });
  handle(attentionRoutes.forecast, async ({ actor, request, body }) => forecast(body, await storeScope(db, actor, request)));

  const repeated = findRepeated({ db, now });
  handle(repeatedRoutes.repeated, async ({ actor, request, body }) => {
    const storeId = await storeScope(db, actor, request);
    return repeated(body, storeId, (ofStore) => actor.isAdmin || ofStore === storeId);
  });

  handle(notificationRoutes.attempt, async ({ actor, request, params }) => {
    await findStoreScope(db, actor, request);
    const sent = await sentByAttempt(db, { actor: actor.id, key: params.idempotencyKey });
    if (!sent) throw new Problem('not_found');
    return { ...sent, createdAt: sent.createdAt.toISOString() };
  });

  handle(notificationRoutes.details, async ({ actor, request, reply, params }) =>
    tagged(reply, await details.read(readable(actor, await storeScope(db, actor, request)), params.notificationId)),
  );

  const opens = createOpens({ db, now });
  handle(notificationRoutes.opens, async ({ actor, request, params }) => {
    const { _id } = await details.read(readable(actor, await storeScope(db, actor, request)), params.notificationId);
    const counted = await opens.read(_id);
    return actor.isAdmin ? counted : { ...counted, stores: null };
  });
};

export const addNotificationRoutes = (handle: AdminHandle, deps: Deps): void => {
  const details = createDetails(deps);
  addReadingRoutes(handle, deps, details);
  addSendingRoutes(handle, deps, details);
  addAmendingRoutes(handle, deps, details);
  addApprovalRoutes(handle, deps, details);
  addSavedAudienceRoutes(handle, deps);
};
