import type { CorrectNotification } from '@endcap/contract/notifications';
import { isHeld } from '@endcap/contract/settings';
import type { Db } from '../../tables.ts';
import { countDevices, freezeAudience, type FrozenAudience, readDeliveryReport } from '../delivery/index.ts';
import { readSettings } from '../settings/index.ts';
import { approvedText } from './approval.repository.ts';
import type { StoredNotification } from './notification.repository.ts';

type Wanted = { isTest: boolean; safety: boolean };

/**
 * CARE-04: whether another administrator has to approve a send before it goes out, and how many devices it would reach; null: nobody is asked, and
 * where that does not hang on a number none is counted. The one place that knows what is never held: neither tests nor safety messages are (CARE-05).
 */
export const approvalOf = async (db: Db, { isTest, safety }: Wanted, count: () => Promise<number>): Promise<{ devices: number } | null> => {
  if (isTest || safety) return null;
  const { sending } = await readSettings(db);
  if (!sending.approval) return null;
  const devices = await count();
  return isHeld(sending, devices) ? { devices } : null;
};

/** The same of an audience, counted now: the one that is sent to, so that nothing grows in between. */
export const needsApproval = (db: Db, wanted: Wanted, audience: FrozenAudience): Promise<{ devices: number } | null> =>
  approvalOf(db, wanted, () => countDevices(db, audience));

/** How many devices a correction would reach: those that have the message, may have it or are still to get it; of an audience that is being counted, as many as it has now. */
const countReached = async (db: Db, sent: StoredNotification): Promise<number> => {
  const { details, failures } = await readDeliveryReport(db, sent._id);
  if (!details) return countDevices(db, await freezeAudience(db, { rule: sent, storeId: sent.storeId, isTest: false }));
  const unknown = failures.find(({ reason }) => reason === 'unknown')?.count ?? 0;
  return details.successful + details.remaining + unknown;
};

/**
 * E-03: the same of a correction. Once somebody has approved a message, every other one in its place is approved as well, whatever the settings say
 * now: its page names who approved it. Where approval is switched on, it is wanted of another link or image, which is where a tap leads, and of another
 * text that reaches more devices than the number. The same message once more was read before.
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
  return wasApproved || changesTarget || isHeld(sending, devices) ? { devices } : null;
};
