import type { CorrectNotification } from '@endcap/contract/notifications';
import { isHeld } from '@endcap/contract/settings';
import type { Db } from '../../tables.ts';
import { countDevices, countTogether, freezeAudience, type FrozenAudience, readDeliveryReport } from '../delivery/index.ts';
import { readSettings } from '../settings/index.ts';
import { approvedText } from './approval.repository.ts';
import type { StoredNotification } from './notification.repository.ts';
import { startedAlone, type Starter, takeTurnOf } from './started-alone.repository.ts';

type Wanted = { isTest: boolean; safety: boolean };
/** `devices`: how many the send would reach; `together`: with all else that its person starts within 24 hours, where only that is too many (E-04). */
export type Needed = { devices: number; together: number | null };

type Asked = Wanted & { audience: FrozenAudience; starter: Starter };

const isNeeded = async (
  db: Db,
  { isTest, safety, audience, starter }: Asked,
  { count, beforeOthers }: { count: () => Promise<number>; beforeOthers: () => Promise<unknown> },
): Promise<Needed | null> => {
  if (isTest || safety) return null;
  const { sending } = await readSettings(db);
  if (!sending.approval) return null;
  const devices = await count();
  if (isHeld(sending, devices)) return { devices, together: null };
  await beforeOthers();
  const others = await startedAlone(db, starter);
  if (others.length === 0) return null;
  const together = await countTogether(db, [audience, ...others]);
  return isHeld(sending, together) ? { devices, together } : null;
};

/**
 * CARE-04: whether another administrator has to approve a send before it goes out; null: nobody is asked. The audience is counted now: the one that is
 * sent to, so that nothing grows in between. The number counts every device once that somebody reaches without approval within 24 hours, over all of
 * their sends and plans: a plan per store is as many (E-04). The one place that knows what is never held: tests and safety messages (CARE-05). Call it
 * before the place of the day is taken, which others wait for.
 */
export const needsApproval = (db: Db, asked: Asked): Promise<Needed | null> =>
  isNeeded(db, asked, { count: () => countDevices(db, asked.audience), beforeOthers: () => takeTurnOf(db, asked.starter.person) });

/** The same of something that nobody sends yet, and whose audience was counted a moment ago. */
export const wouldNeedApproval = (db: Db, asked: Asked, devices: number): Promise<Needed | null> =>
  isNeeded(db, asked, { count: async () => devices, beforeOthers: async () => {} });

/** How many devices a correction would reach: those that have the message, may have it or are still to get it; of an audience that is being counted, as many as it has now. */
const countReached = async (db: Db, sent: StoredNotification): Promise<number> => {
  const { details, failures } = await readDeliveryReport(db, sent._id);
  if (!details) return countDevices(db, await freezeAudience(db, { rule: sent, storeId: sent.storeId, isTest: false }));
  const unknown = failures.find(({ reason }) => reason === 'unknown')?.count ?? 0;
  return details.successful + details.remaining + unknown;
};

/**
 * E-03: the same of a correction, which reaches nobody who does not have the message. Once somebody has approved a message, every other one in its place is approved as well, whatever the settings say
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
