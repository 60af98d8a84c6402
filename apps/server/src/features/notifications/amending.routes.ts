import { notificationRoutes } from '@endcap/contract/notifications';
import type { AdminHandle } from '../../callers.ts';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import { correctNotification } from './correct-notification.ts';
import { extendNotification } from './extend-notification.ts';
import { changeable } from './notification-scope.ts';
import { orCurrent } from './or-current.ts';
import type { Details } from './read-details.ts';
import type { SendDeps } from './send-notification.ts';
import { takeBack } from './take-back.ts';

/** Routes that change a sent message: extend its validity, correct it, recall it. */
export const addAmendingRoutes = (handle: AdminHandle, deps: SendDeps, details: Details): void => {
  const { db } = deps;
  const { afresh } = details;
  const extend = extendNotification(deps);
  handle(notificationRoutes.extend, async ({ actor, request, reply, params, body }) => {
    const scope = await changeable(db, actor, request, params.notificationId);
    const extension = { id: params.notificationId, scope, validUntil: body.validUntil, actorId: actor.id, ifMatch: ifMatchOf(request) };
    await orCurrent(details, params.notificationId, extend(extension));
    return tagged(reply, await afresh(params.notificationId));
  });

  const correct = correctNotification(deps);
  handle(notificationRoutes.correct, async ({ actor, request, reply, params, body }) => {
    const scope = await changeable(db, actor, request, params.notificationId);
    const correction = { id: params.notificationId, scope, message: body, actorId: actor.id, ifMatch: ifMatchOf(request) };
    await orCurrent(details, params.notificationId, correct(correction));
    return tagged(reply, await afresh(params.notificationId));
  });

  const recall = takeBack(deps);
  handle(notificationRoutes.takeBack, async ({ actor, request, reply, params }) => {
    const scope = await changeable(db, actor, request, params.notificationId);
    await recall({ id: params.notificationId, scope, actorId: actor.id });
    return tagged(reply, await afresh(params.notificationId));
  });
};
