import { emptyAudienceRule } from '@endcap/contract/audience';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, Problem, toPage } from '@endcap/contract/core';
import { notificationRoutes } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { FastifyRequest } from 'fastify';
import type { AdminHandle } from '../../callers.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import { lookUpTogether } from '../../platform/look-up-together.ts';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import { countDevices, countStores, freezeAudience, readDeliveryReport } from '../delivery/index.ts';
import { findStoreScope, storeScope } from '../session/index.ts';
import { checkLink } from './check-link.ts';
import { extendNotification } from './extend-notification.ts';
import { sentByAttempt } from './idempotency.repository.ts';
import { notificationList } from './notification-list.ts';
import { findNotification, standingsOf } from './notification.repository.ts';
import { presentNotification } from './present-notification.ts';
import { isQuotaFree } from './quota.repository.ts';
import { rememberBriefly } from './remember-briefly.ts';
import { type SendDeps, sendNotification } from './send-notification.ts';
import { steerSending } from './steer-sending.ts';

const COUNTS_MAX_AGE_MS = 1_000;
/** Counting a million phones takes as long as the estimate itself, and a tenth of them does not change by the second. */
const TOTAL_MAX_AGE_MS = 10_000;

const idempotencyKeyOf = (request: FastifyRequest): string | null => {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw new Problem('bad_request', 'Idempotency-Key must be 8 to 200 printable characters');
  return key;
};

export const addNotificationRoutes = (handle: AdminHandle, deps: SendDeps & { lists: Lists }): void => {
  const { db, now } = deps;
  const send = sendNotification(deps);
  const extend = extendNotification(deps);
  const steer = steerSending(deps);
  const presented = rememberBriefly(COUNTS_MAX_AGE_MS, async (id) => {
    const stored = await findNotification(db, id);
    if (!stored) throw new Problem('not_found');
    return presentNotification(db, stored, await readDeliveryReport(db, id), deps.appScheme);
  });
  const everyDevice = rememberBriefly(TOTAL_MAX_AGE_MS, () => countDevices(db, { of: 'everyone' }));
  const standing = lookUpTogether((ids) => standingsOf(db, ids));

  const afresh = (id: string) => {
    presented.forget(id);
    return presented.read(id);
  };
  // Counts may be a second old, what somebody saved may not, whichever process saved it.
  const details = async (scope: string | null, id: string) => {
    const current = await standing(id);
    if (!current || (scope !== null && scope !== current.storeId)) throw new Problem('not_found');
    for (;;) {
      const shared = presented.read(id);
      const known = await shared;
      if (known.revision >= current.revision) return known;
      presented.forget(id, shared);
    }
  };
  // An administrator may open any notification, whatever store is selected; staff only their store's.
  const readable = (actor: { isAdmin: boolean }, scope: string | null): string | null => (actor.isAdmin ? null : scope);

  const list = deps.lists(notificationList(db));
  handle(notificationRoutes.list, async ({ actor, request, query }) => {
    const scope = await findStoreScope(db, actor, request);
    return scope === undefined ? toPage([], 0, query) : list({ ...query, scope }, actor.id);
  });

  handle(notificationRoutes.canSend, async ({ actor, request }) => {
    const scope = await findStoreScope(db, actor, request);
    if (scope === undefined) return { canSend: false, reason: 'noStore' as const };
    const free = await isQuotaFree(db, scope, warsawDay(now()));
    return { canSend: free, reason: free ? null : ('quota' as const) };
  });

  handle(notificationRoutes.estimate, async ({ actor, request, body }) => {
    const storeId = await storeScope(db, actor, request);
    const audience = await freezeAudience(db, { rule: storeId === null ? body : emptyAudienceRule, storeId, isTest: body.isTest });
    const devices = await countDevices(db, audience);
    const everyone = audience.of === 'everyone';
    const total = storeId !== null ? null : everyone ? devices : await everyDevice.read('');
    return { devices, stores: await countStores(db, audience), everyone, total };
  });

  handle(notificationRoutes.checkLink, async ({ actor, request, body }) => {
    const storeId = await storeScope(db, actor, request);
    return { link: await checkLink(db, body, { storeId, appScheme: deps.appScheme, at: now() }) };
  });

  handle(notificationRoutes.attempt, async ({ actor, params }) => {
    const sent = await sentByAttempt(db, { actor: actor.id, key: params.idempotencyKey });
    if (!sent) throw new Problem('not_found');
    return { ...sent, createdAt: sent.createdAt.toISOString() };
  });

  handle(notificationRoutes.details, async ({ actor, request, reply, params }) =>
    tagged(reply, await details(readable(actor, await storeScope(db, actor, request)), params.notificationId)),
  );

  handle(notificationRoutes.send, async ({ actor, request, reply, body }) => {
    const storeId = await storeScope(db, actor, request);
    const id = await send({ draft: body, storeId, actorId: actor.id, idempotencyKey: idempotencyKeyOf(request) });
    return tagged(reply, await afresh(id));
  });

  for (const step of ['pause', 'resume', 'continue', 'cancel'] as const)
    handle(notificationRoutes[step], async ({ actor, request, reply, params }) => {
      const scope = readable(actor, await storeScope(db, actor, request));
      await steer({ id: params.notificationId, scope, step, actorId: actor.id });
      return tagged(reply, await afresh(params.notificationId));
    });

  handle(notificationRoutes.extend, async ({ actor, request, reply, params, body }) => {
    const scope = readable(actor, await storeScope(db, actor, request));
    const extension = { id: params.notificationId, scope, validUntil: body.validUntil, actorId: actor.id, ifMatch: ifMatchOf(request) };
    await extend(extension).catch(async (error: unknown) => {
      if (error instanceof Problem && error.code === 'precondition_failed')
        error.details = { current: await afresh(params.notificationId) };
      throw error;
    });
    return tagged(reply, await afresh(params.notificationId));
  });
};
