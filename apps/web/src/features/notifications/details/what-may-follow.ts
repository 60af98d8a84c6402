import { type FollowUp, isAccepted, type Notification } from '@endcap/contract/notifications';

const underWay: ReadonlySet<string> = new Set(['expanding', 'sending', 'waiting', 'paused']);

/** Returns true while phones are still to be sent the message, now or after a resume. */
export const isStillGoingOut = ({ sending }: Notification): boolean => underWay.has(sending.state);

/** Returns true if a known set of phones has the message, may have it or is about to get it. */
const reaches = (notification: Notification): boolean =>
  isStillGoingOut(notification) ||
  (!notification.outcomesEnded && (isAccepted(notification.details) || notification.failures.some(({ reason }) => reason === 'unknown')));

/** Returns true if the last follow-up of this kind ended before it reached every phone, so that it may be repeated. */
const wasCutShort = ({ followUps }: Notification, kind: FollowUp['kind']): boolean =>
  followUps.find((one) => one.kind === kind)?.parts.some(({ sending }) => sending.state === 'stopped' || sending.state === 'cancelled') ??
  false;

export const mayBeTakenBack = (notification: Notification): boolean =>
  reaches(notification) && (notification.recalledAt === null || wasCutShort(notification, 'recall'));

export const mayBeCorrected = (notification: Notification, now: Date): boolean =>
  reaches(notification) && notification.recalledAt === null && !notification.isTest && Date.parse(notification.validUntil) > now.getTime();

/** Returns true if an earlier version of Endcap corrected an approved text without approval. No further phones get it (CARE-04). */
export const isCorrectedUnapproved = ({ approval }: Notification): boolean => approval?.state === 'approved' && !approval.ofThisText;

/** Returns true if a correction always needs another administrator's approval. The server may require it in other cases (E-03). */
export const asksToCorrect = ({ approval, safety }: Notification): boolean => approval?.state === 'approved' && !safety;

/** Returns true if the last correction may be sent again unchanged. */
export const mayBeCorrectedAgain = (notification: Notification): boolean => wasCutShort(notification, 'correct');
