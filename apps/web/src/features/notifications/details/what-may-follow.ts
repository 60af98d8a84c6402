import { type FollowUp, isAccepted, type Notification } from '@endcap/contract/notifications';

const underWay: ReadonlySet<string> = new Set(['expanding', 'sending', 'waiting', 'paused']);

/** Whether phones are still to be sent it, now or once it is resumed. */
export const isStillGoingOut = ({ sending }: Notification): boolean => underWay.has(sending.state);

/** Whether any phone has it, may have it, or is about to get it, and it is known which. */
const reaches = (notification: Notification): boolean =>
  isStillGoingOut(notification) ||
  (!notification.outcomesEnded && (isAccepted(notification.details) || notification.failures.some(({ reason }) => reason === 'unknown')));

/** Whether the last of its kind ended before every phone had it, so that it may be done again. */
const wasCutShort = ({ followUps }: Notification, kind: FollowUp['kind']): boolean =>
  followUps.find((one) => one.kind === kind)?.parts.some(({ sending }) => sending.state === 'stopped' || sending.state === 'cancelled') ??
  false;

export const mayBeTakenBack = (notification: Notification): boolean =>
  reaches(notification) && (notification.recalledAt === null || wasCutShort(notification, 'recall'));

export const mayBeCorrected = (notification: Notification, now: Date): boolean =>
  reaches(notification) && notification.recalledAt === null && !notification.isTest && Date.parse(notification.validUntil) > now.getTime();

/** Whether an earlier version corrected it although somebody else had approved it: it goes to nobody any more who has not got it (CARE-04). */
export const isCorrectedUnapproved = ({ approval }: Notification): boolean => approval?.state === 'approved' && !approval.ofThisText;

/** Whether another text in its place is certain to wait for another administrator; the server may ask about others as well (E-03). */
export const asksToCorrect = ({ approval, safety }: Notification): boolean => approval?.state === 'approved' && !safety;

/** Whether the last correction may be sent once more as it is. */
export const mayBeCorrectedAgain = (notification: Notification): boolean => wasCutShort(notification, 'correct');
