import { readDeepLink } from '@endcap/contract/deep-links';
import { afterQuiet } from '@endcap/contract/notifications';
import { hasOutgrown } from '@endcap/contract/settings';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { Db } from '../../tables.ts';
import { type FrozenAudience, freezeAudience, type PlanHold, type Plans } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { isHeldOnKeptDay } from '../kept-days/index.ts';
import { findRights } from '../session/index.ts';
import { readQuietHours } from '../settings/index.ts';
import { askApproval, findAsked } from './approval.repository.ts';
import { needsApproval } from './needs-approval.ts';
import { findStarting, isContentGone, outdateRevision, type Starting } from './planned.repository.ts';
import { keepQuota } from './quota.repository.ts';
import { weeklyLimit } from './send-notification.ts';

/** The rule that does not allow a plan to start at `startsAt`; null where all of them do. Settings, days and rights may have changed since it was planned. */
const holdOf = async (db: Db, { id, storeId, createdAt, plannedBy }: Starting, startsAt: Date): Promise<PlanHold | null> => {
  const rights = await findRights(db, plannedBy);
  if (rights && !rights.isAdmin && (storeId === null || rights.storeId !== storeId)) return 'rights';
  if (afterQuiet(startsAt, await readQuietHours(db)) !== null) return 'quietHours';
  // Reserved days hold no administrators (CARE-06).
  const isStaff = rights !== undefined && !rights.isAdmin;
  if (isStaff && storeId !== null && (await isHeldOnKeptDay(db, { storeId, at: startsAt }))) return 'keptDay';
  return (await keepQuota(db, storeId, warsawDay(createdAt), id)) ? null : 'quota';
};

/** Asks another administrator where this audience needs it and nobody has approved one of its size (CARE-04); whether somebody was asked. */
const asksApproval = async (db: Db, { id, createdBy, updatedBy }: Starting, audience: FrozenAudience): Promise<boolean> => {
  const needed = await needsApproval(db, { isTest: false, safety: false }, audience);
  if (!needed) return false;
  const earlier = await findAsked(db, id);
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

/** What becomes of a plan that is due (PLAN-04, E-02), and that it has started, by whom it was planned, moved or started last. */
export const plansOf = (appScheme: string): Plans => ({
  impossible: async (db, id) => {
    const { isOver, isStoreGone, url } = await findStarting(db, id);
    if (isOver) return 'validityOver';
    if (isStoreGone) return 'storeGone';
    const link = url === null ? null : readDeepLink(appScheme, url);
    return link && (await isContentGone(db, link.contentId)) ? 'contentGone' : null;
  },
  check: async (db, id, startsAt) => {
    const starting = await findStarting(db, id);
    const hold = await holdOf(db, starting, startsAt);
    if (hold) return { waits: hold };
    const audience = await freezeAudience(db, { rule: starting.rule, storeId: starting.storeId, isTest: false });
    if (await asksApproval(db, starting, audience)) return { waits: 'approval' };
    return { audience, weeklyLimit: await weeklyLimit(db) };
  },
  started: async (db, id) => {
    const { plannedBy: actor } = await findStarting(db, id);
    await appendHistory(db, { actor, entity: 'notification', entityId: id, action: 'send' }, {}, { sending: 'started' });
  },
});
