import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, Problem, toPage } from '@endcap/contract/core';
import { attentionRoutes, notificationRoutes, repeatedRoutes } from '@endcap/contract/notifications';
import type { FastifyRequest } from 'fastify';
import type { AdminHandle } from '../../callers.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import { findStoreScope, storeScope } from '../session/index.ts';
import { readDeliveries } from '../delivery/index.ts';
import { createCanSend } from './can-send.ts';
import { changePlan, startNow } from './change-plan.ts';
import { addApprovalRoutes } from './approval.routes.ts';
import { correctNotification } from './correct-notification.ts';
import { createEstimate } from './estimate-audience.ts';
import { extendNotification } from './extend-notification.ts';
import { findRepeated } from './find-repeated.ts';
import { createForecast } from './forecast-audience.ts';
import { orCurrent } from './or-current.ts';
import { sentByAttempt } from './idempotency.repository.ts';
import { notificationList } from './notification-list.ts';
import { idsInScope } from './notification.repository.ts';
import { createDetails, type Details } from './read-details.ts';
import { createOpens } from './read-opens.ts';
import { refuseStaff } from './refuse-safety.ts';
import { addSavedAudienceRoutes } from './saved-audiences/saved-audience.routes.ts';
import { type SendDeps, sendNotification } from './send-notification.ts';
import { steerSending } from './steer-sending.ts';
import { takeBack } from './take-back.ts';

const idempotencyKeyOf = (request: FastifyRequest): string | null => {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw new Problem('bad_request', 'Idempotency-Key must be 8 to 200 printable characters');
  return key;
};

type Deps = SendDeps & { lists: Lists };
type Actor = { isAdmin: boolean };
// An administrator may open any notification, whatever store is selected; staff only their store's.
const readable = (actor: Actor, scope: string | null): string | null => (actor.isAdmin ? null : scope);

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
  handle(notificationRoutes.estimate, async ({ actor, request, body }) => estimate(body, await storeScope(db, actor, request)));

  const forecast = createForecast({ db, now });
  handle(attentionRoutes.forecast, async ({ actor, request, body }) => forecast(body, await storeScope(db, actor, request)));

  const repeated = findRepeated({ db, now });
  handle(repeatedRoutes.repeated, async ({ actor, request, body }) => {
    const storeId = await storeScope(db, actor, request);
    return repeated(body, storeId, (ofStore) => actor.isAdmin || ofStore === storeId);
  });

  handle(notificationRoutes.attempt, async ({ actor, params }) => {
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

const addSendingRoutes = (handle: AdminHandle, deps: SendDeps, details: Details): void => {
  const { db } = deps;
  const { afresh } = details;
  const changeable = async (
    actor: Actor & Parameters<typeof storeScope>[1],
    request: FastifyRequest,
    id: string,
  ): Promise<string | null> => {
    const scope = readable(actor, await storeScope(db, actor, request));
    await refuseStaff(db, actor, { id, scope });
    return scope;
  };
  const send = sendNotification(deps);
  handle(notificationRoutes.send, async ({ actor, request, reply, body: { confirmation, ...draft } }) => {
    const storeId = await storeScope(db, actor, request);
    const { id: actorId, isAdmin } = actor;
    const id = await send({ draft, confirmation, storeId, actorId, isAdmin, idempotencyKey: idempotencyKeyOf(request) });
    return tagged(reply, await afresh(id));
  });

  const steer = steerSending(deps);
  for (const step of ['pause', 'resume', 'cancel'] as const)
    handle(notificationRoutes[step], async ({ actor, request, reply, params, query: { of } }) => {
      const scope = await changeable(actor, request, params.notificationId);
      await steer({ id: params.notificationId, scope, step, of, actorId: actor.id });
      return tagged(reply, await afresh(params.notificationId));
    });
  handle(notificationRoutes.continue, async ({ actor, request, reply, params }) => {
    const scope = await changeable(actor, request, params.notificationId);
    await steer({ id: params.notificationId, scope, step: 'continue', of: 'send', actorId: actor.id });
    return tagged(reply, await afresh(params.notificationId));
  });

  const change = changePlan(deps);
  handle(notificationRoutes.changePlan, async ({ actor, request, reply, params: { notificationId: id }, body }) => {
    const scope = await changeable(actor, request, id);
    await orCurrent(
      details,
      id,
      change({ id, scope, draft: body, actorId: actor.id, isAdmin: actor.isAdmin, ifMatch: ifMatchOf(request) }),
    );
    return tagged(reply, await afresh(id));
  });
  const start = startNow(deps);
  handle(notificationRoutes.start, async ({ actor, request, reply, params: { notificationId: id } }) => {
    await start({ id, scope: await changeable(actor, request, id), actorId: actor.id, isAdmin: actor.isAdmin });
    return tagged(reply, await afresh(id));
  });

  const extend = extendNotification(deps);
  handle(notificationRoutes.extend, async ({ actor, request, reply, params, body }) => {
    const scope = await changeable(actor, request, params.notificationId);
    const extension = { id: params.notificationId, scope, validUntil: body.validUntil, actorId: actor.id, ifMatch: ifMatchOf(request) };
    await orCurrent(details, params.notificationId, extend(extension));
    return tagged(reply, await afresh(params.notificationId));
  });

  const correct = correctNotification(deps);
  handle(notificationRoutes.correct, async ({ actor, request, reply, params, body }) => {
    const scope = await changeable(actor, request, params.notificationId);
    const correction = { id: params.notificationId, scope, message: body, actorId: actor.id, ifMatch: ifMatchOf(request) };
    await orCurrent(details, params.notificationId, correct(correction));
    return tagged(reply, await afresh(params.notificationId));
  });

  const recall = takeBack(deps);
  handle(notificationRoutes.takeBack, async ({ actor, request, reply, params }) => {
    const scope = await changeable(actor, request, params.notificationId);
    await recall({ id: params.notificationId, scope, actorId: actor.id });
    return tagged(reply, await afresh(params.notificationId));
  });
};

export const addNotificationRoutes = (handle: AdminHandle, deps: Deps): void => {
  const details = createDetails(deps);
  addReadingRoutes(handle, deps, details);
  addSendingRoutes(handle, deps, details);
  addApprovalRoutes(handle, deps, details);
  addSavedAudienceRoutes(handle, deps);
};
