import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, Problem } from '@endcap/contract/core';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { FastifyRequest } from 'fastify';
import type { AdminHandle } from '../../callers.ts';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import { createLimit, refuseUntil } from '../../platform/http/rate-limit.ts';
import { storeScope } from '../session/index.ts';
import { changePlan, moveStart, startNow } from './change-plan.ts';
import { withdrawCorrection } from './correct-notification.ts';
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

const MINUTE_MS = 60_000;
/** `testsAMinute`: how many tests a person may send, since each of them goes to every test phone. */
export type SendingDeps = SendDeps & { testsAMinute: number };

/** Routes that send or plan a notification, change a plan or start it, and pause, resume or cancel a send. */
export const addSendingRoutes = (handle: AdminHandle, deps: SendingDeps, details: Details): void => {
  const { db, now, testsAMinute } = deps;
  const { afresh } = details;
  const send = sendNotification(deps);
  const tests = createLimit({ max: testsAMinute, windowMs: MINUTE_MS, now });
  handle(notificationRoutes.send, async ({ actor, request, reply, body: { confirmation, ...draft } }) => {
    const storeId = await storeScope(db, actor, request);
    const { id: actorId, isAdmin } = actor;
    let isCounted = false;
    const beforeTest = (): void => {
      // Once a request: a transaction that lost against another runs again.
      if (!isCounted) refuseUntil(tests.take(actorId), reply);
      isCounted = true;
    };
    const id = await send({ draft, confirmation, storeId, actorId, isAdmin, idempotencyKey: idempotencyKeyOf(request), beforeTest });
    return tagged(reply, await afresh(id));
  });

  const steer = steerSending(deps);
  const withdraw = withdrawCorrection(deps);
  for (const step of ['pause', 'resume', 'cancel'] as const)
    handle(notificationRoutes[step], async ({ actor, request, reply, params: { notificationId: id }, query: { of } }) => {
      const steered = { id, scope: await changeable(db, actor, request, id), actorId: actor.id, isAdmin: actor.isAdmin };
      if (of !== 'correction') await steer({ ...steered, step, of });
      else if (step === 'cancel') await withdraw(steered);
      else throw new Problem('conflict', 'A correction that waits for approval can only be withdrawn');
      return tagged(reply, await afresh(id));
    });
  handle(notificationRoutes.continue, async ({ actor, request, reply, params }) => {
    const scope = await changeable(db, actor, request, params.notificationId);
    await steer({ id: params.notificationId, scope, step: 'continue', of: 'send', actorId: actor.id, isAdmin: actor.isAdmin });
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
  const move = moveStart(deps);
  handle(notificationRoutes.movePlan, async ({ actor, request, reply, params: { notificationId: id }, body: { startsAt } }) => {
    const scope = await changeable(db, actor, request, id);
    const { id: actorId, isAdmin } = actor;
    await orCurrent(details, id, move({ id, scope, startsAt, actorId, isAdmin, ifMatch: ifMatchOf(request) }));
    return tagged(reply, await afresh(id));
  });
  const start = startNow(deps);
  handle(notificationRoutes.start, async ({ actor, request, reply, params: { notificationId: id } }) => {
    await start({ id, scope: await changeable(db, actor, request, id), actorId: actor.id, isAdmin: actor.isAdmin });
    return tagged(reply, await afresh(id));
  });
};
