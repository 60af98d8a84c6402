import { readDeepLink } from '@endcap/contract/deep-links';
import { hasOutgrown } from '@endcap/contract/settings';
import type { Db } from '../../tables.ts';
import { type FrozenAudience, freezeAudience, type Plans } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { findRights } from '../session/index.ts';
import { askApproval, findApprovalRequest } from './approval.repository.ts';
import { needsApproval } from './needs-approval.ts';
import { findStarting, isContentGone, outdateRevision, type Starting } from './planned.repository.ts';
import { weeklyLimit } from './send-notification.ts';
import { findRejection, keepsQuota } from './send-rules.ts';

/** Requests approval where this audience needs it and none of its size was approved (CARE-04). Returns whether it was requested. */
const requestApprovalIfNeeded = async (
  db: Db,
  { id, createdBy, updatedBy, plannedBy }: Starting,
  audience: FrozenAudience,
  startsAt: Date,
): Promise<boolean> => {
  const starter = { person: plannedBy, at: startsAt, id };
  const needed = await needsApproval(db, { isTest: false, safety: false, audience, starter });
  if (!needed) return false;
  const earlier = await findApprovalRequest(db, id);
  const approvedDevices = earlier?.decision === 'approved' ? earlier.devices : null;
  if (approvedDevices !== null && !hasOutgrown(approvedDevices, needed.devices)) return false;
  const atStart = { approvedDevices };
  await askApproval(db, { id, author: createdBy, askedBy: updatedBy, atOnce: earlier?.atOnce ?? false, atStart, ...needed });
  // A decision names the revision that was read: one that was pressed for the former audience is refused.
  await outdateRevision(db, id);
  await appendHistory(
    db,
    { actor: updatedBy, entity: 'notification', entityId: id, action: 'ask' },
    approvedDevices === null ? {} : { approval: 'approved' },
    { approval: 'waiting' },
  );
  return true;
};

/** Checks plans that are due (PLAN-04, E-02), and records their start under the person who planned, moved or started them last. */
export const plansOf = (appScheme: string): Plans => ({
  impossible: async (db, id) => {
    const { isOver, isStoreGone, url } = await findStarting(db, id);
    if (isOver) return 'validityOver';
    if (isStoreGone) return 'storeGone';
    const link = url === null ? null : readDeepLink(appScheme, url);
    return link && (await isContentGone(db, link.contentId)) ? 'contentGone' : null;
  },
  check: async (db, id, audibleAt) => {
    const starting = await findStarting(db, id);
    const { storeId, createdAt, plannedBy, rule } = starting;
    const by = await findRights(db, plannedBy);
    const rejection = await findRejection(db, { id, storeId, at: audibleAt, quotaDay: keepsQuota(createdAt), by });
    if (rejection) return { waits: rejection.guard.name, blockedMessage: rejection.guard.blockedMessage };
    const audience = await freezeAudience(db, { rule, storeId, isTest: false });
    if (await requestApprovalIfNeeded(db, starting, audience, audibleAt))
      return { waits: 'approval', blockedMessage: 'a planned notification has to be approved before it starts' };
    return { audience, weeklyLimit: await weeklyLimit(db), startedBy: plannedBy };
  },
  started: async (db, id) => {
    const { plannedBy: actor } = await findStarting(db, id);
    await appendHistory(db, { actor, entity: 'notification', entityId: id, action: 'send' }, {}, { sending: 'started' });
  },
});
