import { notificationRoutes, quietHoursOf } from '@endcap/contract/notifications';
import type { AdminHandle } from '../../callers.ts';
import { tagged } from '../../platform/http/entity-tag.ts';
import { findStoreScope } from '../session/index.ts';
import { readSettings } from '../settings/index.ts';
import { approveSend, declineSend } from './decide-approval.ts';
import { orCurrent } from './or-current.ts';
import type { Details } from './read-details.ts';
import type { SendDeps } from './send-notification.ts';
import { countWaiting } from './waiting.repository.ts';

/** Routes that count the sends that wait for people, and approve or decline them (CARE-04). */
export const addApprovalRoutes = (handle: AdminHandle, deps: SendDeps, details: Details): void => {
  const { db } = deps;
  handle(notificationRoutes.waiting, async ({ actor, request }) => {
    const scope = await findStoreScope(db, actor, request);
    if (scope === undefined) return { overdue: 0, unapproved: 0, approvals: false };
    const { sending } = await readSettings(db);
    const filter = { scope, approver: actor.isAdmin ? actor.id : null, hours: quietHoursOf(sending) };
    const { toApprove, ...waiting } = await countWaiting(db, filter);
    return { ...waiting, approvals: toApprove > 0 || sending.approval };
  });

  const approve = approveSend(deps);
  handle(notificationRoutes.approve, async ({ actor, reply, params: { notificationId: id }, body: { revision } }) => {
    await orCurrent(details, id, approve({ id, revision, actorId: actor.id }));
    return tagged(reply, await details.afresh(id));
  });
  const decline = declineSend(deps);
  handle(notificationRoutes.decline, async ({ actor, reply, params: { notificationId: id }, body: { revision, word } }) => {
    await orCurrent(details, id, decline({ id, revision, word, actorId: actor.id }));
    return tagged(reply, await details.afresh(id));
  });
};
