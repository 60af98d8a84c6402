import type { FollowUp, Notification } from '@endcap/contract/notifications';

const underWay: ReadonlySet<string> = new Set(['expanding', 'sending', 'waiting', 'paused']);

/** Whether any phone has it or is about to get it, and it is known which. */
const reaches = ({ details, sending, outcomesEnded }: Notification): boolean =>
  underWay.has(sending.state) || (!outcomesEnded && (details?.successful ?? 0) > 0);

/** Whether the last of its kind ended before every phone had it, so that it may be done again. */
const wasCutShort = ({ followUps }: Notification, kind: FollowUp['kind']): boolean =>
  followUps.find((one) => one.kind === kind)?.parts.some(({ sending }) => sending.state === 'stopped' || sending.state === 'cancelled') ??
  false;

export const mayBeTakenBack = (notification: Notification): boolean =>
  reaches(notification) && (notification.recalledAt === null || wasCutShort(notification, 'recall'));

export const mayBeCorrected = (notification: Notification, now: Date): boolean =>
  reaches(notification) && notification.recalledAt === null && !notification.isTest && Date.parse(notification.validUntil) > now.getTime();

/** Whether phones are still to get what somebody else has approved: nothing else may go to them (CARE-04). */
export const isHeldByApproval = ({ approval, sending }: Notification): boolean =>
  approval?.state === 'approved' && underWay.has(sending.state);

/** Whether the last correction may be sent once more as it is. */
export const mayBeCorrectedAgain = (notification: Notification): boolean => wasCutShort(notification, 'correct');
