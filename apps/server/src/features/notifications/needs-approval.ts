import type { CorrectNotification } from '@endcap/contract/notifications';
import { requiresApproval } from '@endcap/contract/settings';
import type { Db } from '../../tables.ts';
import { countDevices, countTogether, freezeAudience, type FrozenAudience, readDeliveryReport } from '../delivery/index.ts';
import { readSettings } from '../settings/index.ts';
import { approvedText } from './approval.repository.ts';
import type { StoredNotification } from './notification.repository.ts';
import { lockSendsOf, startedAlone, type Starter } from './started-alone.repository.ts';

type Wanted = { isTest: boolean; safety: boolean };
/**
 * `devices`: how many the send would reach. `together`: how many with all else that its person starts within 24 hours, if only these are
 * too many (E-04).
 */
export type Needed = { devices: number; together: number | null };

type ApprovalQuery = Wanted & { audience: FrozenAudience; starter: Starter };

const isNeeded = async (
  db: Db,
  { isTest, safety, audience, starter }: ApprovalQuery,
  { count, beforeOthers }: { count: () => Promise<number>; beforeOthers: () => Promise<unknown> },
): Promise<Needed | null> => {
  if (isTest || safety) return null;
  const { sending } = await readSettings(db);
  if (!sending.approval) return null;
  const devices = await count();
  if (requiresApproval(sending, devices)) return { devices, together: null };
  await beforeOthers();
  const others = await startedAlone(db, starter);
  if (others.length === 0) return null;
  const together = await countTogether(db, [audience, ...others]);
  return requiresApproval(sending, together) ? { devices, together } : null;
};

/**
 * Returns the approval by another administrator that a send needs before it goes out; null: none (CARE-04). Counts the audience now, as it
 * will be sent to, so that it cannot grow in between. The limit applies to all devices that a person reaches without approval within 24
 * hours, each counted once, over all of their sends and plans (E-04). A plan per store therefore counts like one large send. Tests and
 * safety messages never need approval (CARE-05). Call it before the quota of the day is taken, for which others wait.
 */
export const needsApproval = (db: Db, query: ApprovalQuery): Promise<Needed | null> =>
  isNeeded(db, query, { count: () => countDevices(db, query.audience), beforeOthers: () => lockSendsOf(db, query.starter.person) });

/** Returns the approval that a draft would need, given the number of devices that was just counted. */
export const wouldNeedApproval = (db: Db, query: ApprovalQuery, devices: number): Promise<Needed | null> =>
  isNeeded(db, query, { count: async () => devices, beforeOthers: async () => {} });

/**
 * Counts the devices that a correction would reach: they have the message, may have it or will still get it. While the audience is being
 * expanded, returns its current size.
 */
const countReached = async (db: Db, sent: StoredNotification): Promise<number> => {
  const { details, failures } = await readDeliveryReport(db, sent._id);
  if (!details) return countDevices(db, await freezeAudience(db, { rule: sent, storeId: sent.storeId, isTest: false }));
  const unknown = failures.find(({ reason }) => reason === 'unknown')?.count ?? 0;
  return details.successful + details.remaining + unknown;
};

/**
 * Returns the approval that a correction needs (E-03); null: none. It reaches only devices that have or will get the message. Once a
 * message was approved, every correction of it needs approval, even if the settings changed: its page names who approved it. While approval
 * is switched on, it is needed for another link or image, which is where a tap leads. It is also needed for another text that reaches more
 * devices than the limit. The same message again was read before and needs none.
 */
export const correctionNeedsApproval = async (
  db: Db,
  sent: StoredNotification,
  { title, content, url, image }: CorrectNotification,
): Promise<{ devices: number } | null> => {
  const changesTarget = url !== sent.url || image !== sent.image;
  if (sent.safety || (!changesTarget && title === sent.title && content === sent.content)) return null;
  const wasApproved = (await approvedText(db, sent._id)) !== null;
  const { sending } = await readSettings(db);
  if (!wasApproved && !sending.approval) return null;
  const devices = await countReached(db, sent);
  return wasApproved || changesTarget || requiresApproval(sending, devices) ? { devices } : null;
};
