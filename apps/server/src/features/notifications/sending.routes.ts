import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, Problem } from '@endcap/contract/core';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { FastifyRequest } from 'fastify';
import type { AdminHandle } from '../../callers.ts';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import { storeScope } from '../session/index.ts';
import { changePlan, startNow } from './change-plan.ts';
import { changeable } from './notification-scope.ts';
import { orCurrent } from './or-current.ts';
import type { Details } from './read-details.ts';
import { type SendDeps, sendNotification } from './send-notification.ts';
import { steerSending } from './steer-sending.ts';

const idempotencyKeyOf = (request: FastifyRequest): string | null => {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw new Problem('bad_request', 'Idempotency-Key must be 8 to 200 printable characters');
  return key;
};

/** What starts a send, now or as it was planned, and what holds it or lets it go on. */
export const addSendingRoutes = (handle: AdminHandle, deps: SendDeps, details: Details): void => {
  const { db } = deps;
  const { afresh } = details;
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
      const scope = await changeable(db, actor, request, params.notificationId);
      await steer({ id: params.notificationId, scope, step, of, actorId: actor.id });
      return tagged(reply, await afresh(params.notificationId));
    });
  handle(notificationRoutes.continue, async ({ actor, request, reply, params }) => {
    const scope = await changeable(db, actor, request, params.notificationId);
    await steer({ id: params.notificationId, scope, step: 'continue', of: 'send', actorId: actor.id });
    return tagged(reply, await afresh(params.notificationId));
  });

  const change = changePlan(deps);
  handle(notificationRoutes.changePlan, async ({ actor, request, reply, params: { notificationId: id }, body }) => {
    const scope = await changeable(db, actor, request, id);
    await orCurrent(
      details,
      id,
      change({ id, scope, draft: body, actorId: actor.id, isAdmin: actor.isAdmin, ifMatch: ifMatchOf(request) }),
    );
    return tagged(reply, await afresh(id));
  });
  const start = startNow(deps);
  handle(notificationRoutes.start, async ({ actor, request, reply, params: { notificationId: id } }) => {
    await start({ id, scope: await changeable(db, actor, request, id), actorId: actor.id, isAdmin: actor.isAdmin });
    return tagged(reply, await afresh(id));
  });
};
